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
// A verdict is about the position after the last move only. Call Judge after every move to find the ply that ends the
// game.
//
// # What ends a game
//
// The first of these that applies decides:
//
//  1. The side to move has no legal move: it loses, in check ([Checkmate]) or not ([Stalemate]).
//  2. No piece is left that can cross the river: draw ([BareMaterial]).
//  3. Too many plies without a capture: draw ([NaturalLimit]).
//  4. The position occurs for the third time, or the fourth ([ForPeople]): the moves of the cycle are judged. The side
//     with the more severe offense in all its moves loses; if both are equal, it is a draw. Check with every move
//     ([PerpetualCheck]) is more severe than a chase of one piece with every move ([PerpetualChase]), and that is more
//     severe than everything else ([Repetition]).
//
// [Ruleset] holds what varies between federations: limits, thresholds, chases. docs/rules.md lists the articles to
// which [Verdict.Article] refers, and [Verdict.CycleMoves] classifies every move of the cycle.
//
// [RepetitionWarnings] looks one move ahead: which moves would complete a repetition, and what the verdict would be.
// [UpcomingVerdict] looks a whole cycle ahead.
//
// # Reading order
//
// ruleset.go, verdict.go and cyclemove.go hold the values; judge.go applies the list above; cycle.go judges a
// repetition; chase.go defines a chase. history.go is the part that the search shares: moves are pushed and popped, and
// it finds repetitions by their keys alone. bare.go and warnings.go are independent of the rest.
package rules
