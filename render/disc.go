package render

import (
	"image"

	"github.com/fogleman/gg"

	"xiangqibot/engine/board"
)

// paintDisc draws one piece with its shadow in true color. The disc's middle is the middle of the picture.
func paintDisc(l layout, st *style, f *fonts, p board.Piece, set Pieces) *image.RGBA {
	half := round(l.em(0.62))
	mid := float64(half)
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	look := st.disc[p.Color()]

	// Light falls from above and a little from the left.
	shadow := soften(discMask(half, l.em(0.014), l.em(0.05), l.radius), 1)
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
	// The turned edge: a dark outline, a rounded rim, a step down to the face.
	disc(l.radius, look.rimLow.mix(rgb{}, 0.35), look.rimLow.mix(rgb{}, 0.55))
	disc(l.radius-max(1, l.em(0.014)), look.rimLit, look.rimLow)
	disc(l.radius*0.945, look.rimLow.mix(look.faceLow, 0.35), look.rimLit)
	disc(l.radius*0.915, look.faceLit, look.faceLow)

	// The ring is cut into the face, the sign is painted.
	depth := max(1, round(l.em(0.016)))
	engrave(img, ringMask(half, l.radius*0.845, max(1, l.em(0.026))), depth, look.groove, 1, look.carve, look.carveAlpha)
	shade(img, set.sign(f, p, l.radius, mid), 0, 0, look.ink, 1)
	return img
}

// discMask is a full circle on a square of 2*half pixels, shifted by (dx, dy) from its middle.
func discMask(half int, dx, dy, radius float64) *image.Alpha {
	dc := gg.NewContext(2*half, 2*half)
	dc.DrawCircle(float64(half)+dx, float64(half)+dy, radius)
	dc.SetRGB(1, 1, 1)
	dc.Fill()
	return dc.AsMask()
}

// ringMask is a circular line of the given width around the middle of a square of 2*half pixels.
func ringMask(half int, radius, width float64) *image.Alpha {
	dc := gg.NewContext(2*half, 2*half)
	dc.DrawCircle(float64(half), float64(half), radius)
	dc.SetLineWidth(width)
	dc.SetRGB(1, 1, 1)
	dc.Stroke()
	return dc.AsMask()
}
