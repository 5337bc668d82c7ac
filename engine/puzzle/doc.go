// Package puzzle holds positions in which one side can win by a line that has to be found.
//
//	p, ok := puzzle.Standard().Find("k3f9ab")
//	answer := p.Try(made, move) // right and the reply, solved, also winning, or wrong
//
// A puzzle begins with a move of the opponent that gave the chance. What follows is a small tree: the moves that are
// right, the reply to each, and the moves that win as well but more slowly, which are not called wrong. So judging an
// answer needs no engine. Package mine makes the puzzles; its comment says what it admits.
//
// The package knows no language and no solvers: bot/solving chooses puzzles for people and rates them.
package puzzle
