// Package study reviews a game: how much each move lost, which moves were mistakes and why, and how accurately both
// sides played.
//
//	s, err := study.New(&record, study.DefaultPlan(), rules.Asian())
//	for !s.Done() {
//		err = s.Step(ctx, search)
//	}
//	for _, v := range s.Verdicts() { … }
//
// A [Study] can be saved as JSON after any step and resumed in another process. [Study.Step] searches one position, so
// that a pool of engines can play moves in between. [Plan] bounds the nodes.
//
// It makes three passes, each from the end of the game to its beginning and with the engine's transposition table kept,
// so that results for later positions help with earlier ones. The first pass searches every position. The second
// searches longer before and after the doubtful moves: a single search cannot distinguish a good move from an
// inaccuracy, and a move is called a mistake or a blunder only after the second pass. The third searches even longer
// before and after the key mistakes whose lines show no reason, or only that little is lost: some of them are no
// mistakes then, and most of the others have a reason. Finally, short lines of the key mistakes are extended.
//
// Chances are expected scores, from 0 for a loss to 1 for a win, see [engine.WinChance]. The cost of a move is its loss
// of expected score, and [engine.GradeOf] its grade.
package study
