package train

import (
	"sync"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// chunk is how many positions one forward and backward pass handles: few enough for their sums to stay in the cache.
const chunk = 512

// gradients are those of the loss with respect to each weight, summed over a batch.
type gradients struct {
	rows, shared, bias, output, outputBias []float32
}

// trainer computes the gradients of batches. Its result does not depend on the number of workers: in the forward pass
// they divide the positions among themselves, which do not affect each other, and in the backward pass the columns,
// each of which sums over the positions in their order.
type trainer struct {
	model   *model
	workers int
	// target is what the model should predict: the points of the side to move, 0 to 1.
	target    func(s *packedSample) float64
	gradients gradients

	// Of a chunk, by position:
	boards   []nnue.Features
	sides    [][2]int       // the side to move, and the other
	sums     [][2][]float32 // of those sides
	gradient []float32      // of the loss with respect to the output
	losses   []float64
}

func newTrainer(m *model, workers int, target func(s *packedSample) float64) *trainer {
	t := &trainer{
		model: m, workers: max(workers, 1), target: target,
		gradients: gradients{
			rows: make([]float32, len(m.rows)), shared: make([]float32, len(m.shared)), bias: make([]float32, len(m.bias)),
			output: make([]float32, len(m.output)), outputBias: make([]float32, len(m.outputBias)),
		},
		boards: make([]nnue.Features, chunk), sides: make([][2]int, chunk), sums: make([][2][]float32, chunk),
		gradient: make([]float32, chunk), losses: make([]float64, chunk),
	}
	for i := range t.sums {
		t.sums[i] = [2][]float32{make([]float32, m.width), make([]float32, m.width)}
	}
	return t
}

// parallel has the workers call do with 0 to n-1 and waits for them.
func (t *trainer) parallel(n int, do func(i int)) {
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

// forward is the forward pass over a chunk. It returns the sum of the losses: the squared errors of the predictions.
func (t *trainer) forward(part []packedSample) (loss float64) {
	const together = 32
	t.parallel((len(part)+together-1)/together, func(group int) {
		for i := group * together; i < min(len(part), (group+1)*together); i++ {
			side := part[i].look(&t.boards[i])
			t.sides[i] = [2]int{int(side), int(side.Opponent())}
			guess := sigmoid(t.model.forward(&t.boards[i], &t.sums[i], t.sides[i]))
			off := guess - t.target(&part[i])
			t.losses[i] = off * off
			t.gradient[i] = float32(2 * off * guess * (1 - guess))
		}
	})
	for _, l := range t.losses[:len(part)] {
		loss += l
	}
	return loss
}

// backward adds the gradients of the chunk that forward saw last, n positions.
func (t *trainer) backward(n int) {
	m, s := t.model, &t.gradients
	t.parallel(m.width/simd.Step, func(block int) {
		column := block * simd.Step
		var d [simd.Step]float32
		for i := range n {
			b := &t.boards[i]
			head := b.OutputBuckets[t.sides[i][0]]
			for at, side := range t.sides[i] {
				simd.SquaredBackward(&d, t.sums[i][at][column:], m.head(m.output, head, at)[column:], s.bias[column:],
					m.head(s.output, head, at)[column:], t.gradient[i])
				simd.AddToRows(s.rows, m.width, column, b.Rows[side][:b.Count], &d)
			}
		}
	})
	for i := range n {
		s.outputBias[t.boards[i].OutputBuckets[t.sides[i][0]]] += t.gradient[i]
	}
}

// batch computes the gradients of a batch and returns its mean loss.
func (t *trainer) batch(samples []packedSample) float64 {
	s := &t.gradients
	for _, list := range [][]float32{s.rows, s.bias, s.output, s.outputBias} {
		clear(list)
	}
	sum := 0.0
	for from := 0; from < len(samples); from += chunk {
		part := samples[from:min(from+chunk, len(samples))]
		sum += t.forward(part)
		t.backward(len(part))
	}
	return sum / float64(len(samples))
}

// loss returns the mean loss and computes no gradients.
func (t *trainer) loss(samples []packedSample) float64 {
	sum := 0.0
	for from := 0; from < len(samples); from += chunk {
		sum += t.forward(samples[from:min(from+chunk, len(samples))])
	}
	return sum / float64(len(samples))
}
