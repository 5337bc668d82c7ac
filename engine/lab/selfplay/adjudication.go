package selfplay

import (
	"cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
)

// Adjudication ends games early whose result is clear. The zero value plays games out, up to MaxPlies.
type Adjudication struct {
	adjudicate.Thresholds
	// Tables end a game whose result they know, if it is reached before the natural limit; nil means none.
	Tables *endgame.Tables
	// MaxPlies is the length at which a game is drawn; 0 means 400.
	MaxPlies int
}

// maxPlies is MaxPlies or its default.
func (a *Adjudication) maxPlies() int { return cmp.Or(a.MaxPlies, 400) }

// outcome returns the outcome of a game by the rules or by adjudication, [rules.Ongoing] if it continues.
func (a *Adjudication) outcome(rec *board.Record, streaks adjudicate.Streaks) rules.Outcome {
	if o := rules.Judge(rec, rules.Asian()).Outcome; o != rules.Ongoing {
		return o
	}
	pos := rec.Position()
	if o := a.Outcome(&pos, len(rec.Moves), streaks); o != rules.Ongoing {
		return o
	}
	if len(rec.Moves) >= a.maxPlies() {
		return rules.Draw
	}
	if a.Tables == nil || pos.Occupied().Count() > endgame.MaxPieces {
		return rules.Ongoing
	}
	v, ok := a.Tables.Probe(&pos)
	switch {
	case !ok:
		return rules.Ongoing
	case v.Outcome == endgame.Draw:
		return rules.Draw
	case beyondLimit(rec, v):
		return rules.Ongoing
	case (v.Outcome == endgame.Win) == (pos.SideToMove() == board.Red):
		return rules.RedWins
	}
	return rules.BlackWins
}

// beyondLimit reports whether the natural limit would draw the game before the win that a table promises, unless a
// capture comes first.
func beyondLimit(rec *board.Record, v endgame.Value) bool {
	left, limited := rules.PliesToNaturalLimit(rec, rules.Asian())
	return limited && v.Plies > left
}
