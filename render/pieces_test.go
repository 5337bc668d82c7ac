package render

import (
	"image"
	"math"
	"testing"

	"xiangqibot/engine/board"
)

// The signs of a set stay on the face of the disc. A brush stroke may cross the ring; a pictogram may not.
func TestSignsStayOnTheDisc(t *testing.T) {
	f := newFonts()
	const radius, mid = 92.0, 124.0
	for _, set := range PieceSets() {
		limit := 0.945
		if set == Pictograms {
			limit = 0.845
		}
		for _, p := range allPieces() {
			farthest := 0.0
			sign := set.glyph(f, p, radius, mid)
			for y := sign.Rect.Min.Y; y < sign.Rect.Max.Y; y++ {
				for x := sign.Rect.Min.X; x < sign.Rect.Max.X; x++ {
					if sign.AlphaAt(x, y).A > 127 {
						farthest = max(farthest, math.Hypot(float64(x)+0.5-mid, float64(y)+0.5-mid))
					}
				}
			}
			switch {
			case farthest == 0:
				t.Errorf("%v: %c shows nothing", set, p.Letter())
			case farthest > radius*limit:
				t.Errorf("%v: %c reaches to %.3f of the disc's radius, want at most %.3f", set, p.Letter(), farthest/radius, limit)
			}
		}
	}
}

// No two kinds look alike, not even on the smallest board: at least a quarter of their ink differs.
func TestSignsDiffer(t *testing.T) {
	f := newFonts()
	l := newLayout(200)
	mid := l.em(1)
	for _, set := range PieceSets() {
		for _, a := range allPieces() {
			for _, b := range allPieces() {
				if a.Kind() >= b.Kind() || a.Color() != b.Color() {
					continue
				}
				if share := unshared(set.glyph(f, a, l.radius, mid), set.glyph(f, b, l.radius, mid)); share < 0.25 {
					t.Errorf("%v: %c and %c differ in only %.0f%% of their ink", set, a.Letter(), b.Letter(), 100*share)
				}
			}
		}
	}
}

// unshared is the share of the ink of two masks that the other one does not have.
func unshared(a, b *image.Alpha) float64 {
	differs, all := 0, 0
	both := a.Rect.Union(b.Rect)
	for y := both.Min.Y; y < both.Max.Y; y++ {
		for x := both.Min.X; x < both.Max.X; x++ {
			p, q := int(a.AlphaAt(x, y).A), int(b.AlphaAt(x, y).A)
			differs += max(p, q) - min(p, q)
			all += max(p, q)
		}
	}
	return float64(differs) / float64(all)
}

// allPieces are the fourteen pieces.
func allPieces() []board.Piece {
	var all []board.Piece
	for _, c := range []board.Color{board.Red, board.Black} {
		for kind := board.King; kind <= board.Pawn; kind++ {
			all = append(all, board.MakePiece(c, kind))
		}
	}
	return all
}
