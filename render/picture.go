package render

import (
	"image"

	"xiangqibot/engine/board"
)

// picture is a scene while it is drawn.
type picture struct {
	*sheet
	scene *Scene
	dst   *image.Paletted
}

// at returns the position of a square in the picture.
func (p *picture) at(sq board.Square) image.Point { return p.point(sq, p.scene.Flipped) }

// put draws a sprite centered on a point.
func (p *picture) put(s *sprite, at image.Point) { s.draw(p.dst, p.palette, at) }

// mark marks a square.
func (p *picture) mark(m mark, sq board.Square) { p.put(&p.marks[m], p.at(sq)) }

// fit is [fonts.fit] for a size in cells.
func (p *picture) fit(text string, size, width float64) textLine {
	return p.fonts.fit(text, p.em(size), width)
}

// ink returns a function that fills masks with one color.
func (p *picture) ink(c rgb) func(mask *image.Alpha, dx, dy int) {
	dst, full := p.dst, p.palette.exact(c)
	return func(mask *image.Alpha, dx, dy int) {
		r := mask.Rect.Add(image.Pt(dx, dy)).Intersect(dst.Rect)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			row := dst.Pix[dst.PixOffset(r.Min.X, y):][:r.Dx()]
			for i, a := range mask.Pix[mask.PixOffset(r.Min.X-dx, y-dy):][:r.Dx()] {
				switch a {
				case 0:
				case 255:
					row[i] = full
				default:
					row[i] = p.palette.blend(row[i], c, a)
				}
			}
		}
	}
}

// fill fills a rectangle with one color.
func (p *picture) fill(r image.Rectangle, c rgb) { p.fillCorners(r, c, 0) }

// fillRounded fills a rectangle with rounded corners.
func (p *picture) fillRounded(r image.Rectangle, c rgb) { p.fillCorners(r, c, max(2, p.cell/18)) }

// fillCorners fills a rectangle whose corners have a radius in pixels.
func (p *picture) fillCorners(r image.Rectangle, c rgb, radius int) {
	index := p.palette.exact(c)
	for y := range r.Dy() {
		cut := 0 // pixels that the row lacks at both ends
		dy := radius - min(y, r.Dy()-1-y)
		for dy > 0 && cut < radius && (radius-cut)*(radius-cut)+dy*dy > radius*radius+radius {
			cut++
		}
		row := p.dst.Pix[p.dst.PixOffset(r.Min.X, r.Min.Y+y):][:r.Dx()]
		for x := cut; x < len(row)-cut; x++ {
			row[x] = index
		}
	}
}

// paste copies a picture to a point of dst, which must have room for it.
func paste(dst, ground *image.Paletted, at image.Point) {
	size := ground.Rect.Size()
	for y := range size.Y {
		copy(dst.Pix[dst.PixOffset(at.X, at.Y+y):][:size.X], ground.Pix[y*ground.Stride:])
	}
}
