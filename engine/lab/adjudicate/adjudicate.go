// Package adjudicate ends games early on whose result the scores of both players agree.
package adjudicate

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/rules"
)

// Thresholds say when the scores decide a game, and when it is too long. With the zero value scores decide none.
type Thresholds struct {
	// A game is won when for WinPlies plies in a row the scores were at least WinScore for the same side, and that
	// side's pieces are enough to win ([eval.Winnable]). 0 plies mean never.
	WinScore, WinPlies int
	// From ply DrawFrom on, a game is drawn when for DrawPlies plies in a row the scores were at most DrawScore for
	// either side. 0 plies mean never.
	DrawScore, DrawPlies, DrawFrom int
	// MaxPlies is the length at which a game is drawn, whatever the scores; 0 means a default of who plays it.
	MaxPlies int
}

// String describes them as in the terms of a journal.
func (t Thresholds) String() string {
	return fmt.Sprintf("won at %d for %d plies, drawn at %d for %d plies from ply %d, at most %d plies",
		t.WinScore, t.WinPlies, t.DrawScore, t.DrawPlies, t.DrawFrom, t.MaxPlies)
}

// Streaks count for how many plies in a row the scores have agreed. The zero value is for a game without scores.
type Streaks struct {
	winning int // that Red, or if negative Black, is winning
	drawn   int
}

// Add updates the streaks with the score of the next ply, from Red's view.
func (s *Streaks) Add(t Thresholds, red int) {
	switch {
	case red >= t.WinScore:
		s.winning = max(s.winning, 0) + 1
	case red <= -t.WinScore:
		s.winning = min(s.winning, 0) - 1
	default:
		s.winning = 0
	}
	s.drawn++
	if max(red, -red) > t.DrawScore {
		s.drawn = 0
	}
}

// Outcome returns the outcome of a game after so many plies, [rules.Ongoing] if the scores do not decide it.
func (t Thresholds) Outcome(pos *board.Position, plies int, s Streaks) rules.Outcome {
	enough := func(c board.Color) bool { return eval.Winnable(pos, c) == eval.ScaleFull }
	switch {
	case t.WinPlies > 0 && s.winning >= t.WinPlies && enough(board.Red):
		return rules.RedWins
	case t.WinPlies > 0 && s.winning <= -t.WinPlies && enough(board.Black):
		return rules.BlackWins
	case t.DrawPlies > 0 && s.drawn >= t.DrawPlies && plies >= t.DrawFrom:
		return rules.Draw
	}
	return rules.Ongoing
}
