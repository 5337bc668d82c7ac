// Package endgame knows endings with little material for certain: who wins, and in how many moves.
//
// It answers for positions in which one side has at most two attacking pieces (rook, horse, cannon, pawn) and the other none;
// guards (advisors and elephants) may stand on both sides. [Tables.Solve] works an ending out, and all that it can lead to;
// [Tables.Probe] then looks positions up:
//
//	var tables endgame.Tables
//	err := tables.Solve(ctx, material, workers, nil) // material from ParseMaterial("KR-KAA")
//	value, ok := tables.Probe(&pos)
//
// # How it is done
//
// Backwards. Every placement of the pieces has a number. First each is looked at once: where the side to move has no legal move it has
// lost; else its moves are counted, and those that take something are looked up in the smaller ending that they lead to.
// Then, ply by ply, moves are taken back: whatever leads to a lost position is won, and what leads to won ones only is lost.
// What is left over is drawn.
//
// # What is not looked at
//
// The limit on moves without a capture, and repetition. Repetition changes nothing: a win never repeats a position, and only the
// side with attackers could be forbidden anything. The limit can turn a very long win into a draw; the distance tells.
package endgame
