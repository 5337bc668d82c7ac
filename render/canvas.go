package render

import (
	"image"
	"image/color"
	"math"

	"github.com/fogleman/gg"
)

// The functions of this file work in true color. They run only while a sheet is baked.

// shade blends a color over dst through a mask that is shifted by (dx, dy) pixels.
func shade(dst *image.RGBA, mask *image.Alpha, dx, dy int, c rgb, opacity float64) {
	r := mask.Rect.Add(image.Pt(dx, dy)).Intersect(dst.Rect)
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if a := mask.Pix[mask.PixOffset(x-dx, y-dy)]; a != 0 {
				over(dst, x, y, c, float64(a)/255*opacity)
			}
		}
	}
}

// over blends c with the given opacity (0 to 1) over one pixel.
func over(dst *image.RGBA, x, y int, c rgb, opacity float64) {
	i := dst.PixOffset(x, y)
	p := dst.Pix[i : i+4 : i+4]
	keep := 1 - opacity
	p[0] = uint8(float64(c.r)*opacity + float64(p[0])*keep + 0.5)
	p[1] = uint8(float64(c.g)*opacity + float64(p[1])*keep + 0.5)
	p[2] = uint8(float64(c.b)*opacity + float64(p[2])*keep + 0.5)
	p[3] = uint8(255*opacity + float64(p[3])*keep + 0.5)
}

// subtract returns the part of a that b, shifted by (dx, dy), does not cover.
func subtract(a, b *image.Alpha, dx, dy int) *image.Alpha {
	out := image.NewAlpha(a.Rect)
	for y := a.Rect.Min.Y; y < a.Rect.Max.Y; y++ {
		for x := a.Rect.Min.X; x < a.Rect.Max.X; x++ {
			v := int(a.AlphaAt(x, y).A) * (255 - int(b.AlphaAt(x-dx, y-dy).A)) / 255
			out.SetAlpha(x, y, color.Alpha{uint8(v)})
		}
	}
	return out
}

// engrave draws mask as if cut into dst: the lower right edge is lit, and the inside is painted with ink.
func engrave(dst *image.RGBA, mask *image.Alpha, depth int, ink rgb, opacity float64, lit rgb, litOpacity float64) {
	if litOpacity > 0 {
		shade(dst, subtract(mask, mask, -depth, -depth), depth, depth, lit, litOpacity)
	}
	shade(dst, mask, 0, 0, ink, opacity)
}

// blur blurs a mask with three box blurs, which together approximate a Gaussian of the given radius.
func blur(mask *image.Alpha, radius int) *image.Alpha {
	if radius < 1 {
		return mask
	}
	w, h := mask.Rect.Dx(), mask.Rect.Dy()
	a, b := make([]float64, w*h), make([]float64, w*h)
	for y := range h {
		for x := range w {
			a[y*w+x] = float64(mask.Pix[y*mask.Stride+x])
		}
	}
	for range 3 {
		boxBlur(b, a, w, h, 1, w, radius)
		boxBlur(a, b, h, w, w, 1, radius)
	}
	out := image.NewAlpha(mask.Rect)
	for y := range h {
		for x := range w {
			out.Pix[y*out.Stride+x] = uint8(math.Round(a[y*w+x]))
		}
	}
	return out
}

// boxBlur writes to dst the moving average of src along m lines of n samples. Samples are step apart and lines jump
// apart. Samples beyond the ends count as 0.
func boxBlur(dst, src []float64, n, m, step, jump, radius int) {
	scale := 1 / float64(2*radius+1)
	for line := range m {
		base, sum := line*jump, 0.0
		for i := range min(radius, n) {
			sum += src[base+i*step]
		}
		for i := range n {
			if i+radius < n {
				sum += src[base+(i+radius)*step]
			}
			if i-radius-1 >= 0 {
				sum -= src[base+(i-radius-1)*step]
			}
			dst[base+i*step] = sum * scale
		}
	}
}

// discMask returns a filled circle on a square of 2*half pixels, shifted by (dx, dy) from its center.
func discMask(half int, dx, dy, radius float64) *image.Alpha {
	dc := gg.NewContext(2*half, 2*half)
	dc.DrawCircle(float64(half)+dx, float64(half)+dy, radius)
	dc.SetRGB(1, 1, 1)
	dc.Fill()
	return dc.AsMask()
}

// bevel draws a border inside r, with one color for the upper and left sides and another for the lower and right sides.
func bevel(img *image.RGBA, r image.Rectangle, width int, upper, lower rgb) {
	for i := range width {
		q := r.Inset(i)
		fill(img, image.Rect(q.Min.X, q.Max.Y-1, q.Max.X, q.Max.Y), lower, 1)
		fill(img, image.Rect(q.Max.X-1, q.Min.Y, q.Max.X, q.Max.Y), lower, 1)
		fill(img, image.Rect(q.Min.X, q.Min.Y, q.Max.X-1, q.Min.Y+1), upper, 1)
		fill(img, image.Rect(q.Min.X, q.Min.Y, q.Min.X+1, q.Max.Y-1), upper, 1)
	}
}

// fill blends a color over a rectangle.
func fill(img *image.RGBA, r image.Rectangle, c rgb, opacity float64) {
	r = r.Intersect(img.Bounds())
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			over(img, x, y, c, opacity)
		}
	}
}
