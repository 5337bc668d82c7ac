package search

import (
	"slices"

	"xiangqibot/engine/board"
)

// RootMove is a move of the first position with what the search found out about it.
type RootMove struct {
	Move board.Move

	score, previousScore int // of this iteration and the one before
	depth, selDepth      int
	nodes                uint64
	pv                   *pvLine // in the worker's rootLines: root moves are sorted often, and so stay small
}

// searched reports whether anything was found out about the move in this iteration or the one before.
func (r *RootMove) searched() bool { return r.score > -infinity || r.previousScore > -infinity }

// updatePV makes the move's line go on as rest does. Where the score lies outside of the window and the line only stops
// sooner than before, nothing speaks against the longer one, which stays.
func (r *RootMove) updatePV(rest *pvLine, within bool) {
	if within || r.pv.n <= rest.n+1 || !slices.Equal(r.pv.moves[1:rest.n+1], rest.moves[:rest.n]) {
		r.pv.follow(r.Move, rest)
	}
}

// rootList are the moves of the first position, the best first.
type rootList []RootMove

// find returns a move, nil if it is not among them.
func (r rootList) find(m board.Move) *RootMove {
	for i := range r {
		if r[i].Move == m {
			return &r[i]
		}
	}
	return nil
}

// bestFirst puts the best move of an unfinished iteration first. Moves not yet searched in it come after, in the old
// order; a first move that has failed low without a replacement stays.
func (r rootList) bestFirst(depth int) {
	for i := range r {
		if r[i].depth != depth {
			r[i].score = -infinity
		}
	}
	if slices.ContainsFunc(r, func(m RootMove) bool { return m.score > -infinity }) {
		slices.SortStableFunc(r, byScore)
	}
}

func byScore(a, b RootMove) int {
	if a.score != b.score {
		return b.score - a.score
	}
	return b.previousScore - a.previousScore
}

// reportedScore is the score of a line as it is told. A line that an unfinished iteration did not come to has the score of the
// one before, but none above that of a line found better since: their depths differ, the order is that of the search.
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

// searched returns how many of the first lines a search that was cut off has looked at, in this iteration or the one
// before. The first line always counts, because a move is needed.
func (r rootList) searched(lines int) int {
	n := 1
	for n < lines && r[n].searched() {
		n++
	}
	return n
}
