package endgame

// Outcome is what the side to move gets.
type Outcome int8

// The outcomes.
const (
	Loss Outcome = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (o Outcome) String() string { return [...]string{"loss", "draw", "win"}[o+1] }

// Value is what a position is worth to the side to move.
type Value struct {
	Outcome Outcome
	// Plies is how long the winner needs against the longest defense until the loser has no move; 0 for a draw.
	Plies int
}

// Parent is what a move is worth that leads to a position worth v to the opponent.
func (v Value) Parent() Value {
	if v.Outcome == Draw {
		return v
	}
	return Value{-v.Outcome, v.Plies + 1}
}

// Better reports whether v is to be preferred to w: a win to a draw to a loss, a short win to a long one and a long
// loss to a short one.
func (v Value) Better(w Value) bool {
	if v.Outcome != w.Outcome {
		return v.Outcome > w.Outcome
	}
	if v.Outcome == Win {
		return v.Plies < w.Plies
	}
	return v.Plies > w.Plies
}
