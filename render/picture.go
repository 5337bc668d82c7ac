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
func (p *picture) fill(r image.Rectangle, c rgb) { p.fillCut(r, c, func(int) int { return 0 }) }

// fillRounded fills a rectangle with rounded corners.
func (p *picture) fillRounded(r image.Rectangle, c rgb) {
	corner := max(2, p.cell/18)
	p.fillCut(r, c, func(y int) (cut int) {
		edge := min(y, r.Dy()-1-y)
		for cut < corner && (corner-cut)*(corner-cut)+(corner-edge)*(corner-edge) > corner*corner+corner && edge < corner {
			cut++
		}
		return cut
	})
}

// fillCut fills a rectangle except for the first and last cut(y) pixels of its row y.
func (p *picture) fillCut(r image.Rectangle, c rgb, cut func(y int) int) {
	index := p.palette.exact(c)
	for y := range r.Dy() {
		row := p.dst.Pix[p.dst.PixOffset(r.Min.X, r.Min.Y+y):][:r.Dx()]
		n := cut(y)
		for x := n; x < len(row)-n; x++ {
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
