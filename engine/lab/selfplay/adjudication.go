package selfplay

import (
	"cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/lab/adjudicate"
	"xiangqibot/engine/rules"
)

// Adjudication ends games early whose result is clear. The zero value plays games out, up to MaxPlies.
type Adjudication struct {
	adjudicate.Thresholds
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
	return rules.Ongoing
}
