package render

import (
	"fmt"
	"image"
)

// MaxCollage is the maximum number of scenes in a collage.
const MaxCollage = 9

// Collage draws scenes on one PNG, in rows of that many columns. All scenes must have the same look and size; the rest
// of the last row is background.
//
// The error says which scene cannot be drawn and why.
func (r *Renderer) Collage(scenes []Scene, columns int) ([]byte, error) {
	if len(scenes) == 0 || len(scenes) > MaxCollage || columns < 1 {
		return nil, fmt.Errorf("render: a collage of %d scenes in %d columns cannot be drawn: use 1 to %d scenes", len(scenes), columns, MaxCollage)
	}
	first := &scenes[0]
	for i := range scenes {
		f := Frame{Scene: scenes[i], Delay: MinDelay}
		if err := f.validate(first); err != nil {
			return nil, fmt.Errorf("scene %d: %w", i, err)
		}
	}
	sh := r.sheet(look{first.Theme, first.Pieces, first.height()})
	one := sh.layout.size(first)
	columns = min(columns, len(scenes))
	rows := (len(scenes) + columns - 1) / columns
	size := image.Pt(columns*one.X, rows*one.Y)
	pixels := make([]byte, rowBytes(size))
	all := newPicture(size, sh.palette.colors, pixels)
	part := image.NewPaletted(image.Rectangle{Max: one}, sh.palette.colors)
	for i := range scenes {
		sh.compose(part, &scenes[i])
		for y := range one.Y {
			at := all.PixOffset(i%columns*one.X, i/columns*one.Y+y)
			copy(all.Pix[at:at+one.X], part.Pix[y*part.Stride:y*part.Stride+one.X])
		}
	}
	return newEncoder().encode(nil, pixels, size, sh.palette.colors), nil
}
