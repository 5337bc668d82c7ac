package render

import (
	"image"
	"image/color"
	"math"
	"strconv"

	"github.com/fogleman/gg"
)

// mark is a sprite that marks a square. A [MarkKind] has a mark for an empty point and one for a piece.
type mark int

const (
	lastOrigin         mark = iota // of the last move: under the pieces
	lastTarget                     // of the last move: under the pieces
	checkGlow                      // under the king
	checkAlarm                     // over the king
	emptyDestination               // on an empty point
	captureDestination             // around a piece
	emptyObstacle                  // on an empty point
	pieceObstacle                  // at the upper right of a piece
	selectedPiece                  // around it
	markCount                      // the number of marks
)

// markPainters draw the marks.
var markPainters = [markCount]func(stamp){
	lastOrigin:         stamp.lastOrigin,
	lastTarget:         stamp.lastTarget,
	checkGlow:          stamp.checkGlow,
	checkAlarm:         stamp.checkAlarm,
	emptyDestination:   stamp.emptyDestination,
	captureDestination: stamp.captureDestination,
	emptyObstacle:      stamp.emptyObstacle,
	pieceObstacle:      stamp.pieceObstacle,
	selectedPiece:      stamp.selectedPiece,
}

// stamp draws a mark or a badge, in true color on a transparent square with the point (mid, mid) in its center.
type stamp struct {
	layout
	dc  *gg.Context
	st  *style
	mid float64
}

// paintStamp returns the picture that draw draws.
func paintStamp(l layout, st *style, draw func(stamp)) *image.RGBA {
	half := round(l.em(0.80))
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	s := stamp{l, gg.NewContextForRGBA(img), st, float64(half)}
	s.dc.SetLineCapRound()
	s.dc.SetLineJoinRound()
	draw(s)
	return img
}

// disc fills a circle with a color.
func (s stamp) disc(x, y, radius float64, c color.Color) {
	s.dc.DrawCircle(x, y, radius)
	s.dc.SetColor(c)
	s.dc.Fill()
}

// outlined strokes the path that draw makes, first wider in the edge color and then in its own color, so that the mark
// stands out on any background. The widths are in cells.
func (s stamp) outlined(width, edge float64, c, around rgb, draw func()) {
	for _, pass := range []struct {
		width float64
		c     rgb
	}{{s.em(width) + 2*s.em(edge), around}, {s.em(width), c}} {
		draw()
		s.dc.SetLineWidth(pass.width)
		s.dc.SetColor(pass.c.alpha(1))
		s.dc.Stroke()
	}
}

// brackets adds four brackets in the corners of the cell to the path.
func (s stamp) brackets(reach, length float64) {
	for _, sx := range []float64{-1, 1} {
		for _, sy := range []float64{-1, 1} {
			x, y := s.mid+sx*reach, s.mid+sy*reach
			s.dc.MoveTo(x-sx*length, y)
			s.dc.LineTo(x, y)
			s.dc.LineTo(x, y-sy*length)
		}
	}
}

// diagonals adds a cross centered on a point to the path.
func (s stamp) diagonals(x, y, reach float64) {
	s.dc.MoveTo(x-reach, y-reach)
	s.dc.LineTo(x+reach, y+reach)
	s.dc.MoveTo(x-reach, y+reach)
	s.dc.LineTo(x+reach, y-reach)
}

// ring adds a circle around the disc of a piece to the path.
func (s stamp) ring(off float64) { s.dc.DrawCircle(s.mid, s.mid, s.radius+s.em(off)) }

// lastOrigin draws brackets, a faint disc and a small ring.
func (s stamp) lastOrigin() {
	s.disc(s.mid, s.mid, s.radius*0.62, s.st.last.alpha(0.22))
	s.outlined(0.055, 0.016, s.st.last, s.st.lastEdge, func() { s.brackets(s.em(0.42), s.em(0.17)) })
	s.outlined(0.050, 0.016, s.st.last, s.st.lastEdge, func() { s.dc.DrawCircle(s.mid, s.mid, s.em(0.11)) })
}

// lastTarget draws brackets and a ring close around the disc.
func (s stamp) lastTarget() {
	s.outlined(0.055, 0.016, s.st.last, s.st.lastEdge, func() { s.ring(0.022) })
	s.outlined(0.065, 0.016, s.st.last, s.st.lastEdge, func() { s.brackets(s.em(0.455), s.em(0.15)) })
}

// checkGlow draws a glow around the disc.
func (s stamp) checkGlow() {
	glow := blur(discMask(int(s.mid), 0, 0, s.radius*1.22), max(1, round(s.em(0.055))))
	shade(s.dc.Image().(*image.RGBA), glow, 0, 0, s.st.check, 0.95)
}

