package game

import (
	"xiangqibot/bot/glicko"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// End is how a finished game ended.
type End uint8

// The ways a game ends.
const (
	NotEnded      End = iota
	ByRules           // on the board: Game.Rule says by which rule
	ByResignation     // the loser resigned
	ByAgreement       // a draw was offered and accepted
	ByTime            // a flag fell: a loss, or a draw where the other side could no longer mate
	Aborted           // a flag fell before its side's first move: nobody won, and Outcome stays Ongoing
	ByAbsence         // nobody voted, or nobody moved, in a vote game's window and its extension
)

// String returns the ending's name in lower case, as used in logs and the database.
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

// Result is how a game ended. The zero Result is that of a game that has not ended.
type Result struct {
	Outcome rules.Outcome // Ongoing until Finished, and always if End is Aborted
	End     End
	Rule    rules.Reason     // with ByRules: the rule
	Before  [2]glicko.Rating // by color: ratings before a rated game counted; the zero Rating where none did
	After   [2]glicko.Rating // by color: ratings after it
}

// Winner returns the color that won, and whether one did.
func (r *Result) Winner() (board.Color, bool) {
	loser, ok := r.Outcome.Loser()
	if !ok {
		return board.Red, false
	}
	return loser.Opponent(), true
}

// Score returns the score of c in the finished game: 1 won, 0.5 drawn, 0 lost; ok is false if it is not finished or
// was aborted.
func (r *Result) Score(c board.Color) (score float64, ok bool) {
	if r.End == NotEnded || r.End == Aborted {
		return 0, false
	}
	return r.score(c), true
}

// score returns the score of c by the outcome alone.
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

// lossOf returns the outcome of a game that c loses.
func lossOf(c board.Color) rules.Outcome {
	if c == board.Red {
		return rules.BlackWins
	}
	return rules.RedWins
}
