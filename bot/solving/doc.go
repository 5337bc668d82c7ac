// Package solving is about people who solve puzzles: which puzzle they get, whether their move is right, and how their
// rating and that of the puzzle change by it.
//
//	p, err := s.Draw(ctx, person, solving.Wish{Theme: "mahoupao"})
//	result, err := s.Play(ctx, act, p, made, move)
//
// Only the first try of a person at a puzzle counts: solved without a wrong move and without help it is a win against
// the puzzle, anything else a loss. A move that wins too, but slower, is no try at all. What a puzzle is lies in
// engine/puzzle; an answer needs no engine.
package solving
