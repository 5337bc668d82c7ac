// Package board holds a Xiangqi position and knows which moves are legal in it.
//
// It knows where the pieces are, which side is to move, whether a king is attacked, which moves are legal, and what the
// position is after a move. It never judges a game: package rules does, with repetitions, natural limit and results. It
// never reads or writes moves for people: package notation does.
//
// Start with a position and ask it for its moves:
//
//	pos := board.StartPosition()
//	for _, m := range pos.LegalMoves(nil) {
//		undo := pos.Make(m)
//		// …
//		pos.Unmake(m, undo)
//	}
//
// or read one from text with [ParseFEN]. A game is a [Record]: a start position and the moves played from it.
//
// # Levels of trust
//
// Three types say how much has been validated. [Placement] is pieces anywhere. [Setup] is the content of a FEN: a
// placement, a side to move and two counters. [Position] is a legal setup: one king per side in its palace, no piece on
// a point that it can never reach, the side that just moved not in check. Only [NewPosition] turns a Setup into a
// Position, so all code that takes a Position may rely on it. Methods that do not check their arguments, such as
// [Position.Make], say so.
//
// # How it is built
//
// Squares count from a0 (Red's left corner) along the ranks to i9. A [Bitboard] keeps the ten ranks in two words of
// five ranks each, cut at the river. Nine bits of one word are then a rank, and a file is gathered from both by one
// multiplication each; either row of bits is an index into small tables that give a rook's or a cannon's reach at once.
// Horses and elephants use templates: the squares reached over each leg or eye, dropped where that point is taken. The
// tables fit the first-level cache, which is why they are faster than one large table per square.
package board
