// Package puzzle defines puzzles: positions in which the solver has to find the winning line.
//
//	p, ok := puzzle.Standard().Find("k3f9ab")
//	answer := p.Try(made, move) // correct and the reply, solved, also winning, or wrong
//
// A puzzle begins with a mistake of the opponent. A small tree follows: the correct moves, the reply to each, and the
// moves that also win but more slowly, which are not called wrong. So checking an answer needs no engine. Package mine
// makes the puzzles; its comment lists the criteria.
//
// The package knows nothing about languages or solvers: bot/solving chooses puzzles for people and rates them.
package puzzle