// checkAlarm draws a jagged ring over the edge of the disc.
func (s stamp) checkAlarm() {
	const teeth = 24
	s.dc.SetFillRuleEvenOdd()
	for i := range 2 * teeth {
		r := s.radius * 1.10
		if i%2 == 0 {
			r = s.radius * 1.21
		}
		sin, cos := math.Sincos(math.Pi * float64(i) / teeth)
		s.dc.LineTo(s.mid+r*cos, s.mid+r*sin)
	}
	s.dc.ClosePath()
	s.dc.DrawCircle(s.mid, s.mid, s.radius*0.985) // the rim stays visible: it shows the side
	s.dc.SetColor(s.st.check.alpha(1))
	s.dc.FillPreserve()
	s.dc.SetLineWidth(max(1, s.em(0.016)))
	s.dc.SetColor(s.st.markEdge.alpha(0.6))
	s.dc.Stroke()
}

// emptyDestination draws a dot.
func (s stamp) emptyDestination() {
	s.disc(s.mid, s.mid, s.em(0.165), s.st.markEdge.alpha(0.95))
	s.disc(s.mid, s.mid, s.em(0.135), s.st.dot.alpha(1))
}

// captureDestination draws a ring.
func (s stamp) captureDestination() {
	s.outlined(0.075, 0.018, s.st.dot, s.st.markEdge, func() { s.ring(0.02) })
}

// emptyObstacle draws a cross.
func (s stamp) emptyObstacle() {
	s.outlined(0.105, 0.028, s.st.cross, s.st.markEdge, func() { s.diagonals(s.mid, s.mid, s.em(0.27)) })
}

// pieceObstacle draws a ring, and a cross at the upper right, where it leaves the character readable.
func (s stamp) pieceObstacle() {
	s.outlined(0.075, 0.018, s.st.cross, s.st.markEdge, func() { s.ring(0.02) })
	x, y := s.mid+s.em(0.36), s.mid-s.em(0.36)
	s.disc(x, y, s.em(0.225), s.st.markEdge.alpha(1))
	s.disc(x, y, s.em(0.195), s.st.cross.alpha(1))
	s.diagonals(x, y, s.em(0.085))
	s.dc.SetLineWidth(s.em(0.065))
	s.dc.SetColor(s.st.markEdge.alpha(1))
	s.dc.Stroke()
}

// selectedPiece draws a dashed ring.
func (s stamp) selectedPiece() {
	s.outlined(0.085, 0.018, s.st.last, s.st.markEdge, func() {
		for i := range 4 {
			from := math.Pi * (0.5*float64(i) + 0.10)
			s.dc.NewSubPath()
			s.dc.DrawArc(s.mid, s.mid, s.radius+s.em(0.02), from, from+math.Pi*0.30)
		}
	})
}

// gradeSigns are the texts of the badges of grades, by [MarkKind] from Mistake on.
var gradeSigns = [...]string{"?", "??"}

// gradePictures returns the badges of grades in true color: a small disc with a symbol, at the upper right of a piece,
// where it leaves the character readable.
func gradePictures(l layout, st *style, f *fonts) [len(gradeSigns)]*image.RGBA {
	return [len(gradeSigns)]*image.RGBA{
		paintBadge(l, st, f, gradeSigns[0], l.em(0.36), st.turn, hex(0x1d1a17)),
		paintBadge(l, st, f, gradeSigns[1], l.em(0.36), st.cross, st.markEdge),
	}
}

// numberPictures returns the numbers of destinations, from 1: on an empty point in the place of the dot, and at the
// upper right of a piece.
func numberPictures(l layout, st *style, f *fonts) (onPoint, onPiece [MaxNumber]*image.RGBA) {
	for i := range MaxNumber {
		sign := strconv.Itoa(i + 1)
		onPoint[i] = paintBadge(l, st, f, sign, 0, st.dot, st.markEdge)
		onPiece[i] = paintBadge(l, st, f, sign, l.em(0.36), st.dot, st.markEdge)
	}
	return onPoint, onPiece
}

// paintBadge draws a small disc with a text. Its center is offset pixels to the right of a point and as many above it.
func paintBadge(l layout, st *style, f *fonts, text string, offset float64, ground, ink rgb) *image.RGBA {
	return paintStamp(l, st, func(s stamp) {
		x, y := s.mid+offset, s.mid-offset
		s.disc(x, y, l.em(0.28), st.markEdge.alpha(1))
		s.disc(x, y, l.em(0.25), ground.alpha(1))
		img := s.dc.Image().(*image.RGBA)
		line := f.fit(text, l.em(0.36), l.em(1))
		line.draw(round(x-line.width/2), round(y), func(mask *image.Alpha, dx, dy int) { shade(img, mask, dx, dy, ink, 1) })
	})
}
