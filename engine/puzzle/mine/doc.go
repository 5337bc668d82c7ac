// Package mine finds puzzles in games.
//
// [Miner.Find] looks for a mate first. Candidates are found without a search where possible: in a game with scores,
// the first one that is a mate; in a game of people, positions near the end. Mates are proved without an engine: a mate
// in two to five moves against every defense, where no other first move is as fast, checks or not. A MultiPV search
// finds other winning moves; if more than three other first moves win, the position is rejected.
//
// Then it scans all positions for other puzzles: pieces to take, checks to answer, captures to choose from, pieces won
// in a few moves, moves that hold. [Ending] makes endings from the tables, in which one move wins or draws. [Rate]
// estimates how hard a puzzle is.
//
// [WithoutTwins] leaves out puzzles of games recorded twice.
//
// A game has scores if an engine played it, or if it was reviewed: see [Miner.Study].
package mine
