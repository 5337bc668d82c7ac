package game

import (
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// End says what ended a finished game.
type End uint8

// The ways a game ends.
const (
	NotEnded      End = iota
	ByRules           // the board decided: Game.Rule says which rule
	ByResignation     // the loser gave up
	ByAgreement       // a draw was offered and accepted
	ByTime            // a flag fell: a loss, or a draw where the other side could no longer mate
	Aborted           // a flag fell before its side's first move: nobody won, the outcome stays Ongoing
	ByAbsence         // nobody voted, or nobody moved, in a vote game's window and its extension
)

// String gives the ending's name in lower case, as logs and the database write it.
func (e End) String() string {
	switch e {
	case NotEnded:
		return "none"
	case ByRules:
		return "rules"
	case ByResignation:
		return "resignation"
	case ByAgreement:
		return "agreement"
	case ByTime:
		return "time"
	case Aborted:
		return "aborted"
	case ByAbsence:
		return "absence"
	}
	return "unknown"
}

// Result is how a game ended. The zero Result is that of a game which has not ended.
type Result struct {
	Outcome rules.Outcome // Ongoing until Finished, and forever where End is Aborted
	End     End
	Rule    rules.Reason     // with ByRules: the rule
	Before  [2]glicko.Rating // by color: ratings with which a rated game ended; the zero Rating where none was counted
	After   [2]glicko.Rating // by color: what the result made of them
}

// Winner returns the color that won, and whether any did.
func (r *Result) Winner() (board.Color, bool) {
	loser, ok := r.Outcome.Loser()
	if !ok {
		return board.Red, false
	}
	return loser.Opponent(), true
}

// Score is what the finished game is worth to c: 1 won, 0.5 drawn, 0 lost; ok is false while it is not finished, and
// where it was aborted.
func (r *Result) Score(c board.Color) (score float64, ok bool) {
	if r.End == NotEnded || r.End == Aborted {
		return 0, false
	}
	return r.score(c), true
}

// score is what the outcome is worth to c.
func (r *Result) score(c board.Color) float64 {
	winner, won := r.Winner()
	switch {
	case !won:
		return 0.5
	case winner == c:
		return 1
	default:
		return 0
	}
}

// lossOf is the outcome of a game that c loses.
func lossOf(c board.Color) rules.Outcome {
	if c == board.Red {
		return rules.BlackWins
	}
	return rules.RedWins
}
