package render

import (
	"cmp"
	"image"
	"image/color"
	"slices"
)

// palette is the fixed set of colors of one sheet, with a lookup table from any color to the nearest of them.
//
// It is chosen once from everything that a sheet can show. Composing a picture then never searches for a color: opaque
// pixels are copied as indices, and blended ones (soft shadows, the edges of discs, text) are looked up in the cube.
type palette struct {
	colors color.Palette
	at     []rgb // the same colors
	// cube holds the nearest index for each color truncated to 6 bits per channel.
	cube []uint8
}

// sample is a color and its weight in the pictures.
type sample struct {
	rgb
	weight float64
}

// newPalette chooses at most size colors for the given pictures, which must be opaque.
func newPalette(size int, pictures ...*image.RGBA) *palette {
	count := map[rgb]int{}
	for _, img := range pictures {
		var last rgb
		run := 0 // consecutive pixels of that color
		for i := 0; i < len(img.Pix); i += 4 {
			if c := (rgb{img.Pix[i], img.Pix[i+1], img.Pix[i+2]}); c != last {
				count[last] += run
				last, run = c, 0
			}
			run++
		}
		count[last] += run
	}
	samples := make([]sample, 0, len(count))
	for c, n := range count {
		if n == 0 {
			continue
		}
		samples = append(samples, sample{c, float64(n)})
	}
	slices.SortFunc(samples, func(a, b sample) int { return cmp.Compare(a.key(), b.key()) })
	chosen := refine(samples, medianCut(samples, size))
	slices.SortFunc(chosen, func(a, b rgb) int { return cmp.Or(cmp.Compare(a.luma(), b.luma()), cmp.Compare(a.key(), b.key())) })
	p := &palette{at: slices.Compact(chosen)}
	for _, c := range p.at {
		p.colors = append(p.colors, color.RGBA{c.r, c.g, c.b, 255})
	}
	p.fillCube()
	return p
}

// luma returns the perceived brightness.
func (c rgb) luma() int { return 299*int(c.r) + 587*int(c.g) + 114*int(c.b) }

// key orders colors, so that a palette does not depend on map iteration order.
func (c rgb) key() int { return int(c.r)<<16 | int(c.g)<<8 | int(c.b) }

// distance returns the squared perceptual distance of two colors.
func distance(a, b rgb) int {
	dr, dg, db := int(a.r)-int(b.r), int(a.g)-int(b.g), int(a.b)-int(b.b)
	return 3*dr*dr + 6*dg*dg + db*db
}

// medianCut splits the samples into boxes of similar colors, always the box with the largest error, and returns the
// mean of each.
func medianCut(samples []sample, size int) []rgb {
	boxes := []box{newBox(slices.Clone(samples))}
	for len(boxes) < size {
		worst := 0
		for i := range boxes {
			if boxes[i].loss > boxes[worst].loss {
				worst = i
			}
		}
		if boxes[worst].loss == 0 {
			break
		}
		left, right := boxes[worst].split()
		boxes[worst] = left
		boxes = append(boxes, right)
	}
	chosen := make([]rgb, len(boxes))
	for i, b := range boxes {
		chosen[i] = b.middle
	}
	return chosen
}

// box is a set of colors that one palette entry represents.
type box struct {
	samples []sample
	middle  rgb
	axis    int     // the channel with the largest variance: 0, 1, 2 for red, green, blue
	loss    float64 // the squared error of representing them by the mean along that channel
}

func newBox(samples []sample) box {
	var sum, squares [3]float64
	var total float64
	for _, s := range samples {
		total += s.weight
		for i, v := range s.channels() {
			sum[i] += v * s.weight
			squares[i] += v * v * s.weight
		}
	}
	b := box{samples: samples}
	b.middle = rgb{uint8(sum[0]/total + 0.5), uint8(sum[1]/total + 0.5), uint8(sum[2]/total + 0.5)}
	if len(samples) > 1 {
		for i, eye := range [3]float64{3, 6, 1} {
			if loss := eye * (squares[i] - sum[i]*sum[i]/total); loss > b.loss {
				b.axis, b.loss = i, loss
			}
		}
	}
	return b
}

func (c rgb) channels() [3]float64 { return [3]float64{float64(c.r), float64(c.g), float64(c.b)} }

