package render

import "image"

// sprite is a small picture with its middle on a point of the board, made ready for one palette.
// Each row is cut into runs: what covers is kept as indices and copied, what blends is kept as color and opacity.
type sprite struct {
	half int // the sprite reaches from -half to half-1 in both directions
	runs []run
}

// run is a piece of one row: either solid or soft.
type run struct {
	x, y  int // from the middle of the sprite
	solid []uint8
	soft  []tint
}

// tint is one pixel that lets the ground shine through. Its channels are already multiplied by the opacity.
type tint struct{ r, g, b, opacity uint8 }

// newSprite cuts a square picture into runs. Its transparent pixels cost nothing. ground is the color that it will
// mostly lie on.
func newSprite(img *image.RGBA, p *palette, ground rgb) sprite {
	side := img.Rect.Dx()
	s := sprite{half: side / 2}
	for y := range side {
		for x := 0; x < side; {
			start := x
			r := run{x: x - s.half, y: y - s.half}
			for ; x < side; x++ {
				px := settle(img.Pix[img.PixOffset(x, y):][:4], ground)
				switch {
				case px.opacity == 255 && r.soft == nil:
					r.solid = append(r.solid, p.exact(rgb{px.r, px.g, px.b}))
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

// settle decides what is soft. Where little of the ground shines through, the ground is taken to be plain field and the
// pixel becomes solid, so that all discs have the same edge, whatever is below them; nobody sees the difference, but
// equal discs are what the encoder lives on. What is left is cut into few steps of opacity for the same reason.
func settle(px []uint8, ground rgb) tint {
	const solid, step = 130, 48
	a := int(px[3])
	switch {
	case a == 0 || a == 255:
		return tint{px[0], px[1], px[2], px[3]}
	case a >= solid:
		through := func(over, below uint8) uint8 { return over + uint8(int(below)*(255-a)/255) }
		return tint{through(px[0], ground.r), through(px[1], ground.g), through(px[2], ground.b), 255}
	}
	q := (a + step/2) / step * step
	part := func(v uint8) uint8 { return uint8(int(v) * q / a) }
	return tint{part(px[0]), part(px[1]), part(px[2]), uint8(q)}
}

// draw lays the sprite over dst with its middle at a point. What falls off the picture is cut.
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
			row[k] = p.index(
				t.r+uint8((uint32(u.r)*keep+127)/255),
				t.g+uint8((uint32(u.g)*keep+127)/255),
				t.b+uint8((uint32(u.b)*keep+127)/255),
			)
		}
	}
}
