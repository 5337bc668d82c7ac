package render

import (
	"image"
	"math"
	"slices"

	"github.com/fogleman/gg"

	"xiangqibot/engine/board"
)

// The dimensions of an arrow, in cells.
const (
	arrowTail       = 0.40  // from the center of the origin to the shaft
	arrowTip        = 0.10  // from the tip to the center of an empty target
	arrowTipCapture = 0.34  // from the tip to the center of a target with a piece
	arrowTipNumber  = 0.26  // from the tip to the center of a target with a number
	arrowMinLength  = 0.56  // minimum length; an arrow that short covers part of both pieces
	arrowWidth      = 0.15  // of the shaft
	arrowHead       = 0.34  // length of the head
	arrowBarbs      = 0.21  // from the center line of the shaft to the end of a barb
	arrowEdge       = 0.030 // width of the outline
	arrowDash       = 0.20  // length of a dash of the best move
	arrowGap        = 0.13  // between two dashes
)

// drawArrow draws an arrow. Its mask is made each time: there are too many different arrows to bake.
func (p *picture) drawArrow(a Arrow) {
	l, st := p.layout, p.st
	from, to := p.at(a.Move.From()), p.at(a.Move.To())
	if from == to {
		return
	}
	box := image.Rectangle{Min: from, Max: to}.Canon()
	box.Max = box.Max.Add(image.Pt(1, 1))
	box = box.Inset(-round(l.em(0.5)))
	tip := arrowTip
	if p.scene.Position.At(a.Move.To()) != board.NoPiece {
		tip = arrowTipCapture
	} else if a.Kind == Candidate {
		tip = arrowTipNumber
	}
	ink := st.cross
	if a.Kind != PlayedMove {
		ink = st.dot
	}
	dx, dy := float64(to.X-from.X), float64(to.Y-from.Y)
	start, end := l.em(arrowTail), math.Hypot(dx, dy)-l.em(tip) // as distances from the origin
	if short := l.em(arrowMinLength) - (end - start); short > 0 {
		start, end = start-short/2, end+short/2
	}
	for _, pass := range [...]struct {
		edge float64
		ink  rgb
	}{{l.em(arrowEdge), st.markEdge}, {0, ink}} {
		dc := gg.NewContext(box.Dx(), box.Dy())
		dc.Translate(float64(from.X-box.Min.X), float64(from.Y-box.Min.Y))
		dc.Rotate(math.Atan2(dy, dx))
		dc.Translate(start, 0)
		drawShape(dc, l, a.Kind, end-start, pass.edge)
		p.ink(pass.ink)(dc.AsMask(), box.Min.X, box.Min.Y)
	}
}

// drawShape draws the shaft and the head of an arrow of a kind and a length, from left to right and widened by edge on
// all sides.
func drawShape(dc *gg.Context, l layout, k ArrowKind, length, edge float64) {
	dc.SetRGB(1, 1, 1)
	dc.SetLineJoinRound()
	head, barbs := min(l.em(arrowHead), length*0.9), l.em(arrowBarbs)
	neck := length - head
	if k == BestMove {
		dc.SetLineCapRound()
		dc.SetLineWidth(l.em(arrowWidth*0.72) + 2*edge)
		dc.MoveTo(neck+head*0.25, -barbs)
		dc.LineTo(length-l.em(0.05), 0)
		dc.LineTo(neck+head*0.25, barbs)
		dc.Stroke()
		dc.SetLineCapButt()
		for end := length - l.em(0.10); end > 0; end -= l.em(arrowDash + arrowGap) {
			dc.DrawLine(max(end-l.em(arrowDash), 0)-edge, 0, end+edge, 0)
			dc.Stroke()
		}
		return
	}
	half := l.em(arrowWidth) / 2
	for _, p := range [...][2]float64{
		{0, -half}, {neck, -half}, {neck - head*0.08, -barbs}, {length, 0}, {neck - head*0.08, barbs}, {neck, half}, {0, half},
	} {
		dc.LineTo(p[0], p[1])
	}
	dc.ClosePath()
	if edge > 0 {
		dc.SetLineWidth(2 * edge)
		dc.FillPreserve()
		dc.Stroke()
		return
	}
	dc.Fill()
}

// numberPlaces returns where the number of each arrow of a scene is: on an empty target, at the upper right of a piece
// there, or where that place is taken, farther back on the shaft. The last arrow, which is above all others, chooses
// first.
func (p *picture) numberPlaces() []image.Point {
	const apart = 0.60 // between two numbers, in cells
	places := make([]image.Point, len(p.scene.Arrows))
	var taken []image.Point
	for i, a := range slices.Backward(p.scene.Arrows) {
		if a.Number == 0 {
			continue
		}
		from, to := p.at(a.Move.From()), p.at(a.Move.To())
		whole := math.Hypot(float64(to.X-from.X), float64(to.Y-from.Y))
		best := -1.0
		for _, back := range [...]float64{0, 0.95, 1.30, 1.65, 2.00, 0.50} {
			at := to
			switch share := p.em(back) / max(whole, 1); {
			case share > 1:
				continue
			case back > 0:
				at = at.Add(image.Pt(round(float64(from.X-to.X)*share), round(float64(from.Y-to.Y)*share)))
			case p.scene.Position.At(a.Move.To()) != board.NoPiece:
				at = at.Add(image.Pt(round(p.em(0.36)), -round(p.em(0.36))))
			}
			free := p.em(apart)
			for _, t := range taken {
				free = min(free, math.Hypot(float64(t.X-at.X), float64(t.Y-at.Y)))
			}
			if free > best {
				best, places[i] = free, at
			}
		}
		taken = append(taken, places[i])
	}
	return places
}
