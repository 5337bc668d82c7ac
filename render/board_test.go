package render

import (
	"fmt"
	"testing"

	"xiangqibot/engine/board"
)

// With the board either way up, the labels beside each point are its own: letters and ranks on all sides, file numbers
// on the side of the player who counts them that way.
func TestEdgeLabels(t *testing.T) {
	l := newLayout(DefaultHeight)
	chinese := []rune("一二三四五六七八九")
	for _, flipped := range []bool{false, true} {
		for e := range Coordinates(coordinatesCount) {
			a := edgeLabels(e, flipped)
			ofRed, ofBlack := a.lower, a.upper
			if flipped {
				ofRed, ofBlack = a.upper, a.lower
			}
			for sq := range board.NoSquare {
				at := l.point(sq, flipped)
				column, row := (at.X-l.margin)/l.cell, (at.Y-l.margin)/l.cell
				red, black, rank := fmt.Sprint(board.Files-sq.File()), fmt.Sprint(sq.File()+1), ""
				switch e {
				case Numerals:
					red = string(chinese[board.Files-sq.File()-1])
				case Digits:
				case Letters:
					red, black, rank = sq.String()[:1], sq.String()[:1], fmt.Sprint(sq.Rank())
				case LettersFromOne:
					red, black, rank = sq.String()[:1], sq.String()[:1], fmt.Sprint(sq.Rank()+1)
				}
				if ofRed[column] != red || ofBlack[column] != black {
					t.Errorf("edge %d, flipped %v: the files of %v are %s and %s, want %s and %s", e, flipped, sq, ofRed[column], ofBlack[column], red, black)
				}
				if rank != "" && a.sides[row] != rank || rank == "" && a.sides != nil {
					t.Errorf("edge %d, flipped %v: the rank of %v is in %v, want %q", e, flipped, sq, a.sides, rank)
				}
			}
		}
	}
}
