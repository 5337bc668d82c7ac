package train

import (
	"math"
	"math/rand/v2"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// copyNoise is the standard deviation of the noise in copies of a column, without which they would all stay the same.
const copyNoise = 0.01

// setFrom sets the weights to those of a network. Where the model is wider its columns are duplicated, with a little
// noise (net2net, Chen et al. 2016). Where it has another scale the weights are rescaled, so that the scores stay the
// same. A network has only the sums of own and shared rows: the shared row of a place becomes the mean of its buckets.
// Weights beyond the limits of training are clipped.
func (m *model) setFrom(n *nnue.Network, scale int, seed uint64) {
	copies := make([]int, n.Width)
	from := make([]int, m.width) // the column of the network that becomes one of the model
	for column := range from {
		from[column] = column % n.Width
		copies[from[column]]++
	}
	rng := rand.New(rand.NewPCG(seed, 1<<60))
	for place := range nnue.InputsPerBucket {
		shared := m.row(m.shared, place)
		for column, old := range from {
			sum := 0
			for bucket := range nnue.KingBuckets {
				sum += int(n.InputWeights[(bucket*nnue.InputsPerBucket+place)*n.Width+old])
			}
			mean := math.RoundToEven(float64(sum) / nnue.KingBuckets)
			shared[column] = float32(mean / nnue.InputOne)
			if copies[old] > 1 {
				shared[column] += float32(copyNoise * rng.NormFloat64())
			}
			for bucket := range nnue.KingBuckets {
				r := bucket*nnue.InputsPerBucket + place
				m.own[r*m.width+column] = float32((float64(n.InputWeights[r*n.Width+old]) - mean) / nnue.InputOne)
			}
		}
	}
	for column, old := range from {
		m.bias[column] = float32(n.InputBias[old]-nnue.InputHalf) / nnue.InputOne
	}
	by := float64(n.Scale) / float64(scale)
	for head := range 2 * nnue.OutputBuckets {
		output := m.row(m.output, head)
		for column, old := range from {
			output[column] = float32(by * float64(n.OutputWeights[head*n.Width+old]) / nnue.OutputOne / float64(copies[old]))
		}
	}
	clear(m.outputBias[nnue.OutputBuckets:simd.Step])
	for i, v := range n.OutputBias {
		m.outputBias[i] = float32(by * float64(v) / nnue.ScoreOne)
	}
	m.merge()
}
