// Package render draws positions as pictures.
//
// It answers one question: what does this [Scene] look like? The answer is a PNG of a board as players know it: discs
// on the intersections, the river with 楚河 漢界, palaces, corner marks, coordinates, the last move, a check and other
// marks, with names, clocks and a status line below, or in a wide picture on a panel beside the board. It knows no
// rules, games or people: it draws what the scene says.
//
//	r := render.New()
//	png, err := r.PNG(render.Scene{Position: pos, LastMove: m, RedName: "Alice", BlackName: "Bob"})
//	err = r.GIF(w, []render.Frame{{Scene: first, Delay: time.Second}, …}) // an animated game
//
// # How it works
//
// Good drawing is slow, so nothing is drawn twice. For each look (theme, piece set, height) a sprite sheet is baked
// once: the board, the discs and the marks are painted in true color, a palette is chosen for all of them together, and
// everything is converted to runs of palette indices. A picture is composed by copying those runs; only soft edges and
// text are blended, through a lookup table. The encoder gets one byte per pixel.
//
// The tests compare pictures with those in testdata; after an intended change, check the new ones and update the files
// with
//
//	go test ./render -update
package render

import (
	"bytes"
	"fmt"
	"image"
	"slices"
	"sync"
)

//go:generate go test -run "TestPictures|TestContactSheet|TestCombinations" -update .

// maxSheets is the size of the cache of sheets. A sheet of the default height takes 3 to 7 MB, half a megabyte of that
// for each board.
const maxSheets = 12

// Renderer draws scenes. It is safe for concurrent use.
type Renderer struct {
	fonts      *fonts
	workspaces sync.Pool // of *workspace

	mu     sync.Mutex
	sheets map[look]func() *sheet
	recent []look // least recently used first
}

// New returns a renderer and bakes the default look, which takes some tenths of a second. Other looks are baked when
// they are first used.
func New() *Renderer {
	r := &Renderer{fonts: newFonts(), sheets: map[look]func() *sheet{}}
	r.sheet(look{height: DefaultHeight})
	return r
}

// PNG draws a scene. The error is that of [Scene.Validate].
func (r *Renderer) PNG(s Scene) ([]byte, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	sh := r.sheet(look{s.Theme, s.Pieces, s.height()})
	d, _ := r.workspaces.Get().(*workspace)
	if d == nil {
		d = &workspace{encoder: newEncoder()}
	}
	defer r.workspaces.Put(d)
	return bytes.Clone(d.draw(sh, &s)), nil
}

// Image draws a scene without encoding it. The caller owns the picture; pictures of scenes with the same look share a
// palette.
func (r *Renderer) Image(s Scene) (*image.Paletted, error) {
	if err := s.Validate(); err != nil {
		return nil, err
	}
	sh := r.sheet(look{s.Theme, s.Pieces, s.height()})
	size := sh.layout.size(&s)
	img := newPicture(size, sh.palette.colors, make([]byte, rowBytes(size)))
	sh.compose(img, &s)
	return img, nil
}

// workspace holds the reusable buffers for drawing one picture.
type workspace struct {
	rows    []byte
	encoder *encoder
	file    []byte
}

// draw composes and encodes a scene. The file is valid until the workspace is used again.
func (d *workspace) draw(sh *sheet, s *Scene) []byte {
	size := sh.layout.size(s)
	n := rowBytes(size)
	d.rows = slices.Grow(d.rows[:0], n)[:n]
	for y := range size.Y { // a picture of another width may have left pixels in the filter bytes
		d.rows[y*(size.X+1)] = 0
	}
	sh.compose(newPicture(size, sh.palette.colors, d.rows), s)
	d.file = d.encoder.encode(d.file[:0], d.rows, size, sh.palette.colors)
	return d.file
}

// sheet returns the sheet for a look, and bakes it if necessary. Concurrent callers wait until it is baked.
func (r *Renderer) sheet(k look) *sheet {
	r.mu.Lock()
	get, ok := r.sheets[k]
	if !ok {
		if len(r.recent) == maxSheets {
			delete(r.sheets, r.recent[0])
			r.recent = r.recent[1:]
		}
		get = sync.OnceValue(func() *sheet { return bake(k, r.fonts) })
		r.sheets[k] = get
	}
	if i := slices.Index(r.recent, k); i >= 0 {
		r.recent = slices.Delete(r.recent, i, i+1)
	}
	r.recent = append(r.recent, k)
	r.mu.Unlock()
	return get()
}

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
