// Package tune fits the weights of the evaluation, in two ways that can be compared, and the parameters of the search.
//
// [Fit] descends the gradient: it makes the evaluation of quiet positions ([Positions]) predict the results of the
// games and the scores of a search (Texel's method, Österlund 2014, with Adam, Kingma and Ba 2014). It needs games with
// scores, such as those of [xiangqibot/engine/selfplay], and takes minutes.
//
// [Evolve] knows nothing of positions: sets of weights play against each other, the winners are crossed and mutated. It
// needs only time: a game yields a win, a draw or a loss.
//
// Both give the same [classical.Weights] for the same seed and input on any number of processors, and [Source] writes
// those as the Go file that package classical is built from.
//
// [SPSA] tunes the parameters of the search ([xiangqibot/engine/search.Params]) by games ([SearchGames]): few of them,
// tens of thousands of games.
package tune
