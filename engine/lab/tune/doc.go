// Package tune tunes the weights of the evaluation, by two methods, and the parameters of the search.
//
// [Fit] is Texel tuning: gradient descent that makes the evaluation of quiet positions ([Positions]) predict the
// results of the games and the scores of a search (Österlund 2014, with Adam, Kingma and Ba 2014). It needs games with
// scores, such as those of [xiangqibot/engine/lab/selfplay], and takes minutes.
//
// [Evolve] is a genetic algorithm: sets of weights play against each other, and the winners are crossed and mutated. It
// needs no positions, but much time: a game yields only a win, a draw or a loss.
//
// Both give the same [classical.Weights] for the same seed and input with any number of workers. Their
// String is the file that package classical embeds.
//
// [SPSA] tunes a few parameters of the search ([xiangqibot/engine/search.Params]) by tens of thousands of games
// ([SearchGames]).
package tune
