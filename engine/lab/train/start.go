package train

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/rand/v2"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// A run can start from the weights of another one, read from its checkpoint or its network. Networks are kept longer
// than checkpoints and have the same weights, up to quantization. The state of the optimizer is not used.

// DescribeWeights describes in one line how the weights of a checkpoint or a network were trained. The errors wrap
// [ErrCheckpoint], or are those of [nnue.Read].
func DescribeWeights(r io.Reader) (string, error) {
	in := bufio.NewReader(r)
	if !nnue.IsNetworkFile(in) {
		return checkpointName(in)
	}
	n, err := nnue.Read(in)
	if err != nil {
		return "", err
	}
	return n.Recipe, nil
}

// InitWeights initializes the weights with those of a checkpoint or a network, which may be of another plan and other
// files. The width must be the same, except that a network may be narrower than the plan: its columns are then
// duplicated, with a little noise (net2net, Chen et al. 2016). If the run has another scale, the weights are rescaled
// so that the network's scores stay the same. The errors are those of [DescribeWeights]; after one the run is unusable.
func (r *Run) InitWeights(from io.Reader) error {
	in := bufio.NewReader(from)
	if !nnue.IsNetworkFile(in) {
		return r.initFromCheckpoint(in)
	}
	n, err := nnue.Read(in)
	if err != nil {
		return err
	}
	if n.Width > r.plan.Width {
		return r.widthError(n.Width)
	}
	r.trainer.model.setFrom(n, r.scale, r.plan.Seed)
	r.adam = newAdam(r.trainer.model)
	return nil
}

// widthError is the error for weights of another width than the plan's.
func (r *Run) widthError(width int) error {
	return fmt.Errorf("train: a network %d wide, and the plan has %d: %w", width, r.plan.Width, ErrCheckpoint)
}

// copyNoise is the standard deviation of the noise in copies of a column, without which they would all stay the same.
const copyNoise = 0.01

// setFrom sets the weights to those of a network, with noise in the copies of a column where the model is wider. A
// network has only the sums of own and shared rows: the shared row of a place becomes the mean of its buckets. Weights
// beyond the limits of training are clipped.
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
