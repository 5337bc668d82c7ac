package mine

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/search"
)

// The ratings of puzzles for beginners.
const (
	easiest       = 300
	hardestSimple = 900
)

// Rate returns the estimated rating of a puzzle. Longer ones are harder, and so are a quiet first move, a sacrifice, a
// move backward or over a long way, one of a horse or cannon, and many other moves that look like the solution. The
// weights are guesses, in the proportions of what people say; results of solvers correct them later.
func Rate(p *puzzle.Puzzle) int {
	pos, first := p.Position(), p.Root.Correct[0].Move
	legal := pos.LegalMoves(nil)
	others := -1 // without the solution
	for _, m := range legal {
		if p.Goal == puzzle.Hold || looksLike(p.Goal, &pos, m) {
			others++
		}
	}
	effort := 3*len(legal) + sight(&pos, first)
	if p.ForBeginners() {
		base := map[puzzle.Goal]int{puzzle.Mate: 150, puzzle.Gain: 200, puzzle.Hold: 350}
		return min(max(base[p.Goal]+(effort+25*min(others, 10))*17/10, easiest), hardestSimple)
	}
	rating := 850 + 150*(p.Moves()*2-1)/2 + effort + 8*min(others, 10)
	switch {
	case !search.SEEAtLeast(&pos, first, -300):
		rating += 150 // it gives something away
	case pos.GivesCheck(first) || pos.At(first.To()) != board.NoPiece:
		rating -= 200
	default:
		rating += 200
	}
	return rating
}

// looksLike reports whether a move is of the kind that the solver looks for first.
func looksLike(g puzzle.Goal, pos *board.Position, m board.Move) bool {
	if g == puzzle.Mate {
		return pos.GivesCheck(m)
	}
	return pos.GivesCheck(m) || pos.At(m.To()) != board.NoPiece
}

// sight is how much harder a move is to see than a short one of a rook forward.
func sight(pos *board.Position, m board.Move) int {
	piece, from, to := pos.At(m.From()), m.From(), m.To()
	ranks, files := to.Rank()-from.Rank(), to.File()-from.File()
	points := 9 * (max(ranks, -ranks) + max(files, -files))
	if piece.Color() == board.Red && ranks < 0 || piece.Color() == board.Black && ranks > 0 {
		points += 60
	}
	switch piece.Kind() {
	case board.Horse:
		points += 45
	case board.Cannon:
		points += 55
	default:
	}
	return points
}
