// Package solving gives puzzles to people: it draws a puzzle, judges the moves, and rates the person and the puzzle.
// The puzzle of the day ([DailyPuzzles], [Schedules]), streaks ([Runs]) and races ([Races]) are here too.
//
//	p, err := s.Draw(ctx, person, solving.Criteria{Theme: "mahoupao"})
//	result, err := s.Play(ctx, act, p, made, move)
//
// Only a person's first try at a puzzle counts. Solving it without a wrong move and without help is a win against the
// puzzle, anything else is a loss. A move that also wins, but more slowly, does not count as a try. The puzzles are in
// engine/puzzle, with everything that is needed to judge an answer: no engine runs.
package solving
