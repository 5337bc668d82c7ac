// Package nnue evaluates positions with an efficiently updatable neural network (NNUE, Nasu 2018), trained by
// engine/lab/train on positions that the engine has scored.
//
// # The network
//
// It sees the board twice, from the perspective of either king. A piece on a point is an input; which one depends on
// its owner, and on the point of the own king (inputs.go). Inputs are on or off, so the first layer, the accumulator,
// is the sum of the rows of those that are on, and a move changes two or three of them. Each sum, a row of some hundred
// numbers, is clamped to the range from 0 to 1 and squared (SCReLU); the results of both sides, that of the side to
// move first, are multiplied by one row of output weights. There are 24 of these rows, the output buckets (heads):
// the material on the board, and which side has more of it, select one.
//
// Weights are quantized to small integers: those of the first layer are in 1020ths, four of which are one unit of the
// squared values, those of the heads in 256ths, and the sums are exact. So the score of a position is the same on every
// machine, and the same whether it was computed incrementally or from scratch. It does not change if the board is
// mirrored, or if the colors are swapped.
//
// # How to use it
//
// [Read] reads a network from a file; it is immutable and may be shared. Each thread creates an [Evaluator] with [New],
// and calls Reset, Push, Pop and Score. Push only records the change; the accumulators are updated lazily when a score
// is needed (accumulator.go), from the nearest earlier position that has them, or from a cached one with the king on
// the same point (refresh.go).
package nnue
