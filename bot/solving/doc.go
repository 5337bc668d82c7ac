// Package solving serves people who solve puzzles: it draws a puzzle for them, judges their moves, and rates them and the
// puzzle. The puzzle of the day, streaks and races are here too (Days, Runs, Races).
//
//	p, err := s.Draw(ctx, person, solving.Wish{Theme: "mahoupao"})
//	result, err := s.Play(ctx, act, p, made, move)
//
// Only the first try of a person at a puzzle counts: solved without a wrong move and without help it is a win against
// the puzzle, anything else a loss. A move that wins too, but more slowly, does not count as a try. The puzzles
// themselves are in engine/puzzle, with everything that is needed to judge an answer: no engine runs.
package solving
