package train

import (
	"math"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// setFrom sets the weights to those of a network of the same width. Where the model has another scale the weights are
// rescaled, so that the scores stay the same. A network has only the sums of own and shared rows: the shared row of a
// place becomes the mean of its buckets. Weights beyond the limits of training are clipped.
func (m *model) setFrom(n *nnue.Network, scale int) {
	for place := range nnue.InputsPerBucket {
		shared := m.row(m.shared, place)
		for column := range m.width {
			sum := 0
			for bucket := range nnue.KingBuckets {
				sum += int(n.InputWeights[(bucket*nnue.InputsPerBucket+place)*n.Width+column])
			}
			mean := math.RoundToEven(float64(sum) / nnue.KingBuckets)
			shared[column] = float32(mean / nnue.InputOne)
			for bucket := range nnue.KingBuckets {
				r := bucket*nnue.InputsPerBucket + place
				m.own[r*m.width+column] = float32((float64(n.InputWeights[r*n.Width+column]) - mean) / nnue.InputOne)
			}
		}
	}
	for column := range m.width {
		m.bias[column] = float32(n.InputBias[column]-nnue.InputHalf) / nnue.InputOne
	}
	by := float64(n.Scale) / float64(scale)
	for head := range 2 * nnue.OutputBuckets {
		output := m.row(m.output, head)
		for column := range m.width {
			output[column] = float32(by * float64(n.OutputWeights[head*n.Width+column]) / nnue.OutputOne)
		}
	}
	clear(m.outputBias[nnue.OutputBuckets:simd.Step])
	for i, v := range n.OutputBias {
		m.outputBias[i] = float32(by * float64(v) / nnue.ScoreOne)
	}
	m.merge()
}
