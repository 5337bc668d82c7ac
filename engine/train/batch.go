package train

import (
	"sync"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// chunk is how many positions go forth and back at once: few enough for their sums to stay in the cache.
const chunk = 512

// slopes are where the loss grows, weight by weight.
type slopes struct {
	rows, shared, bias, output, outputBias []float32
}

// trainer goes through batches. Its result does not depend on the number of workers: going forth they share the
// positions, each of which is looked at alone, and going back the columns, each of which adds up the positions in their
// order.
type trainer struct {
	model   *model
	workers int
	// target is what the model is held to.
	target func(s *sample) float64
	slopes slopes

	// Of a chunk, by position:
	boards []nnue.Board
	sides  [][2]int       // the side to move, and the other
	sums   [][2][]float32 // of those sides
	slope  []float32      // of what the model says
	losses []float64
}

func newTrainer(m *model, workers int, target func(s *sample) float64) *trainer {
	t := &trainer{
		model: m, workers: max(workers, 1), target: target,
		slopes: slopes{
			rows: make([]float32, len(m.rows)), shared: make([]float32, len(m.shared)), bias: make([]float32, len(m.bias)),
			output: make([]float32, len(m.output)), outputBias: make([]float32, len(m.outputBias)),
		},
		boards: make([]nnue.Board, chunk), sides: make([][2]int, chunk), sums: make([][2][]float32, chunk),
		slope: make([]float32, chunk), losses: make([]float64, chunk),
	}
	for i := range t.sums {
		t.sums[i] = [2][]float32{make([]float32, m.width), make([]float32, m.width)}
	}
	return t
}

// share lets the workers do n things.
func (t *trainer) share(n int, do func(i int)) {
	if t.workers == 1 {
		for i := range n {
			do(i)
		}
		return
	}
	var workers sync.WaitGroup
	for w := range min(t.workers, n) {
		workers.Go(func() {
			for i := w; i < n; i += t.workers {
				do(i)
			}
		})
	}
	workers.Wait()
}

// forth looks at a chunk of positions and returns the sum of the losses, the squares of what is missing to the targets.
func (t *trainer) forth(part []sample) (loss float64) {
	const together = 32
	t.share((len(part)+together-1)/together, func(group int) {
		for i := group * together; i < min(len(part), (group+1)*together); i++ {
			side := part[i].look(&t.boards[i])
			t.sides[i] = [2]int{int(side), int(side.Opponent())}
			guess := sigmoid(t.model.forward(&t.boards[i], &t.sums[i], t.sides[i]))
			off := guess - t.target(&part[i])
			t.losses[i] = off * off
			t.slope[i] = float32(2 * off * guess * (1 - guess))
		}
	})
	for _, l := range t.losses[:len(part)] {
		loss += l
	}
	return loss
}

// back adds the slopes of the chunk that was looked at.
func (t *trainer) back(n int) {
	m, s := t.model, &t.slopes
	t.share(m.width/simd.Step, func(block int) {
		column := block * simd.Step
		var d [simd.Step]float32
		for i := range n {
			b := &t.boards[i]
			for at, side := range t.sides[i] {
				simd.SquaredBack(&d, t.sums[i][at][column:], m.head(m.output, b.Head, at)[column:], s.bias[column:],
					m.head(s.output, b.Head, at)[column:], t.slope[i])
				simd.AddToRows(s.rows, m.width, column, b.Rows[side][:b.Count], &d)
			}
		}
	})
	for i := range n {
		s.outputBias[t.boards[i].Head] += t.slope[i]
	}
}

// batch finds the slopes of a batch, and returns its loss on average.
func (t *trainer) batch(samples []sample) float64 {
	s := &t.slopes
	for _, list := range [][]float32{s.rows, s.bias, s.output, s.outputBias} {
		clear(list)
	}
	sum := 0.0
	for from := 0; from < len(samples); from += chunk {
		part := samples[from:min(from+chunk, len(samples))]
		sum += t.forth(part)
		t.back(len(part))
	}
	return sum / float64(len(samples))
}

// loss is the loss on average, without slopes.
func (t *trainer) loss(samples []sample) float64 {
	sum := 0.0
	for from := 0; from < len(samples); from += chunk {
		sum += t.forth(samples[from:min(from+chunk, len(samples))])
	}
	return sum / float64(len(samples))
}

// says is what the model says of a sample, in parts of the scale.
func (t *trainer) says(s *sample) float64 {
	side := s.look(&t.boards[0])
	t.sides[0] = [2]int{int(side), int(side.Opponent())}
	return t.model.forward(&t.boards[0], &t.sums[0], t.sides[0])
}
