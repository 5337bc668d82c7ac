package selfplay

import (
	"cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/rules"
)

// Adjudication ends games whose result is known. The zero value plays all out.
type Adjudication struct {
	// WinScore ends a game in which one side has been ahead by so much for WinPlies plies, by the scores of both sides.
	WinScore, WinPlies int
	// DrawScore ends a game in which nobody has been ahead by more for DrawPlies plies, but not before ply DrawFrom.
	DrawScore, DrawPlies, DrawFrom int
	// Tables end a game whose result they know, if it comes before the natural limit; nil if there are none.
	Tables *endgame.Tables
	// MaxPlies draws a longer game; 0 means 400.
	MaxPlies int
}

// maxPlies is where a game is drawn.
func (a *Adjudication) maxPlies() int { return cmp.Or(a.MaxPlies, 400) }

// agreement is for how many plies in a row the scores have said the same.
type agreement struct {
	ahead int // that Red, or if negative Black, is far ahead
	level int // that nobody is
}

// add takes in the score of the side to move.
func (so *agreement) add(a *Adjudication, pos *board.Position, score int) {
	red := score
	if pos.SideToMove() == board.Black {
		red = -red
	}
	switch {
	case red >= a.WinScore:
		so.ahead = max(so.ahead, 0) + 1
	case red <= -a.WinScore:
		so.ahead = min(so.ahead, 0) - 1
	default:
		so.ahead = 0
	}
	so.level++
	if max(red, -red) > a.DrawScore {
		so.level = 0
	}
}

// outcome returns how a game has ended by the rules or is sure to end, rules.Ongoing if it goes on.
func (a *Adjudication) outcome(rec *board.Record, so agreement) rules.Outcome {
	if o := rules.Judge(rec, rules.Asian()).Outcome; o != rules.Ongoing {
		return o
	}
	switch {
	case a.WinPlies > 0 && so.ahead >= a.WinPlies:
		return rules.RedWins
	case a.WinPlies > 0 && so.ahead <= -a.WinPlies:
		return rules.BlackWins
	case a.DrawPlies > 0 && so.level >= a.DrawPlies && len(rec.Moves) >= a.DrawFrom, len(rec.Moves) >= a.maxPlies():
		return rules.Draw
	}
	pos := rec.Position()
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

// beyondLimit reports whether the natural limit draws the game before the end that a table foresees, unless a capture
// comes first.
func beyondLimit(rec *board.Record, v endgame.Value) bool {
	left, limited := rules.PliesToNaturalLimit(rec, rules.Asian())
	return limited && v.Plies > left
}
