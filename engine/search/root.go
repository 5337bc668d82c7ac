package search

import (
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// rootMove is a move of the root position with what the search found.
type rootMove struct {
	Move board.Move

	score, previousScore int // of this iteration and the one before
	depth, selDepth      int
	nodes                uint64
	pv                   *pvLine // in the worker's rootPVs: root moves are sorted often, so keep them small
}

// searched reports whether the move has a score from this iteration or the one before.
func (r *rootMove) searched() bool { return r.score > -infinity || r.previousScore > -infinity }

// updatePV sets the principal variation to the move followed by rest. If the score is outside the window and the new
// line is only a shortened version of the old one, the old one is kept.
func (r *rootMove) updatePV(rest *pvLine, within bool) {
	if within || r.pv.n <= rest.n+1 || !slices.Equal(r.pv.moves[1:rest.n+1], rest.moves[:rest.n]) {
		r.pv.follow(r.Move, rest)
	}
}

// pvLine is a sequence of best moves.
type pvLine struct {
	moves [maxPly]board.Move
	n     int
}

func (l *pvLine) clear() { l.n = 0 }

// follow sets l to m followed by rest.
func (l *pvLine) follow(m board.Move, rest *pvLine) {
	l.moves[0] = m
	l.n = 1 + copy(l.moves[1:], rest.moves[:rest.n])
}

// rootList are the root moves, best first.
type rootList []rootMove

// find returns a move, nil if it is not among them.
func (r rootList) find(m board.Move) *rootMove {
	for i := range r {
		if r[i].Move == m {
			return &r[i]
		}
	}
	return nil
}

// bestFirst puts the best move of an unfinished iteration first. Moves not yet searched in it follow in the old order.
// If the first move has failed low and no other was found, it stays first.
func (r rootList) bestFirst(depth int) {
	for i := range r {
		if r[i].depth != depth {
			r[i].score = -infinity
		}
	}
	if slices.ContainsFunc(r, func(m rootMove) bool { return m.score > -infinity }) {
		slices.SortStableFunc(r, byScore)
	}
}

func byScore(a, b rootMove) int {
	if a.score != b.score {
		return b.score - a.score
	}
	return b.previousScore - a.previousScore
}

// reportedScore returns the score to report for a line. A line not reached by an unfinished iteration has the score of
// the previous one, capped by the scores of the lines ranked above it.
func (r rootList) reportedScore(line int) int {
	least := infinity
	for i := range r[:line+1] {
		score := r[i].score
		if score == -infinity {
			score = r[i].previousScore
		}
		least = min(least, score)
	}
	return least
}

// searched returns how many of the first lines were searched in this iteration or the one before, if the search was
// stopped. The first line always counts, because a move is needed.
func (r rootList) searched(lines int) int {
	n := 1
	for n < lines && r[n].searched() {
		n++
	}
	return n
}

// Info reports the progress of a search. There is one for every line of every finished iteration.
type Info struct {
	// Depth is the iteration in plies, SelDepth the longest line searched. Depth is 0 if the search was stopped before
	// it had searched any move; the score is then the static evaluation.
	Depth, SelDepth int
	// Line is the number of the line (UCI's multipv), from 1. It exceeds 1 only if several were requested.
	Line int
	// Score is in centipawns for the side to move. Mate is the number of own moves to a mate, negative if the side to
	// move is mated, 0 if no mate was found. As in other engines, a win because the opponent can only make forbidden
	// repetitions counts as a mate.
	Score, Mate int
	Nodes       uint64
	Time        time.Duration
	// HashFull is the part of the table that this search has filled, in per mille.
	HashFull int
	// PV is the principal variation. The receiver owns it.
	PV []board.Move
}

// Result is the end of a search.
type Result struct {
	// Best is the move to play, NoMove only if there is no legal one. Ponder is the expected reply, if any.
	Best, Ponder board.Move
	// Info is that of the best line.
	Info
	// Lines are the best moves with their principal variations, best first: as many as were requested, exist and were
	// searched, at least one. No line has a higher score than the one before it. If the search was stopped, the lower
	// ones may come from the previous iteration.
	Lines []Info
}

// resultOf makes a result from its lines, which are ordered best first.
func resultOf(lines []Info) Result {
	res := Result{Info: lines[0], Lines: lines}
	res.Best = res.PV[0]
	if len(res.PV) > 1 {
		res.Ponder = res.PV[1]
	}
	return res
}
