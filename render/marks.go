package render

import (
	"image"
	"math"
	"strconv"

	"github.com/fogleman/gg"
)

// mark is what marks a square.
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

// markPainters draw the marks in true color.
var markPainters = [markCount]func(layout, *style) *image.RGBA{
	paintOrigin, paintTarget, paintGlow, paintAlarm, paintDot, paintRing, paintCross, paintObstacleBadge, paintSelected,
}

// markCanvas returns a square canvas for a mark, and the coordinate of its center.
func markCanvas(l layout) (*gg.Context, float64) {
	half := round(l.em(0.62))
	dc := gg.NewContext(2*half, 2*half)
	dc.SetLineCapRound()
	dc.SetLineJoinRound()
	return dc, float64(half)
}

// strokeOutlined strokes the path that draw makes, first wider in the edge color and then in its own color, so that the
// mark stands out on any background.
func strokeOutlined(dc *gg.Context, width, edge float64, c, around rgb, draw func()) {
	for _, pass := range []struct {
		width float64
		c     rgb
	}{{width + 2*edge, around}, {width, c}} {
		draw()
		dc.SetLineWidth(pass.width)
		dc.SetColor(pass.c.alpha(1))
		dc.Stroke()
	}
}

// brackets adds four brackets in the corners of the cell to the path.
func brackets(dc *gg.Context, mid, reach, length float64) {
	for _, sx := range []float64{-1, 1} {
		for _, sy := range []float64{-1, 1} {
			x, y := mid+sx*reach, mid+sy*reach
			dc.MoveTo(x-sx*length, y)
			dc.LineTo(x, y)
			dc.LineTo(x, y-sy*length)
		}
	}
}

// paintOrigin draws the mark of the last move's origin: brackets, a faint disc and a small ring.
func paintOrigin(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	dc.DrawCircle(mid, mid, l.radius*0.62)
	dc.SetColor(st.last.alpha(0.22))
	dc.Fill()
	strokeOutlined(dc, l.em(0.055), l.em(0.016), st.last, st.lastEdge, func() { brackets(dc, mid, l.em(0.42), l.em(0.17)) })
	strokeOutlined(dc, l.em(0.050), l.em(0.016), st.last, st.lastEdge, func() { dc.DrawCircle(mid, mid, l.em(0.11)) })
	return dc.Image().(*image.RGBA)
}

// paintTarget draws the mark of the last move's target: brackets and a ring close around the disc.
func paintTarget(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	strokeOutlined(dc, l.em(0.055), l.em(0.016), st.last, st.lastEdge, func() { dc.DrawCircle(mid, mid, l.radius+l.em(0.022)) })
	strokeOutlined(dc, l.em(0.065), l.em(0.016), st.last, st.lastEdge, func() { brackets(dc, mid, l.em(0.455), l.em(0.15)) })
	return dc.Image().(*image.RGBA)
}

// paintGlow draws the glow around a king in check.
func paintGlow(l layout, st *style) *image.RGBA {
	half := round(l.em(0.80))
	img := image.NewRGBA(image.Rect(0, 0, 2*half, 2*half))
	glow := blur(discMask(half, 0, 0, l.radius*1.22), max(1, round(l.em(0.055))))
	shade(img, glow, 0, 0, st.check, 0.95)
	return img
}

// paintAlarm draws the jagged ring over the edge of a king in check.
func paintAlarm(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	const teeth = 24
	star := func() {
		for i := range 2 * teeth {
			r := l.radius * 1.10
			if i%2 == 0 {
				r = l.radius * 1.21
			}
			sin, cos := math.Sincos(math.Pi * float64(i) / teeth)
			dc.LineTo(mid+r*cos, mid+r*sin)
		}
		dc.ClosePath()
		dc.DrawCircle(mid, mid, l.radius*0.985) // the rim stays visible: it shows the side
	}
	dc.SetFillRuleEvenOdd()
	star()
	dc.SetColor(st.check.alpha(1))
	dc.FillPreserve()
	dc.SetLineWidth(max(1, l.em(0.016)))
	dc.SetColor(st.markEdge.alpha(0.6))
	dc.Stroke()
	return dc.Image().(*image.RGBA)
}

// paintDot draws the mark of an empty destination.
func paintDot(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	dc.DrawCircle(mid, mid, l.em(0.165))
	dc.SetColor(st.markEdge.alpha(0.95))
	dc.Fill()
	dc.DrawCircle(mid, mid, l.em(0.135))
	dc.SetColor(st.dot.alpha(1))
	dc.Fill()
	return dc.Image().(*image.RGBA)
}

// paintRing draws the mark of a piece that may be captured.
func paintRing(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	strokeOutlined(dc, l.em(0.075), l.em(0.018), st.dot, st.markEdge, func() { dc.DrawCircle(mid, mid, l.radius+l.em(0.02)) })
	return dc.Image().(*image.RGBA)
}

// diagonals adds a cross centered on a point to the path.
func diagonals(dc *gg.Context, x, y, reach float64) {
	dc.MoveTo(x-reach, y-reach)
	dc.LineTo(x+reach, y+reach)
	dc.MoveTo(x-reach, y+reach)
	dc.LineTo(x+reach, y-reach)
}

// paintCross draws the mark of an empty point that forbids a move.
func paintCross(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	strokeOutlined(dc, l.em(0.105), l.em(0.028), st.cross, st.markEdge, func() { diagonals(dc, mid, mid, l.em(0.27)) })
	return dc.Image().(*image.RGBA)
}

// paintObstacleBadge draws the mark of a piece that forbids a move: a ring, and a cross at the upper right, where it
// leaves the character readable.
func paintObstacleBadge(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	strokeOutlined(dc, l.em(0.075), l.em(0.018), st.cross, st.markEdge, func() { dc.DrawCircle(mid, mid, l.radius+l.em(0.02)) })
	x, y := mid+l.em(0.36), mid-l.em(0.36)
	dc.DrawCircle(x, y, l.em(0.225))
	dc.SetColor(st.markEdge.alpha(1))
	dc.Fill()
	dc.DrawCircle(x, y, l.em(0.195))
	dc.SetColor(st.cross.alpha(1))
	dc.Fill()
	diagonals(dc, x, y, l.em(0.085))
	dc.SetLineWidth(l.em(0.065))
	dc.SetColor(st.markEdge.alpha(1))
	dc.Stroke()
	return dc.Image().(*image.RGBA)
}

// paintSelected draws the mark of a selected piece.
func paintSelected(l layout, st *style) *image.RGBA {
	dc, mid := markCanvas(l)
	strokeOutlined(dc, l.em(0.085), l.em(0.018), st.last, st.markEdge, func() {
		for i := range 4 {
			from := math.Pi * (0.5*float64(i) + 0.10)
			dc.NewSubPath()
			dc.DrawArc(mid, mid, l.radius+l.em(0.02), from, from+math.Pi*0.30)
		}
	})
	return dc.Image().(*image.RGBA)
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

// paintBadge draws a small disc with a sign, so far to the right of a point and above it.
func paintBadge(l layout, st *style, f *fonts, text string, off float64, ground, ink rgb) *image.RGBA {
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
	sign := f.fit(text, l.em(0.36), l.em(1))
	sign.draw(round(x-sign.width/2), round(y), func(mask *image.Alpha, dx, dy int) {
		shade(img, mask, dx, dy, ink, 1)
	})
	return img
}
