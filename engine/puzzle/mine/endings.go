package mine

import (
	"math/rand/v2"
	"slices"
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/puzzle"
)

// Criteria of puzzles from the endgame tables.
const (
	endingChoice = 4  // legal moves at least
	endingMate   = 9  // plies of the win at least: shorter ones are mates
	endingLoss   = 60 // plies within which a wrong move loses: longer losses are no lesson
)

// Ending tries a random position with the pieces of an ending. It returns a puzzle if one move wins and all others
// draw, or one draws and all others lose, and if that move is no capture and saves no piece that is attacked; otherwise
// nil.
func Ending(tables *endgame.Tables, pieces []board.Piece, rng *rand.Rand) *puzzle.Puzzle {
	before, ok := scatter(pieces, rng)
	if !ok {
		return nil
	}
	moves := before.LegalMoves(nil)
	if len(moves) == 0 {
		return nil
	}
	prior := moves[rng.IntN(len(moves))]
	if before.At(prior.To()) != board.NoPiece {
		return nil
	}
	return ending(tables, &before, prior)
}

// Endings lists the pieces of the endings in the tables: the attackers and guards of a strong side against each choice
// of guards of the other.
func Endings(tables *endgame.Tables) (all [][]board.Piece) {
	for _, strongest := range endgame.Standard() {
		if tables.Table(strongest) == nil {
			continue
		}
		strong, _, _ := strings.Cut(strongest.String(), "-")
		for _, weak := range []string{"k", "ka", "kb", "kaa", "kab", "kbb", "kaab", "kabb", "kaabb"} {
			var pieces []board.Piece
			for _, letter := range strong + weak {
				piece, _ := board.PieceOf(byte(letter))
				pieces = append(pieces, piece)
			}
			all = append(all, pieces)
		}
	}
	return all
}

// scatter puts pieces on random points, with either side to move.
func scatter(pieces []board.Piece, rng *rand.Rand) (board.Position, bool) {
	const tries = 20
	for range tries {
		setup := board.Setup{SideToMove: board.Color(rng.IntN(2)), MoveNumber: 1}
		for _, piece := range pieces {
			for {
				if s := board.Square(rng.IntN(board.Squares)); setup.Placement[s] == board.NoPiece && mayStand(piece, s) {
					setup.Placement[s] = piece
					break
				}
			}
		}
		if pos, err := board.NewPosition(setup); err == nil {
			return pos, true
		}
	}
	return board.Position{}, false
}

// mayStand reports whether a piece may be on a square; a pawn only across the river.
func mayStand(piece board.Piece, s board.Square) bool {
	return board.ReachableSquares(piece).Has(s) && (piece.Kind() != board.Pawn || s.Crossed(piece.Color()))
}

// ending returns the puzzle of the position after a move, nil if there is none.
func ending(tables *endgame.Tables, before *board.Position, prior board.Move) *puzzle.Puzzle {
	pos := *before
	pos.Make(prior)
	moves := pos.LegalMoves(nil)
	if len(moves) < endingChoice || pos.InCheck() {
		return nil
	}
	value, known := tables.Probe(&pos)
	if !known || value.Outcome == endgame.Loss ||
		value.Outcome == endgame.Win && value.Plies < endingMate {
		return nil
	}
	only := board.NoMove
	for _, m := range moves {
		after := pos
		after.Make(m)
		v, known := tables.Probe(&after)
		switch v = v.Parent(); {
		case !known:
			return nil
		case v.Outcome == endgame.Loss && v.Plies > endingLoss:
			return nil
		case v.Outcome != value.Outcome:
		case only != board.NoMove:
			return nil
		default:
			only = m
		}
	}
	if only == board.NoMove || pos.At(only.To()) != board.NoPiece || obvious(&pos, only) {
		return nil
	}
	p := &puzzle.Puzzle{
		Before: *before, Prior: prior, Goal: puzzle.Hold, Phase: board.Endgame, Source: puzzle.Tables,
		Root: puzzle.Node{Correct: []puzzle.Branch{{Move: only}}}, Themes: []string{puzzle.Technique},
	}
	if value.Outcome == endgame.Win {
		p.Goal = puzzle.Win
	}
	p.Rating = Rate(p)
	return p
}

// obvious reports whether a move saves the piece that moves from being taken.
func obvious(pos *board.Position, m board.Move) bool {
	passed := *pos
	passed.MakeNull()
	return pos.At(m.From()).Kind() != board.King &&
		slices.ContainsFunc(passed.LegalMoves(nil), func(reply board.Move) bool { return reply.To() == m.From() })
}
