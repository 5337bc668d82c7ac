package classical

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// drawnWeights are any weights that stay within the range of a pair when they are added up.
func drawnWeights(t *rapid.T) *Weights {
	w, seed := new(Weights), rapid.Uint32().Draw(t, "weights")
	for _, cell := range w.All() {
		seed = seed*1664525 + 1013904223
		*cell = S(int(seed>>16)%201-100, int(seed>>24)%101-50)
	}
	return w
}

// The score is linear in the weights, except for the blend and the scale: for any weights it is trace times weights.
func TestTraceTimesWeightsIsTheScore(t *testing.T) {
	tracer := NewTracer()
	rapid.Check(t, func(t *rapid.T) {
		w := drawnWeights(t)
		e := &Evaluator{w}
		p := wander(t)
		want := e.Score(&p)
		if p.SideToMove() == board.Black {
			want = -want
		}
		// The score is rounded twice.
		if got := tracer.Trace(&p).score(w); math.Abs(got-float64(want)) >= 2 {
			t.Fatalf("%s: trace times weights is %f, the score %d", p.FEN(), got, want)
		}
	})
}

// Every weight has a name of its own, and the flat view leads to the very weights.
func TestAllWeightsOnce(t *testing.T) {
	var w Weights
	names := map[string]bool{}
	for name, cell := range w.All() {
		if names[name] || *cell != 0 {
			t.Errorf("%s comes twice", name)
		}
		names[name] = true
		*cell = 1
	}
	if w.Siege[3][2] != 1 || !names["Siege[3][2]"] || w.SafeCheck[board.Horse] != 1 || w.Piece[board.Rook] != 1 {
		t.Errorf("the flat view misses some of %d weights", len(names))
	}
}

// score returns what an evaluator with the weights says of the position, in centipawns for Red.
func (t *Trace) score(w *Weights) float64 {
	var cells []Pair
	for _, cell := range w.All() {
		cells = append(cells, *cell)
	}
	var sum Pair
	for _, c := range t.Counts {
		sum += cells[c.Weight] * Pair(c.Times)
	}
	full, empty := sum.Split()
	score := float64(full)*t.Full + float64(empty)*(1-t.Full)
	leader := board.Red
	if score < 0 {
		leader = board.Black
	}
	return max(min(score*t.Scale[leader], eval.Limit), -eval.Limit)
}
