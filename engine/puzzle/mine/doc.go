// Package mine finds puzzles in games.
//
// Candidates are found without a search where possible: in a game whose moves have scores, positions at which the score
// jumped; in a game of people, positions near the end. What is admitted as a mate is proved without an engine: a mate
// in two to five moves against every defense, where no other first move is as fast. A search of several lines looks for
// other moves that win; if nearly everything wins there is nothing to find, and the position is refused. What is
// admitted as a gain has one move at every turn of the solver that is better than all others by at least [Gap] of a
// point.
//
// A game has scores if an engine played it, or if it was reviewed: see [Miner.Study].
package mine
