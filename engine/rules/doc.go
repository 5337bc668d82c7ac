// Package rules decides whether a game is over, and who has won.
//
// A position alone cannot say whether a repetition is a draw or a loss: that depends on what the repeated moves were
// doing. [Judge] therefore reads the whole record. It never looks ahead and never plays a move of its own; the same
// record always gets the same verdict.
//
//	verdict := rules.Judge(&record, rules.Asian())
//	if verdict.Outcome != rules.Ongoing {
//		// the game is over, for verdict.Reason
//	}
//
// A verdict is about the position after the last move. A caller that asks after every move therefore sees a game end at
// the first ply that ends it.
//
// # What ends a game
//
// In this order, so that the first that holds decides:
//
//  1. The side to move has no legal move: it loses, in check ([Checkmate]) or not ([Stalemate]).
//  2. No piece is left that can cross the river: draw ([BareMaterial]).
//  3. Too many plies without a capture: draw ([NaturalLimit]).
//  4. The position occurs for the third time, or the fourth ([ForPeople]): the moves of the cycle are judged. The side
//     that did the graver thing all along loses, and if both did the same it is a draw. Check with every move
//     ([PerpetualCheck]) is graver than a chase of one piece with every move ([PerpetualChase]), and that is graver than
//     everything else ([Repetition]).
//
// What varies between federations is in [Code]: limits, thresholds, chases. docs/rules.md lists the articles to which
// [Verdict.Article] refers, and [Verdict.CycleMoves] says what every move of the cycle did.
//
// [Foresee] looks one step ahead, for warnings: which moves would complete a repetition, and what the ruling would be.
// [Looming] looks a whole cycle ahead.
//
// # Reading order
//
// code.go, verdict.go and deed.go hold the values; judge.go asks the questions above; cycle.go weighs a repetition;
// chase.go knows what a chase is. trail.go is the part of the judge that the search shares: it grows by a move and
// shrinks by a move, and reports without looking at the board whether a position occurred before. bare.go and
// foresee.go are independent of the rest.
package rules