// split splits the box at its mean along its axis. Neither half is empty.
func (b box) split() (left, right box) {
	slices.SortStableFunc(b.samples, func(x, y sample) int { return cmp.Compare(x.channels()[b.axis], y.channels()[b.axis]) })
	mean := b.middle.channels()[b.axis]
	cut, _ := slices.BinarySearchFunc(b.samples, mean, func(s sample, v float64) int { return cmp.Compare(s.channels()[b.axis], v) })
	cut = min(max(cut, 1), len(b.samples)-1)
	return newBox(b.samples[:cut]), newBox(b.samples[cut:])
}

// refine runs a few iterations of k-means: it moves each color to the mean of the samples nearest to it.
func refine(samples []sample, chosen []rgb) []rgb {
	for range 4 {
		sums := make([][4]float64, len(chosen))
		for _, s := range samples {
			i := nearest(chosen, s.rgb)
			for k, v := range s.channels() {
				sums[i][k] += v * s.weight
			}
			sums[i][3] += s.weight
		}
		for i, s := range sums {
			if n := s[3]; n > 0 {
				chosen[i] = rgb{uint8(s[0]/n + 0.5), uint8(s[1]/n + 0.5), uint8(s[2]/n + 0.5)}
			}
		}
	}
	return chosen
}

// exact returns the index of the entry closest to a color. It is slower than [palette.fast].
func (p *palette) exact(c rgb) uint8 { return uint8(nearest(p.at, c)) }

// nearest returns the index of the color closest to c.
func nearest(colors []rgb, c rgb) int {
	best, found := 1<<62, 0
	for i, d := range colors {
		if v := distance(c, d); v < best {
			best, found = v, i
		}
	}
	return found
}

// cubeBits is the number of bits of each channel that the cube uses.
const cubeBits = 6

// fillCube finds the nearest entry for each cell of the cube.
func (p *palette) fillCube() {
	const side, low = 1 << cubeBits, 8 - cubeBits
	middle := func(v int) uint8 { return uint8(v<<low | 1<<(low-1)) }
	p.cube = make([]uint8, side*side*side)
	for rg := range side * side {
		line := p.cube[rg*side:][:side]
		find := func(b int) { line[b] = p.exact(rgb{middle(rg / side), middle(rg % side), middle(b)}) }
		// The colors nearest to an entry are a convex set: if both ends of a part have the same entry, all of it has.
		var fill func(from, to int)
		fill = func(from, to int) {
			switch half := (from + to) / 2; {
			case line[from] == line[to]:
				for b := from + 1; b < to; b++ {
					line[b] = line[from]
				}
			case half > from:
				find(half)
				fill(from, half)
				fill(half, to)
			}
		}
		find(0)
		find(side - 1)
		fill(0, side-1)
	}
}

// fast returns the index of the entry closest to a color, to the precision of the cube.
func (p *palette) fast(r, g, b uint8) uint8 {
	const low = 8 - cubeBits
	return p.cube[int(r>>low)<<(2*cubeBits)|int(g>>low)<<cubeBits|int(b>>low)]
}

// blend blends a color over an entry with an opacity of 0 to 255 and returns the index of the entry closest to the
// result.
func (p *palette) blend(under uint8, c rgb, opacity uint8) uint8 {
	u, a := p.at[under], uint32(opacity)
	mix := func(over, below uint8) uint8 { return uint8((uint32(over)*a + uint32(below)*(255-a) + 127) / 255) }
	return p.fast(mix(c.r, u.r), mix(c.g, u.g), mix(c.b, u.b))
}

// convert converts an opaque picture to the palette, without dithering: dither patterns cost more bytes than all the
// rest of a picture.
func (p *palette) convert(img *image.RGBA) *image.Paletted {
	out := image.NewPaletted(img.Rect, p.colors)
	p.convertPart(out, img, img.Rect)
	return out
}

// convertPart converts a part of img into a picture of the same size as img.
func (p *palette) convertPart(out *image.Paletted, img *image.RGBA, part image.Rectangle) {
	known := map[rgb]uint8{}
	var last rgb
	index := p.exact(last)
	for y := part.Min.Y; y < part.Max.Y; y++ {
		for x := part.Min.X; x < part.Max.X; x++ {
			i := img.PixOffset(x, y)
			if c := (rgb{img.Pix[i], img.Pix[i+1], img.Pix[i+2]}); c != last {
				var ok bool
				if index, ok = known[c]; !ok {
					index = p.exact(c)
					known[c] = index
				}
				last = c
			}
			out.Pix[out.PixOffset(x, y)] = index
		}
	}
}

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
			row[k] = p.fast(
				t.r+uint8((uint32(u.r)*keep+127)/255),
				t.g+uint8((uint32(u.g)*keep+127)/255),
				t.b+uint8((uint32(u.b)*keep+127)/255),
			)
		}
	}
}
