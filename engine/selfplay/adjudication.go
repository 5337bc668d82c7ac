package selfplay

import (
	"cmp"

	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/rules"
)

// Adjudication ends games early whose result is clear. The zero value plays games out.
type Adjudication struct {
	// WinScore ends a game in which both sides' scores have been at least that for the same side for WinPlies plies. That
	// side's men must be enough to win ([eval.Winnable]).
	WinScore, WinPlies int
	// DrawScore ends a game in which no score has been beyond it for DrawPlies plies, but not before ply DrawFrom.
	DrawScore, DrawPlies, DrawFrom int
	// Tables end a game whose result they know, if it is reached before the natural limit; nil means none.
	Tables *endgame.Tables
	// MaxPlies is the length at which a game is drawn; 0 means 400.
	MaxPlies int
}

// maxPlies is MaxPlies or its default.
func (a *Adjudication) maxPlies() int { return cmp.Or(a.MaxPlies, 400) }

// scoreStreaks counts for how many plies in a row the scores have agreed.
type scoreStreaks struct {
	ahead int // that Red, or if negative Black, is winning
	level int // that the game is drawn
}

// add updates the streaks with the score of the side to move.
func (so *scoreStreaks) add(a *Adjudication, pos *board.Position, score int) {
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

// outcome returns the outcome of a game by the rules or by adjudication, [rules.Ongoing] if it continues.
func (a *Adjudication) outcome(rec *board.Record, so scoreStreaks) rules.Outcome {
	if o := rules.Judge(rec, rules.Asian()).Outcome; o != rules.Ongoing {
		return o
	}
	pos := rec.Position()
	enough := func(c board.Color) bool { return eval.Winnable(&pos, c) == eval.ScaleFull }
	switch {
	case a.WinPlies > 0 && so.ahead >= a.WinPlies && enough(board.Red):
		return rules.RedWins
	case a.WinPlies > 0 && so.ahead <= -a.WinPlies && enough(board.Black):
		return rules.BlackWins
	case a.DrawPlies > 0 && so.level >= a.DrawPlies && len(rec.Moves) >= a.DrawFrom, len(rec.Moves) >= a.maxPlies():
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
