// Package endgame has endgame tablebases: for endings with little material they say which side wins, and in how many
// moves.
//
// They cover positions in which one side has one or two attackers (rook, horse, cannon, pawn) and the other none; both
// sides may have guards (advisors and elephants). [Standard] lists the tables that engines use: one attacker with all
// combinations of own guards (for a rook: up to two advisors, or one elephant) and two attackers without own guards,
// each against every defense. The tables are stored in files:
//
//	var tables endgame.Tables
//	missing, err := tables.Load(dir)
//	err = tables.Generate(ctx, dir, missing, endgame.GenerateOptions{Workers: 2}) // those that are not there
//	value, ok := tables.Probe(&pos)
//
// A single ending can be computed in memory with [Tables.Solve].
//
// # What is in a table
//
// One table has fixed attackers and guards of the strong side, against every defense up to the strongest: for each
// position with the strong side to move, the number of moves in which it wins. The value with the weak side to move is
// computed from its moves, which are few. Of two mirror images one is stored.
//
// # How it is generated
//
// By retrograde analysis, in rounds. In round n the strong side wins if it has a move to a position that was lost in
// round n-1; the weak side loses if all its moves lead to positions won by round n. A position in which a king could be
// taken counts as won, so that no move needs a test for legality, and a side without a move loses without a special
// case. All other positions are drawn. The first attacker is a bit: a set of points says for which of its points
// something holds, and a move of any other piece is applied to the whole set at once.
//
// # What is ignored
//
// The limit on moves without a capture, and repetition. Repetition does not affect wins: best play never repeats a
// position. A draw that the weak side holds only by perpetual chase may be forbidden to it. The limit can turn a very
// long win into a draw; the distance shows whether it can.
//
// # Memory
//
// A set takes [CacheMB] for the most recently used parts of its files, and about 10 MB more. Generation takes up to 0.8
// GB for the largest tables; see [GenerateOptions].
package endgame
