package rules

import (
	"fmt"

	"xiangqibot/engine/board"
)

// Outcome is how a game stands.
type Outcome uint8

// The outcomes.
const (
	Ongoing Outcome = iota
	RedWins
	BlackWins
	Draw
)

var outcomeNames = [...]string{"ongoing", "red wins", "black wins", "draw"}

// String returns "ongoing", "red wins", "black wins" or "draw". The words never change: games are stored with them.
func (o Outcome) String() string { return name(outcomeNames[:], o) }

// Loser returns the side that lost; ok is false when nobody did.
func (o Outcome) Loser() (c board.Color, ok bool) {
	switch o {
	case RedWins:
		return board.Black, true
	case BlackWins:
		return board.Red, true
	default:
		return 0, false
	}
}

// lostBy returns the outcome of a game that c has lost.
func lostBy(c board.Color) Outcome {
	if c == board.Red {
		return BlackWins
	}
	return RedWins
}

// Reason is the rule that ended a game.
type Reason uint8

// The reasons. NoReason goes with Ongoing only.
const (
	NoReason       Reason = iota
	Checkmate             // 将死: in check without a legal move
	Stalemate             // 困毙: not in check, without a legal move; a loss as well
	NaturalLimit          // 自然限着: too long without a capture
	BareMaterial          // nothing is left that could win
	PerpetualCheck        // 长将: one side repeated the position by checking with every move
	Repetition            // the position came back often enough, and nobody was forbidden to bring it about
)

var reasonNames = [...]string{"none", "checkmate", "stalemate", "natural limit", "bare material", "perpetual check", "repetition"}

// String returns the English name of the rule. The words never change: games are stored with them.
func (r Reason) String() string { return name(reasonNames[:], r) }

func name[T ~uint8](names []string, v T) string {
	if int(v) < len(names) {
		return names[v]
	}
	return fmt.Sprintf("%T(%d)", v, uint8(v))
}

// Verdict is how a game stands and why.
type Verdict struct {
	Outcome Outcome
	Reason  Reason
	// FirstPly and LastPly frame the repeated stretch when a repetition decided: the moves record.Moves[FirstPly:LastPly]
	// lead from the position back to itself, and again. Otherwise both are the number of moves played.
	FirstPly, LastPly int
}
