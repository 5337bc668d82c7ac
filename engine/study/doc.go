// Package study reviews a whole game: what each move cost, which moves were mistakes and why, and how well both sides
// played.
//
//	s, err := study.New(&record, study.Normal(), rules.Asian())
//	err = s.Run(ctx, engine.Analyze, progress)
//	for _, v := range s.Verdicts() { … }
//
// A [Study] is data: it can be written down as JSON after any step and gone on with elsewhere. [Study.Step] searches one
// position, so that a pool of engines may play moves in between; a study never takes more nodes than its [Plan] says.
//
// It makes two passes, both from the end of the game to its beginning with the engine's table kept, so that what was
// learned of later positions helps with earlier ones. The first looks at every position. The second looks longer at the
// moves that seem to have cost something, before and after them: a single search cannot tell a good move from an
// inaccuracy, and only after the second look is a move called a mistake or a blunder.
//
// Chances go from 0 for a loss to 1 for a win, see [engine.WinChance]. What a move cost is the part of them that it
// threw away.
package study
