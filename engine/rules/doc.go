// Package rules tells how a game stands.
//
// A position alone cannot say whether a repetition is a draw or a loss: that depends on what the repeated moves were
// doing. [Judge] therefore reads the whole record. It never looks ahead and never plays a move of its own; the same record
// always gets the same verdict.
//
//	verdict := rules.Judge(&record, rules.Asian())
//	if verdict.Outcome != rules.Ongoing {
//		// the game is over, for verdict.Reason
//	}
//
// A verdict is about the position after the last move. Whoever asks after every move therefore sees a game end at the first
// ply that ends it.
//
// # What ends a game
//
// In this order, so that the first that holds decides:
//
//  1. The side to move has no legal move: it loses, in check ([Checkmate]) or not ([Stalemate]).
//  2. No piece is left that can cross the river: draw ([BareMaterial]).
//  3. Too many plies without a capture: draw ([NaturalLimit]).
//  4. The position stands for the third time: the moves of the circle are judged. A side that gave check with every one
//     of its moves loses, unless the other did the same ([PerpetualCheck]); all else is a draw ([Repetition]).
//
// What varies between federations is in [Code]: limits, thresholds, options.
//
// The search asks the same questions at every node. [Trail] is the part of the judge that it shares: it grows by a move and shrinks
// by a move, and answers without looking at the board.
package rules
