// Package match plays matches between engines and computes what their results show.
//
// A [Match] plays pairs of games between two contestants: the same opening twice, with colors swapped, so that neither
// the opening nor the first move favors one side. Contestants are this engine in the same process ([BuiltIn]) or any
// UCI engine ([UCI]). Package rules judges every position. A program that plays an illegal move, exceeds its time or
// crashes forfeits the game.
//
//	m := match.Match{
//		A: match.BuiltIn("new", engine.Options{}), B: match.BuiltIn("old", engine.Options{Params: old}),
//		Openings: openings, Pairs: 200, Budget: match.Budget{MoveTime: 100 * time.Millisecond},
//	}
//	standing, err := m.Run(ctx)
//	fmt.Println(standing)
//
// # What a result means
//
// Two games from one opening are not independent, so the statistics are based on pairs: the five possible scores of a
// pair give the mean and its error (the pentanomial model). An [SPRT] stops the match as soon as it accepts one of two
// hypotheses about the Elo difference.
//
// A match with a journal can be interrupted at any time and resumed.
package match
