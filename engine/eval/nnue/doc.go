// Package nnue is the evaluation by a network: an efficiently updatable one (Nasu 2018), trained by engine/train on the
// engine's own games.
//
// # The network
//
// It sees the board twice, from the side of either king. A piece on a point is an input; which one depends on whose
// piece it is, and on where the own king is (inputs.go). Inputs are on or off, so the first layer is the sum of the
// rows of those that are on, and a move changes two or three of them. Each sum, a row of some hundred numbers, is
// clamped to the range from 0 to 1 and squared; the results of both sides, that of the side to move first, are
// multiplied by one row of output weights. There are eight of these heads, and the material on the board selects one.
//
// Weights are small integers: those of the first layer are in 1020ths, four of which are one unit of the squared
// values, those of the heads in 256ths, and the sums are exact. So the score of a position is the same on every
// machine, and the same whether it was followed to move by move or looked at alone. Nor does it change when the board
// is mirrored, or when the colors are exchanged.
//
// # How to use it
//
// [Read] reads a network from a file; it does not change and may be shared. Each thread makes an [Evaluator] of it with
// [New], and then calls Reset, Push, Pop and Score as those of the hand-written evaluation, package classical. A move
// only notes what it changes; the sums are updated when a score is needed (accumulator.go), from the nearest earlier
// position that has them, or from a cached one with the king on the same point (refresh.go).
package nnue
