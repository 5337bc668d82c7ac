package train

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/eval/simd"
)

// A run can begin with the weights of another one: with those of its checkpoint, or with those of its network. Networks
// are kept where checkpoints are not, and have all that was learned but what rounding took away; neither gives the run
// anything but its weights.

// StartName says in a line what was learned in a checkpoint or a network. The errors wrap ErrCheckpoint, or are those
// of [nnue.Read].
func StartName(r io.Reader) (string, error) {
	in := bufio.NewReader(r)
	if !nnue.Begins(in) {
		return checkpointName(in)
	}
	n, err := nnue.Read(in)
	if err != nil {
		return "", err
	}
	return n.Recipe, nil
}

// Begin takes the weights of a checkpoint or a network for those that the run begins with, and nothing else of it: its
// plan and files may be others, but the width must be the same. The scores of a network stay what they are if the run
// has another scale. The errors are those of [StartName]; after one the run is of no use.
func (r *Run) Begin(from io.Reader) error {
	in := bufio.NewReader(from)
	if !nnue.Begins(in) {
		return r.beginCheckpoint(in)
	}
	n, err := nnue.Read(in)
	if err != nil {
		return err
	}
	if err := r.checkWidth(n.Width); err != nil {
		return err
	}
	r.trainer.model.take(n, r.scale)
	r.adam = newAdam(r.trainer.model)
	return nil
}

// checkWidth refuses weights of a network of another width than the plan's.
func (r *Run) checkWidth(width int) error {
	if width != r.plan.Width {
		return fmt.Errorf("train: a network %d wide, and the plan has %d: %w", width, r.plan.Width, ErrCheckpoint)
	}
	return nil
}

// take makes the model what a network was rounded from, up to the rounding. What the buckets of a place share is their
// mean: a network does not say how it came about. Weights beyond what is trained are cut off.
func (m *model) take(n *nnue.Network, scale int) {
	for place := range nnue.Places {
		shared := m.row(m.shared, place)
		for column := range shared {
			sum := 0
			for bucket := range nnue.Buckets {
				sum += int(n.Rows[(bucket*nnue.Places+place)*m.width+column])
			}
			mean := math.RoundToEven(float64(sum) / nnue.Buckets)
			shared[column] = float32(mean / nnue.InputOne)
			for bucket := range nnue.Buckets {
				i := (bucket*nnue.Places+place)*m.width + column
				m.own[i] = float32((float64(n.Rows[i]) - mean) / nnue.InputOne)
			}
		}
	}
	for i, v := range n.Bias {
		m.bias[i] = float32(v-nnue.InputHalf) / nnue.InputOne
	}
	by := float64(n.Scale) / float64(scale)
	for i, v := range n.Output {
		m.output[i] = float32(by * float64(v) / nnue.OutputOne)
	}
	clear(m.outputBias[nnue.Heads:simd.Step])
	for i, v := range n.OutputBias {
		m.outputBias[i] = float32(by * float64(v) / nnue.ScoreOne)
	}
	m.merge()
}
