package train

import (
	"fmt"
	"math"
	"math/rand/v2"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// The weights that fit the integers of a network: the sums of the first layer fit 16 bits with all inputs on, since
// 32 × 0.96 + 1.4 times 1020 is less than 2^15.
const (
	maxInput  = 0.96
	maxBias   = 1.4
	maxOutput = 127.0 / nnue.OutputOne
)

// model is the network in floating point, as it is trained.
type model struct {
	width int
	// own has a row for each input, shared one for each place, common to its inputs in all buckets (the factorizer).
	// rows are their sums.
	own, shared, rows []float32
	bias              []float32
	// output are the heads: for each a row for the side to move and one for the other side. outputBias has a bias for
	// each head, padded with zeros to simd.Step.
	output, outputBias []float32
}

// newModel returns a model with random weights. All buckets begin with the same ones.
func newModel(width int, seed uint64) *model {
	m := &model{
		width: width,
		own:   make([]float32, nnue.Inputs*width), shared: make([]float32, nnue.InputsPerBucket*width),
		rows: make([]float32, nnue.Inputs*width), bias: make([]float32, width),
		output: make([]float32, nnue.OutputBuckets*2*width), outputBias: make([]float32, simd.Step),
	}
	rng := rand.New(rand.NewPCG(seed, 1<<61))
	for i := range m.shared {
		m.shared[i] = float32(rng.NormFloat64() * 0.08)
	}
	for i := range m.bias {
		m.bias[i] = 0.25
	}
	// All heads begin with the same weights too.
	spread := 1 / math.Sqrt(float64(2*width))
	for i := range 2 * width {
		w := float32(rng.NormFloat64() * spread)
		for head := range nnue.OutputBuckets {
			m.output[2*head*width+i] = w
		}
	}
	m.merge()
	return m
}

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

// merge recomputes rows from own and shared, and clips all weights to what the integers can hold.
func (m *model) merge() {
	for place := range nnue.InputsPerBucket {
		m.mergePlace(place)
	}
	m.clip()
}

// mergePlace recomputes the rows of one place.
func (m *model) mergePlace(place int) {
	shared := m.row(m.shared, place)
	for bucket := range nnue.KingBuckets {
		r := bucket*nnue.InputsPerBucket + place
		simd.Merge(m.row(m.rows, r), m.row(m.own, r), shared, maxInput)
	}
}

// clip clips the other weights.
func (m *model) clip() {
	for i, w := range m.bias {
		m.bias[i] = min(max(w, -maxBias), maxBias)
	}
	for i, w := range m.output {
		m.output[i] = min(max(w, -maxOutput), maxOutput)
	}
}

func (m *model) row(list []float32, r int) []float32 { return list[r*m.width:][:m.width] }

// head is the row of a head for the side to move (0) or for the other side (1).
func (m *model) head(list []float32, head, side int) []float32 { return m.row(list, 2*head+side) }

// forward fills the sums of a board, for the side to move and for the other side, and returns the output.
func (m *model) forward(b *nnue.Features, sums *[2][]float32, sides [2]int) float64 {
	head := b.OutputBuckets[sides[0]]
	out := m.outputBias[head]
	for i, side := range sides {
		copy(sums[i], m.bias)
		simd.SumRows(sums[i], m.rows, b.Rows[side][:b.Count])
		out += simd.SquaredDotFloats(sums[i], m.head(m.output, head, i))
	}
	return float64(out)
}

// network quantizes the model to integers.
func (m *model) network(scale int, recipe string) (*nnue.Network, error) {
	n := nnue.NewNetwork(m.width, scale)
	n.Recipe = recipe
	for i, v := range m.rows {
		n.InputWeights[i] = int16(math.RoundToEven(float64(v) * nnue.InputOne))
	}
	for i, v := range m.bias {
		n.InputBias[i] = int16(math.RoundToEven(float64(v)*nnue.InputOne)) + nnue.InputHalf
	}
	for i, v := range m.output {
		n.OutputWeights[i] = int16(math.RoundToEven(float64(v) * nnue.OutputOne))
	}
	for i := range n.OutputBias {
		v := float64(m.outputBias[i]) * nnue.ScoreOne
		if math.Abs(v) > math.MaxInt32 || math.IsNaN(v) {
			return nil, fmt.Errorf("train: the bias of head %d is %g, which no network can hold", i, m.outputBias[i])
		}
		n.OutputBias[i] = int32(math.RoundToEven(v))
	}
	return n, n.Validate()
}

// weights are the lists of weights that a network has.
func (m *model) weights() [4]*[]float32 {
	return [...]*[]float32{&m.rows, &m.bias, &m.output, &m.outputBias}
}

// finite reports whether no weight is NaN or infinite.
func (m *model) finite() bool {
	for _, list := range m.weights() {
		for _, v := range *list {
			if v != v || v-v != 0 {
				return false
			}
		}
	}
	return true
}
