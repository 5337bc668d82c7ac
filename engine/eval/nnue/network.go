package nnue

import (
	"fmt"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/simd"
)

// The integers that stand for 1.
const (
	// InputOne is 1 in the first layer.
	InputOne = 4 * simd.MaxActivation
	// InputHalf is added to the biases of the first layer: its sums are divided by 4, and so they are rounded instead
	// of truncated.
	InputHalf = 2
	// OutputOne is 1 in the weights of the heads.
	OutputOne = 256
	// ScoreOne is 1 in the sum of a head.
	ScoreOne = simd.MaxActivation * simd.MaxActivation * OutputOne
)

// Network is a trained network. It must not be changed while evaluators use it.
type Network struct {
	// Width is the number of columns of the first layer: a multiple of simd.Step, at most simd.MaxWidth.
	Width int
	// Scale is the number of centipawns that an output of 1 stands for.
	Scale int
	// Recipe describes how the network was trained.
	Recipe string
	// InputBias has the biases of the first layer, one for each column.
	InputBias []int16
	// InputWeights has the weights of the first layer: a row for each input, one after the other.
	InputWeights []int16
	// OutputWeights are the heads, one after the other: a weight for each column of the side to move, then for each of
	// the other side. They fit a signed byte.
	OutputWeights []int16
	// OutputBias has the bias of each head.
	OutputBias [OutputBuckets]int32
}

// NewNetwork returns a network whose weights are all 0: it scores every position as even.
func NewNetwork(width, scale int) *Network {
	return &Network{
		Width: width, Scale: scale,
		InputBias: make([]int16, width), InputWeights: make([]int16, Inputs*width), OutputWeights: make([]int16, OutputBuckets*2*width),
	}
}

// maxScale is a limit beyond any reasonable scale.
const maxScale = 10000

// Validate reports what is wrong with the network.
func (n *Network) Validate() error {
	if err := checkShape(n.Width, n.Scale); err != nil {
		return err
	}
	if len(n.InputBias) != n.Width || len(n.InputWeights) != Inputs*n.Width || len(n.OutputWeights) != OutputBuckets*2*n.Width {
		return fmt.Errorf("nnue: %d biases, %d weights and %d output weights do not make a network %d wide",
			len(n.InputBias), len(n.InputWeights), len(n.OutputWeights), n.Width)
	}
	for i, w := range n.OutputWeights {
		if w != int16(int8(w)) {
			return fmt.Errorf("nnue: output weight %d is %d: want -128 to 127", i, w)
		}
	}
	return nil
}

// checkShape reports what is wrong with a width and a scale.
func checkShape(width, scale int) error {
	if width < simd.Step || width > simd.MaxWidth || width%simd.Step != 0 {
		return fmt.Errorf("nnue: a network %d wide: want a multiple of %d from %d to %d",
			width, simd.Step, simd.Step, simd.MaxWidth)
	}
	if scale < 1 || scale > maxScale {
		return fmt.Errorf("nnue: a scale of %d: want 1 to %d", scale, maxScale)
	}
	return nil
}

// row is the row of an input.
func (n *Network) row(r uint16) []int16 { return n.InputWeights[int(r)*n.Width:][:n.Width] }

// score returns the output of a head, in centipawns, for the sums of the side to move and of the other side.
func (n *Network) score(us, them []int16, head int) int {
	weights := n.OutputWeights[2*head*n.Width:][:2*n.Width]
	sum := int64(n.OutputBias[head]) + simd.SquaredDot(us, them, weights)
	return int(max(min(sum*int64(n.Scale)/ScoreOne, eval.Limit), -eval.Limit))
}

// Score returns the same score as an [Evaluator], computed from scratch: centipawns for a side, which is to move. It is
// slow and meant for training.
func (n *Network) Score(b *Features, side int) int {
	sums := [2][]int16{make([]int16, n.Width), make([]int16, n.Width)}
	for i, seen := range [2]int{side, side ^ 1} {
		simd.Apply(sums[i], n.InputBias, n.InputWeights, b.Rows[seen][:b.Count], nil)
	}
	return n.score(sums[0], sums[1], b.OutputBuckets[side])
}
