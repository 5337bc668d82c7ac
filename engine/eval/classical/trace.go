package classical

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
)

// Trace holds the coefficients of the score of a position: how often each weight counts, the game phase, and the scale
// of a lead. It is all that fitting the weights needs, and does not depend on them.
type Trace struct {
	// Counts are the weights with a coefficient other than 0, each once.
	Counts []Count
	// Full is the share of the first half of each weight, 0 to 1; that of the second half is 1 - Full.
	Full float64
	// Scale is the share of a lead of each side that counts, 0 to 1, by color.
	Scale [2]float64
}

// Count is how often a weight counts for Red, less how often it counts for Black.
type Count struct {
	// Weight is its index in the order of Weights.All.
	Weight uint16
	Times  int16
}

// Tracer computes traces. It is not safe for concurrent use; make one for each goroutine.
//
// It has no knowledge of the terms. They are linear in the weights, so the coefficient of a weight is the value of the
// terms if that weight is 1 and all others are 0; the two halves of a pair give two coefficients at a time.
type Tracer struct {
	units *Weights
	cells []*Pair // the weights of units in the order of All, and perhaps one more to make their number even
	times []int   // of each
	place map[*Pair]int
	trace Trace
}

// NewTracer makes a tracer.
func NewTracer() *Tracer {
	t := &Tracer{units: new(Weights), place: map[*Pair]int{}}
	for _, cell := range t.units.All() {
		t.place[cell] = len(t.cells)
		t.cells = append(t.cells, cell)
	}
	if len(t.cells)%2 == 1 {
		t.cells = append(t.cells, new(Pair))
	}
	t.times = make([]int, len(t.cells))
	return t
}

// Trace returns the trace of p. It is valid until the next call.
func (t *Tracer) Trace(p *board.Position) *Trace {
	var v attackInfo
	v.compute(p)
	trace := &t.trace
	trace.Counts = trace.Counts[:0]
	trace.Full = float64(phase(p)) / fullPhase
	for c := range trace.Scale {
		trace.Scale[c] = float64(eval.Winnable(p, board.Color(c))) / eval.ScaleFull
	}
	clear(t.times)
	t.fixed(p)
	// The fixed value of the pieces comes first among the weights, with where they are; Tempo follows.
	for i := t.place[&t.units.Tempo]; i < len(t.cells); i += 2 {
		*t.cells[i], *t.cells[i+1] = S(1, 0), S(0, 1)
		t.times[i], t.times[i+1] = t.units.relations(&v).Split()
		*t.cells[i], *t.cells[i+1] = 0, 0
	}
	for weight, times := range t.times {
		if times != 0 {
			trace.Counts = append(trace.Counts, Count{uint16(weight), int16(times)})
		}
	}
	return trace
}

// fixed counts the pieces and where they are.
func (t *Tracer) fixed(p *board.Position) {
	for c, sign := range [2]int{1, -1} {
		for s := range p.ByColor(board.Color(c)).All() {
			k := p.At(s).Kind()
			t.times[t.place[&t.units.Piece[k]]] += sign
			t.times[t.place[t.units.Square[k].at(s.SeenBy(board.Color(c)))]] += sign
		}
	}
}
