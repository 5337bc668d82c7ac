// Package mine finds puzzles in games.
//
// Candidates are found without a search where possible: in a game with scores, positions where the score jumps; in a
// game of people, positions near the end. Mates are proved without an engine: a mate in two to five moves against every
// defense, where no other first move is as fast, checks or not. A MultiPV search finds other winning moves; if more
// than three other first moves win, the position is rejected. In a puzzle that gains material, at every turn one move
// is better than all others by at least [Gap] of a point.
//
// [Miner.Scan] looks at all positions of a game for other puzzles: pieces to take, checks to answer, captures to choose
// from, moves that hold; [Ending] makes endings from the tables, in which one move wins or draws. [Rate] estimates how
// hard a puzzle is.
//
// [WithoutTwins] leaves out puzzles of games recorded twice.
//
// A game has scores if an engine played it, or if it was reviewed: see [Miner.Study].
package mine
