// Package match plays matches between engines and computes what their results show.
//
// A [Match] lets two contestants play pairs of games: the same opening twice, with colors swapped, so that neither the
// opening nor the first move favors anybody. Contestants are settings of this engine ([BuiltIn]), any program that
// speaks UCI ([UCI]) or a scripted beginner ([Greedy]). The rules are ours: package rules judges every position, and a
// program that plays an illegal move, oversteps its time or dies has lost that game.
//
//	m := match.Match{
//		A: match.BuiltIn("new", match.BuiltInOptions{}), B: match.BuiltIn("old", match.BuiltInOptions{}),
//		Openings: openings, Pairs: 200, Budget: match.Budget{MoveTime: 100 * time.Millisecond},
//	}
//	standing, err := m.Run(ctx)
//	fmt.Println(standing)
//
// # What a result means
//
// Two games from one opening are not independent, so the pair is the unit of the statistics: its five possible scores
// give the mean and its error (the pentanomial model, which is what shrinks when openings are played twice). An [SPRT]
// stops the match as soon as one of two hypotheses about the difference in strength is as unlikely as asked for.
//
// A match that writes a [Journal] can be interrupted at any time and continues where it was.
//
// # Measuring strengths
//
// A [Ladder] lets strengths play those next to them, and [FitLadder] finds the places that fit all results best, with
// the error of every distance. An [Appraiser] measures the centipawn loss of moves, so that the strengths can be
// compared with people.
package match
