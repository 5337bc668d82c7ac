package search

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// path is the trail of the positions that led to the present one: those of the game, and those of the line being searched.
type path struct{ rules.Trail }

// naturalLimit is the number of counted plies without a capture that ends the game in a draw: sixty rounds.
const naturalLimit = 120

// reset lays the path of a game, with room for the deepest line, and returns its last position.
func (p *path) reset(rec *board.Record) board.Position {
	pos := p.Follow(rec)
	p.Reserve(maxPly + 8)
	return pos
}

// repetition tells whether the present position decides the line because it stood before, and the score for the side to
// move if so. One earlier stand inside the searched line is enough: whoever could leave the circle would have done so. Stands
// in the game itself count as the rules have it, three in all.
func (p *path) repetition(pos *board.Position, ply int) (score int, ok bool) {
	back := p.Again(1)
	if back >= ply {
		back = p.Again(2)
	}
	if back == 0 {
		return 0, false
	}
	switch p.Circle(pos, back, rules.ChasesByPair) {
	case rules.MoverLoses:
		return forbiddenScore - ply, true
	case rules.MoverWins:
		return ply - forbiddenScore, true
	default:
		return drawScore, true
	}
}
