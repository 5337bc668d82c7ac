package search

import (
	"fmt"
	"hash/fnv"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// path holds the positions that led to the current one, those of the game and those of the searched line, and the rules
// by which they are judged.
type path struct {
	rules.PositionHistory
	ruleset rules.Ruleset
	// nearRepetition is set if some position of the game has occurred so often that its next occurrence will be judged.
	nearRepetition bool
}

// reset sets the path to a game, reserves room for the deepest line, and returns the last position.
func (p *path) reset(rec *board.Record, ruleset rules.Ruleset) board.Position {
	p.ruleset = ruleset
	pos := p.Reset(rec)
	p.nearRepetition = ruleset.Repetitions == 2
	for range min(len(rec.Moves), pos.CaptureClock()) {
		p.nearRepetition = p.nearRepetition || p.RepetitionDistance(ruleset.Repetitions-2) > 0
		p.Pop()
	}
	p.Reset(rec)
	p.Reserve(maxPly + 8)
	return pos
}

// occurrence says whether the current position is a repetition.
type occurrence uint8

const (
	firstTime occurrence = iota // it has not occurred before, or it does not matter
	recurring                   // it occurred in the game, but not often enough to be judged
	decided                     // the rules end the line here
)

// repetition reports whether the current position ends the line because it is a repetition, and the score for the side
// to move if so.
//
// If it has occurred as often as the rules require, the verdict is that of [rules.Judge]. One earlier occurrence inside
// the searched line is enough too: a side can repeat what it did once, and a side that could leave the cycle would have
// done so. The cycle is then judged as if it continued. Rules that never judge repetitions forbid none, but repeating
// gains nothing either, so it counts as a draw.
func (p *path) repetition(pos *board.Position, ply int) (score int, s occurrence) {
	cycle := p.RepetitionDistance(1)
	if cycle == 0 {
		return 0, firstTime
	}
	inLine := cycle < ply
	if n := p.ruleset.Repetitions; n == 0 {
		if inLine {
			return drawScore, decided
		}
		return 0, firstTime
	} else if whole := p.RepetitionDistance(n - 1); whole > 0 {
		cycle = whole
	} else if !inLine {
		return 0, recurring
	}
	switch p.JudgeCycle(pos, cycle, p.ruleset.Chases) {
	case rules.MoverLoses:
		return forbiddenScore - ply, decided
	case rules.MoverWins:
		return ply - forbiddenScore, decided
	default:
		return drawScore, decided
	}
}

// pliesToLimit returns the number of plies until the natural limit draws, 0 or less if it has been reached.
func (p *path) pliesToLimit(pos *board.Position) int {
	switch {
	case p.ruleset.NaturalLimit == 0:
		return noLimit
	case p.ruleset.TenChecks:
		return p.ruleset.NaturalLimit - p.CountedPlies()
	default:
		return p.ruleset.NaturalLimit - pos.CaptureClock()
	}
}

// noLimit is more plies than any game has.
const noLimit = 1 << 30

// rulesetSalt separates the table entries of different rules: a draw by one ruleset may be a win by another.
func rulesetSalt(c rules.Ruleset) uint64 {
	h := fnv.New64a()
	_, _ = fmt.Fprintf(h, "%+v", c) // a hash takes everything
	return h.Sum64()
}
