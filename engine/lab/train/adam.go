package train

import (
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// moments are AdamW's running means of the gradients of a list of weights, and of the squares of the gradients.
type moments struct{ mean, square []float32 }

func newMoments(n int) moments { return moments{make([]float32, n), make([]float32, n)} }

// adam is the optimizer: AdamW (Loshchilov and Hutter 2019).
type adam struct {
	own, shared, bias, output, outputBias moments
	steps                                 int
}

func newAdam(m *model) *adam {
	return &adam{
		own: newMoments(len(m.own)), shared: newMoments(len(m.shared)), bias: newMoments(len(m.bias)),
		output: newMoments(len(m.output)), outputBias: newMoments(len(m.outputBias)),
	}
}

// step does a step with the gradients of the trainer's last batch.
func (a *adam) step(t *trainer, rate, decay float64) {
	a.steps++
	step := simd.NewAdamStep(a.steps, rate, decay)
	m, s := t.model, &t.gradients
	// Each place with all its buckets: the gradient of the shared row is the sum of those of the buckets.
	const together = 36
	t.parallel((nnue.InputsPerBucket+together-1)/together, func(group int) {
		for place := group * together; place < min(nnue.InputsPerBucket, (group+1)*together); place++ {
			shared := m.row(s.shared, place)
			clear(shared)
			for bucket := range nnue.KingBuckets {
				r := bucket*nnue.InputsPerBucket + place
				gradient := m.row(s.rows, r)
				for i, v := range gradient {
					shared[i] += v
				}
				simd.Adam(m.row(m.own, r), m.row(a.own.mean, r), m.row(a.own.square, r), gradient, &step)
			}
			simd.Adam(m.row(m.shared, place), m.row(a.shared.mean, place), m.row(a.shared.square, place), shared, &step)
			m.mergePlace(place)
		}
	})
	plain := step
	plain.Keep = 1 // no weight decay for biases
	simd.Adam(m.bias, a.bias.mean, a.bias.square, s.bias, &plain)
	simd.Adam(m.outputBias, a.outputBias.mean, a.outputBias.square, s.outputBias, &plain)
	simd.Adam(m.output, a.output.mean, a.output.square, s.output, &step)
	m.clip()
}
