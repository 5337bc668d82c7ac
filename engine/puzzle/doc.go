// Package puzzle holds positions in which one side can win by a line that has to be found.
//
//	p := puzzle.Standard().Draw(dice, puzzle.Wish{Theme: "mahoupao"})
//	answer := p.Try(made, move) // right and the reply, solved, also winning, or wrong
//
// A puzzle begins with a move of the opponent that gave the chance. What follows is a small tree: the moves that are
// right, the reply to each, and the moves that win as well but slower, which nobody is told to be wrong. So an answer
// needs no engine. Package mine makes the puzzles; what it admits is said there.
//
// The package knows no language and nobody who solves.
package puzzle
