// Package endgame is the endgame tablebase: for endings with little material it knows which side wins, and in how many
// moves.
//
// It covers positions in which one side has one or two attacking pieces (rook, horse, cannon, pawn) and the other none;
// guards (advisors and elephants) may be on both sides. [Standard] lists what engines use: one attacker with all
// choices of own guards (for a rook: up to two advisors, or one elephant) and two attackers without own guards, each
// against every defense. The tables are kept in files:
//
//	var tables endgame.Tables
//	missing, err := tables.Load(dir)
//	err = tables.Make(ctx, dir, missing, endgame.GenerateOptions{Workers: 2}) // those that are not there
//	value, ok := tables.Probe(&pos)
//
// A single ending can be computed in memory with [Tables.Solve].
//
// # What is in a table
//
// One table has the attackers and guards of the strong side, which do not change except that attackers are lost,
// against every defense up to the strongest: for each position with the strong side to move, in how many moves it wins.
// The value with the weak side to move follows from its moves, of which it has few. Of two mirror images one is kept.
//
// # How it is made
//
// Backwards, in rounds. In round n the strong side wins if it has a move to a position that was lost in round n-1; the
// weak side loses if all its moves lead to positions won by round n. A position in which a king could be taken counts
// as won, so that no move needs a test for legality, and a side without a move has lost without a special case. All
// other positions are drawn. The first attacker is a bit: a set of points says for which of its points something holds,
// and a move of any other piece is applied to the whole set at once.
//
// # What is ignored
//
// The limit on moves without a capture, and repetition. Repetition changes no win: best play never repeats a position.
// A draw that the weak side holds only by perpetual chase may be forbidden to it. The limit can turn a very long win
// into a draw, which the distance shows.
//
// # Memory
//
// A set takes [CacheMB] for the most recently used parts of its files, and about 10 MB more. Making takes up to 0.8 GB
// for the largest tables; see [Making].
package endgame
