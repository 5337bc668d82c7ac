package render

import (
	"image"

	"github.com/fogleman/gg"

	"xiangqibot/engine/board"
)

// paintDisc draws a piece with its shadow in true color. The disc is centered in the picture.
func paintDisc(l layout, st *style, f *fonts, p board.Piece, set PieceSet) *image.RGBA {
	half := round(l.em(0.62))
	mid := float64(half)
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	look := st.disc[p.Color()]

	// Light comes from above and slightly from the left.
	shadow := blur(discMask(half, l.em(0.014), l.em(0.05), l.radius), 1)
	shade(img, shadow, 0, 0, rgb{}, st.shadow)

	dc := gg.NewContextForRGBA(img)
	disc := func(radius float64, upper, lower rgb) {
		gradient := gg.NewLinearGradient(0, mid-radius, 0, mid+radius)
		gradient.AddColorStop(0, upper.alpha(1))
		gradient.AddColorStop(1, lower.alpha(1))
		dc.DrawCircle(mid, mid, radius)
		dc.SetFillStyle(gradient)
		dc.Fill()
	}
	// A thin dark outline, a rim in the color of the side, and the face. The rim tells the sides apart where a disc is
	// too small to be read.
	edge := max(1, l.em(0.014))
	disc(l.radius, look.rim.mix(rgb{}, 0.45), look.rim.mix(rgb{}, 0.65))
	disc(l.radius-edge, look.rim.mix(look.rimLit, 0.16), look.rim)
	disc(l.radius*rimInner+edge/2, look.rim.mix(rgb{}, 0.25), look.rim.mix(look.rimLit, 0.12))
	disc(l.radius*rimInner, look.faceLit, look.faceLow)

	shade(img, set.glyph(f, p, l.radius, mid), 0, 0, look.ink, 1)
	return img
}

// rimInner is where the rim ends and the face begins, as a share of the radius.
const rimInner = 0.87

// discMask returns a filled circle on a square of 2*half pixels, shifted by (dx, dy) from its center.
func discMask(half int, dx, dy, radius float64) *image.Alpha {
	dc := gg.NewContext(2*half, 2*half)
	dc.DrawCircle(float64(half)+dx, float64(half)+dy, radius)
	dc.SetRGB(1, 1, 1)
	dc.Fill()
	return dc.AsMask()
}
