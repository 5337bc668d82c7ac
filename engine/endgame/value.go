package endgame

// Outcome is the result for the side to move.
type Outcome int8

// The outcomes.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string { return [...]string{"loss", "draw", "win"}[o+1] }

// Value is the value of a position for the side to move.
type Value struct {
	Outcome Outcome
	// Plies is the number of plies to the end with best play (distance to mate); 0 for a draw.
	Plies int
}

// Parent returns the value of a move to a position with value v for the opponent.
func (v Value) Parent() Value {
	if v.Outcome == Draw {
		return v
	}
	return Value{-v.Outcome, v.Plies + 1}
}

// Better reports whether v is better than w: a win is better than a draw and a draw than a loss; a short win is better
// than a long one, and a long loss than a short one.
func (v Value) Better(w Value) bool {
	if v.Outcome != w.Outcome {
		return v.Outcome > w.Outcome
	}
	if v.Outcome == Win {
		return v.Plies < w.Plies
	}
	return v.Plies > w.Plies
}
