// Package endgame is the endgame tablebase: for endings with little material it knows who wins, and in how many moves.
//
// It answers for positions in which one side has one or two attacking pieces (rook, horse, cannon, pawn) and the other
// none; guards (advisors and elephants) may stand on both sides. [Standard] lists what engines use: one attacker with
// all choices of own guards (for a rook: up to two advisors, or one elephant) and two attackers without own guards,
// each against every defense. The tables are kept in files:
//
//	var tables endgame.Tables
//	missing, err := tables.Load(dir)
//	err = tables.Make(ctx, dir, missing, endgame.Making{Workers: 2}) // those that are not there
//	value, ok := tables.Probe(&pos)
//
// Any single ending can be worked out in memory with [Tables.Solve].
//
// # What is in a table
//
// The attackers and guards of the strong side, which stays the same but for attackers that are lost, against all
// defenses up to one at once: for each position with the strong side to move, in how many moves it wins. What the weak
// side to move can hope for follows from its moves, of which it has few. Mirror images are kept once.
//
// # How it is made
//
// Backwards, by rounds. In round n the strong side wins where it has a move to a position that was lost in round n-1;
// the weak side loses where all its moves lead to positions won by round n. A position in which a king could be taken
// counts as won, so that no move needs a test whether it is legal, and a side without a move has lost by itself. What
// is left over is drawn. The first attacker is a bit: a set of points says for which of its points something holds, and
// a move of any other piece carries the whole set along.
//
// # What is not looked at
//
// The limit on moves without a capture, and repetition. Repetition changes no win: best play never repeats a position.
// A draw that the weak side holds only by threatening the same piece again and again may be forbidden to it. The limit
// can turn a very long win into a draw; the distance tells.
//
// # Memory
//
// A set takes [CacheMB] for parts of its files that were asked for last, and some 10 MB besides. Making takes up to 0.8
// GB for the largest tables; see [Making].
package endgame
