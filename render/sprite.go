package render

import "image"

// sprite is a small picture, centered on a point of the board and converted to a palette. Each row is split into runs:
// opaque pixels are stored as indices and copied, translucent ones are stored with color and opacity and blended.
type sprite struct {
	half int // the sprite extends from -half to half-1 in both directions
	runs []run
}

// run is a run of pixels of one row: either solid (opaque) or soft (translucent).
type run struct {
	x, y  int // relative to the center of the sprite
	solid []uint8
	soft  []blendPixel
}

// blendPixel is a translucent pixel. Its channels are premultiplied by the opacity.
type blendPixel struct{ r, g, b, opacity uint8 }

// newSprite converts a square picture to runs. Transparent pixels cost nothing. ground is the usual background color.
func newSprite(img *image.RGBA, p *palette, ground rgb) sprite {
	side := img.Rect.Dx()
	s := sprite{half: side / 2}
	for y := range side {
		for x := 0; x < side; {
			start := x
			r := run{x: x - s.half, y: y - s.half}
			for ; x < side; x++ {
				px := quantize(img.Pix[img.PixOffset(x, y):][:4], ground)
				switch {
				case px.opacity == 255 && r.soft == nil:
					r.solid = append(r.solid, p.nearestExact(rgb{px.r, px.g, px.b}))
					continue
				case px.opacity > 0 && px.opacity < 255 && r.solid == nil:
					r.soft = append(r.soft, px)
					continue
				}
				break
			}
			if x == start {
				x++ // transparent
				continue
			}
			s.runs = append(s.runs, r)
		}
	}
	return s
}

// quantize decides which pixels stay translucent. A nearly opaque pixel is blended with ground and becomes solid, so
// that all discs have the same edge, whatever is below them: the difference is invisible, but identical discs compress
// well. The opacity of the other pixels is rounded to a few levels for the same reason.
func quantize(px []uint8, ground rgb) blendPixel {
	const solid, step = 130, 48
	a := int(px[3])
	switch {
	case a == 0 || a == 255:
		return blendPixel{px[0], px[1], px[2], px[3]}
	case a >= solid:
		through := func(over, below uint8) uint8 { return over + uint8(int(below)*(255-a)/255) }
		return blendPixel{through(px[0], ground.r), through(px[1], ground.g), through(px[2], ground.b), 255}
	}
	q := (a + step/2) / step * step
	part := func(v uint8) uint8 { return uint8(int(v) * q / a) }
	return blendPixel{part(px[0]), part(px[1]), part(px[2]), uint8(q)}
}

// draw draws the sprite over dst, centered on a point and clipped to the picture.
func (s *sprite) draw(dst *image.Paletted, p *palette, at image.Point) {
	for i := range s.runs {
		r := &s.runs[i]
		y, x := at.Y+r.y, at.X+r.x
		if y < dst.Rect.Min.Y || y >= dst.Rect.Max.Y {
			continue
		}
		skip := max(0, dst.Rect.Min.X-x)
		length := min(max(len(r.solid), len(r.soft)), dst.Rect.Max.X-x)
		if skip >= length {
			continue
		}
		row := dst.Pix[dst.PixOffset(x+skip, y):][:length-skip]
		if r.solid != nil {
			copy(row, r.solid[skip:])
			continue
		}
		for k, t := range r.soft[skip:length] {
			u, keep := p.at[row[k]], uint32(255-t.opacity)
			row[k] = p.nearestIndex(
				t.r+uint8((uint32(u.r)*keep+127)/255),
				t.g+uint8((uint32(u.g)*keep+127)/255),
				t.b+uint8((uint32(u.b)*keep+127)/255),
			)
		}
	}
}
