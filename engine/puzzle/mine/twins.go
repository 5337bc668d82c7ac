package mine

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// maxDiffering is the number of points on which the boards of one game recorded twice may differ: two pieces that
// moved.
const maxDiffering = 4

// WithoutTwins returns the puzzles of a list without those that resemble an earlier one: up to reflection, and with the
// colors swapped or not, the boards differ on at most four points, and either the solver makes the same moves or the
// number of the move is the same (but for 1, the number of positions that were set up). Most of them are from one game
// that was recorded twice.
func WithoutTwins(list []puzzle.Puzzle) []puzzle.Puzzle {
	var kept []puzzle.Puzzle
	var seen []image
	for i := range list {
		images := imagesOf(&list[i])
		if slices.ContainsFunc(seen, func(s image) bool { return s.resembles(&images[0]) }) {
			continue
		}
		kept, seen = append(kept, list[i]), append(seen, images[:]...)
	}
	return kept
}

// image is a puzzle, or its reflection from left to right or from side to side.
type image struct {
	placement board.Placement
	moves     []board.Move // of the solver
	number    int
}

func imagesOf(p *puzzle.Puzzle) (all [4]image) {
	pos := p.Position()
	placement, line := pos.Placement(), p.Line()
	for i := range all {
		at := func(s board.Square) board.Square {
			if i&1 != 0 {
				s = s.Mirror()
			}
			if i&2 != 0 {
				s = s.Flip()
			}
			return s
		}
		own := &all[i]
		own.number = p.Before.MoveNumber()
		for s, piece := range placement {
			if piece == board.NoPiece {
				continue
			}
			color := piece.Color()
			if i&2 != 0 {
				color = color.Opponent()
			}
			own.placement[at(board.Square(s))] = board.MakePiece(color, piece.Kind())
		}
		for j := 0; j < len(line); j += 2 {
			own.moves = append(own.moves, board.NewMove(at(line[j].From()), at(line[j].To())))
		}
	}
	return all
}

func (a *image) resembles(b *image) bool {
	differing := 0
	for s := range a.placement {
		if a.placement[s] != b.placement[s] {
			if differing++; differing > maxDiffering {
				return false
			}
		}
	}
	return a.number == b.number && a.number > 1 || slices.Equal(a.moves, b.moves)
}
