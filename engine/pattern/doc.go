// Package pattern finds the name by which players know the end of a game, and the motif of a move.
//
//	for _, name := range pattern.Names(&record) { … }        // 马后炮, 卧槽马, …: what mated
//	for _, motif := range pattern.ShotAt(&record, ply).Motifs { … } // 捉双, 引离, …: how a move gains
//
// [Names] looks at a position in which the side to move has lost, by mate or by stalemate, and at the few moves before
// it. The most significant names come first: the first one or two are worth showing. A mate without a name is just a
// mate.
//
// A name holds only if the pieces that it names take part in the mate. A piece takes part if it gives check, if it
// attacks a point to which the king could go, or if the loser would have a legal move without it. Otherwise a piece
// that is merely in the right place would give most mates wrong names.
//
// [ShotAt] looks at a move and the line after it, such as the principal variation of a search. A motif holds only if
// the line keeps what the motif promises: it is not enough that two pieces are attacked, one of them has to fall.
//
// The package never searches and never scores. It knows no language: other packages have the words for its names.
package pattern
