package render

import (
	"image"

	"github.com/fogleman/gg"
)

// gradeSigns are the texts of the badges of grades, by [MarkKind] from Mistake on.
var gradeSigns = [...]string{"?", "??"}

// gradePictures returns the badges of grades in true color: a small disc with a symbol, at the upper right of a piece,
// where it leaves the character readable.
func gradePictures(l layout, st *style, f *fonts) [len(gradeSigns)]*image.RGBA {
	looks := [len(gradeSigns)]struct{ ground, ink rgb }{{st.turn, hex(0x1d1a17)}, {st.cross, st.markEdge}}
	letters := newTextFace(f, l.em(0.36))
	var pictures [len(gradeSigns)]*image.RGBA
	for i, look := range looks {
		half := round(l.em(0.66))
		dc := gg.NewContext(2*half, 2*half)
		x, y := float64(half)+l.em(0.36), float64(half)-l.em(0.36)
		dc.DrawCircle(x, y, l.em(0.28))
		dc.SetColor(st.markEdge.alpha(1))
		dc.Fill()
		dc.DrawCircle(x, y, l.em(0.25))
		dc.SetColor(look.ground.alpha(1))
		dc.Fill()
		img, _ := dc.Image().(*image.RGBA)
		sign := letters.fit(gradeSigns[i], l.em(1))
		sign.draw(round(x-sign.width/2), baseline(round(y), letters.size), func(mask *image.Alpha, dx, dy int) {
			shade(img, mask, dx, dy, look.ink, 1)
		})
		pictures[i] = img
	}
	return pictures
}
