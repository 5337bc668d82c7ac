package search

import (
	"math"

	"xiangqibot/engine/board"
)

// pace judges after each iteration how much of its share of the clock the move deserves: a move that everything speaks
// for comes quickly, and time is left for positions in which the search changes its mind.
//
// It looks at three things, as strong engines do: for how many iterations the best move has been the same, how far its
// score has dropped, and how much of the work of the iteration the best move took by itself. The less the others took,
// the sooner they were refuted.
type pace struct {
	best  board.Move
	same  int     // iterations in a row with this best move, beyond the first
	score float64 // of the iterations before, the later ones counting more
	begun bool
}

// The bounds of a pace. All factors together have a mean near 1, so that the whole clock is used as it was without.
const (
	minPace, maxPace = 0.45, 2.2
	maxPaceScore     = 1000 // centipawns: beyond this the game is decided, and the score may jump as it likes
)

// update takes in an iteration: its best move with its score in centipawns, and the share of the nodes, from 0 to 1,
// that it took. It returns the factor for the share of the clock, from paceLeast to paceMost.
func (p *pace) update(best board.Move, score int, share float64) float64 {
	now := float64(max(min(score, maxPaceScore), -maxPaceScore))
	if !p.begun {
		p.begun, p.best, p.score = true, best, now
	}
	if best == p.best {
		p.same++
	} else {
		p.best, p.same = best, 0
	}
	settled := 1.25 - 0.07*float64(min(p.same, 8))
	falling := min(max(1+(p.score-now)/120, 0.9), 1.6)
	effort := 1.45 - 0.6*share
	p.score += (now - p.score) / 2
	return math.Min(math.Max(settled*falling*effort, minPace), maxPace)
}

// factor is that of an iteration over the moves of the root, which follows what pace says by so many per cent. It is 1
// where several lines are wanted: the best move does not have to wait for the others then.
func (p *pace) factor(root rootList, lines, percent int) float64 {
	if lines > 1 {
		return 1
	}
	all := uint64(0)
	for i := range root {
		all += root[i].nodes
	}
	first := &root[0]
	factor := p.update(first.Move, first.score, float64(first.nodes)/float64(max(all, 1)))
	return 1 + (factor-1)*float64(percent)/100
}
