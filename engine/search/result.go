package search

import (
	"time"

	"xiangqibot/engine/board"
)

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
