// Package tune finds the numbers of the evaluation, in two ways that can be compared.
//
// [Fit] goes down the gradient: it makes the evaluation of quiet positions ([Positions]) foretell how the games ended and what a search
// said (Texel's method, Österlund 2014, with Adam, Kingma and Ba 2014). It needs games with scores, such as [xiangqibot/engine/train]
// keeps, and minutes.
//
// [Evolve] knows nothing of positions: sets of weights play against each other, the winners are crossed and mutated. It needs nothing but
// time: what a game tells is won, drawn or lost.
//
// Both give the same [eval.Weights] for the same seed and input on any number of processors, and [Source] writes those as the Go file that
// package eval is built from.
package tune
