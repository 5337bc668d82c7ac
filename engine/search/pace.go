package search

import (
	"math"

	"xiangqibot/engine/board"
)

// pace is the time management between iterations. It decides how much of its share of the clock a move gets: an obvious
// move is played quickly, which leaves time for positions in which the search changes its mind.
//
// It uses three inputs, as strong engines do: for how many iterations the best move has been stable, how far its score
// has fallen, and the share of the nodes spent on it. The fewer nodes the others took, the sooner they were refuted.
type pace struct {
	best  board.Move
	same  int     // iterations in a row with this best move, beyond the first
	score float64 // of the iterations before, the later ones counting more
	begun bool
}

// The bounds of the factor. Its mean is near 1, so that as much of the clock is used as without it.
const (
	minPace, maxPace = 0.45, 2.2
	maxPaceScore     = 1000 // centipawns: beyond this the game is decided, and the score may jump as it likes
)

// update takes the result of an iteration: its best move, its score in centipawns, and the share of the nodes spent on
// it, from 0 to 1. It returns the factor for the share of the clock, from minPace to maxPace.
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

// factor returns the factor after an iteration over the root moves. percent scales its deviation from 1. It is 1 if
// several lines were requested.
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
