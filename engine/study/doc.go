// Package study reviews a whole game: what each move cost, which moves were mistakes and why, and how well both sides
// played.
//
//	s, err := study.New(&record, study.Normal(), rules.Asian())
//	err = s.Run(ctx, engine.Analyze, progress)
//	for _, v := range s.Verdicts() { … }
//
// A [Study] is data: it can be saved as JSON after any step and resumed elsewhere. [Study.Step] searches one position,
// so that a pool of engines may play moves in between; a study never takes more nodes than its [Plan] says.
//
// It makes two passes, both from the end of the game to its beginning with the engine's table kept, so that results for
// later positions help with earlier ones. The first searches every position. The second searches longer before and
// after the moves that seem to have cost something: a single search cannot distinguish a good move from an inaccuracy,
// and a move is called a mistake or a blunder only after the second pass. At last the lines of the mistakes that are told
// are gone on with where they stop after a move or two.
//
// Chances go from 0 for a loss to 1 for a win, see [engine.WinChance]. The cost of a move is the part of them that it
// lost, and [engine.GradeOf] its grade. [engine.Engine.Review] looks at a game once, within one budget, and gives grades
// without reasons: it is for many games at once.
package study
