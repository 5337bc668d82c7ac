package render

import (
	"image"
	"strconv"

	"github.com/fogleman/gg"
)

// gradeSigns are the texts of the badges of grades, by [MarkKind] from Mistake on.
var gradeSigns = [...]string{"?", "??"}

// gradePictures returns the badges of grades in true color: a small disc with a symbol, at the upper right of a piece,
// where it leaves the character readable.
func gradePictures(l layout, st *style, f *fonts) [len(gradeSigns)]*image.RGBA {
	letters := newTextFace(f, l.em(0.36))
	return [len(gradeSigns)]*image.RGBA{
		paintBadge(l, st, letters, gradeSigns[0], l.em(0.36), st.turn, hex(0x1d1a17)),
		paintBadge(l, st, letters, gradeSigns[1], l.em(0.36), st.cross, st.markEdge),
	}
}

// numberPictures returns the numbers of destinations, from 1: on an empty point in the place of the dot, and at the
// upper right of a piece.
func numberPictures(l layout, st *style, f *fonts) (onPoint, onPiece [MaxNumber]*image.RGBA) {
	letters := newTextFace(f, l.em(0.36))
	for i := range MaxNumber {
		sign := strconv.Itoa(i + 1)
		onPoint[i] = paintBadge(l, st, letters, sign, 0, st.dot, st.markEdge)
		onPiece[i] = paintBadge(l, st, letters, sign, l.em(0.36), st.dot, st.markEdge)
	}
	return onPoint, onPiece
}

// paintBadge draws a small disc with a sign, so far to the right of a point and above it.
func paintBadge(l layout, st *style, letters *textFace, text string, off float64, ground, ink rgb) *image.RGBA {
	half := round(l.em(0.66))
	dc := gg.NewContext(2*half, 2*half)
	x, y := float64(half)+off, float64(half)-off
	dc.DrawCircle(x, y, l.em(0.28))
	dc.SetColor(st.markEdge.alpha(1))
	dc.Fill()
	dc.DrawCircle(x, y, l.em(0.25))
	dc.SetColor(ground.alpha(1))
	dc.Fill()
	img, _ := dc.Image().(*image.RGBA)
	sign := letters.fit(text, l.em(1))
	sign.draw(round(x-sign.width/2), baseline(round(y), letters.size), func(mask *image.Alpha, dx, dy int) {
		shade(img, mask, dx, dy, ink, 1)
	})
	return img
}
