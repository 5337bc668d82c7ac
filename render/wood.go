package render

import (
	"image"
	"math"
)

// grainTones is the number of tones of the grain. Few tones keep a picture small: a row of wood is then a handful of
// runs.
const grainTones = 5

// paintGrain fills r with wood grain whose fibers run from left to right.
//
// The tone changes slowly along the fibers and fast across them; slow noise bends the fibers. On a large board fibers
// are at least two pixels thick, which halves the compressed size of the grain.
func paintGrain(dst *image.RGBA, r image.Rectangle, l layout, light, dark rgb, strength float64, seed float64) {
	thick := max(1, l.cell/24)
	unit := 1 / float64(l.cell)
	var tones [grainTones]rgb
	for i := range tones {
		tones[i] = dark.mix(light, float64(i)/(grainTones-1))
	}
	row := func(y int) []byte { return dst.Pix[dst.PixOffset(r.Min.X, y):dst.PixOffset(r.Max.X, y)] }
	for y := r.Min.Y; y < r.Max.Y; y++ {
		if y > r.Min.Y && y%thick > 0 { // the same fibers as in the row above
			copy(row(y), row(y-1))
			continue
		}
		v := float64(y/thick*thick)*unit + seed
		for x := r.Min.X; x < r.Max.X; x++ {
			u := float64(x) * unit
			swell := noise(u*0.04, v*0.28) * 1.6
			year := noise(u*0.035+30, (v+swell)*4)
			fibre := noise(u*0.06+60, v*13)
			tone := 1 - strength*(0.58*year+0.42*fibre)
			over(dst, x, y, tones[min(grainTones-1, int(tone*grainTones))], 1)
		}
	}
}

// noise is deterministic value noise: it interpolates smoothly between pseudo-random values from 0 to 1 on a lattice
// with unit spacing.
func noise(x, y float64) float64 {
	fx, fy := math.Floor(x), math.Floor(y)
	ix, iy := int32(fx), int32(fy)
	sx, sy := smoothstep(x-fx), smoothstep(y-fy)
	upper := lerp(latticeValue(ix, iy), latticeValue(ix+1, iy), sx)
	lower := lerp(latticeValue(ix, iy+1), latticeValue(ix+1, iy+1), sx)
	return lerp(upper, lower, sy)
}

func smoothstep(t float64) float64 { return t * t * (3 - 2*t) }
func lerp(a, b, t float64) float64 { return a + (b-a)*t }

// latticeValue hashes a lattice point to a pseudo-random number between 0 and 1.
func latticeValue(x, y int32) float64 {
	n := uint32(x)*0x9e3779b1 ^ uint32(y)*0x85ebca77
	n = (n ^ n>>15) * 0x2c1b3c6d
	n = (n ^ n>>12) * 0x297a2d39
	return float64(n^n>>15) / (1 << 32)
}
