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
	// InputHalf is to be added to the bias of the first layer: its sums are divided by 4, and with that they are rounded
	// and not cut down.
	InputHalf = 2
	// OutputOne is 1 in the weights of the heads.
	OutputOne = 256
	// ScoreOne is 1 in the sum of a head.
	ScoreOne = simd.MaxActivation * simd.MaxActivation * OutputOne
)

// Network is a network that was trained. It must not be changed while evaluators of it are in use.
type Network struct {
	// Width is how many numbers the sum of one side has: a multiple of simd.Step, at most simd.MaxWidth.
	Width int
	// Scale is how many centipawns 1 is worth.
	Scale int
	// Recipe says in words how the network was made.
	Recipe string
	// Bias is where the sums begin, one number a column.
	Bias []int16
	// Rows are the rows of all inputs, one after the other.
	Rows []int16
	// Output are the heads, one after the other: a weight for each column of the side to move, then for each of the other
	// side. They fit a signed byte.
	Output []int16
	// OutputBias is what is added to the sum of each head.
	OutputBias [Heads]int32
}

// NewNetwork makes an empty network, which takes every position for even.
func NewNetwork(width, scale int) *Network {
	return &Network{
		Width: width, Scale: scale,
		Bias: make([]int16, width), Rows: make([]int16, Inputs*width), Output: make([]int16, Heads*2*width),
	}
}

// maxScale is more than any scale that makes sense.
const maxScale = 10000

// Validate tells what is wrong with the network.
func (n *Network) Validate() error {
	if err := checkShape(n.Width, n.Scale); err != nil {
		return err
	}
	if len(n.Bias) != n.Width || len(n.Rows) != Inputs*n.Width || len(n.Output) != Heads*2*n.Width {
		return fmt.Errorf("nnue: %d biases, %d weights and %d output weights do not make a network %d wide",
			len(n.Bias), len(n.Rows), len(n.Output), n.Width)
	}
	for i, w := range n.Output {
		if w != int16(int8(w)) {
			return fmt.Errorf("nnue: output weight %d is %d: want -128 to 127", i, w)
		}
	}
	return nil
}

// checkShape tells what is wrong with the numbers that a network is described by.
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
func (n *Network) row(r uint16) []int16 { return n.Rows[int(r)*n.Width:][:n.Width] }

// score asks a head about the sums of the side to move and of the other side.
func (n *Network) score(us, them []int16, head int) int {
	weights := n.Output[2*head*n.Width:][:2*n.Width]
	sum := int64(n.OutputBias[head]) + simd.SquaredDot(us, them, weights)
	return int(max(min(sum*int64(n.Scale)/ScoreOne, eval.Limit), -eval.Limit))
}

// Score returns centipawns for a side of a board, which is to move: what an [Evaluator] says, from nothing. It is for
// those who train a network, and slow.
func (n *Network) Score(b *Board, side int) int {
	sums := [2][]int16{make([]int16, n.Width), make([]int16, n.Width)}
	for i, seen := range [2]int{side, side ^ 1} {
		simd.Apply(sums[i], n.Bias, n.Rows, b.Rows[seen][:b.Count], nil)
	}
	return n.score(sums[0], sums[1], b.Head)
}
