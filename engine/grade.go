package engine

import "math"

// Grade says how good a move was.
type Grade uint8

// The grades, best first. After Best they depend on the loss in expected score: a pawn matters in an even game and not
// in one that is won anyway.
const (
	Ungraded   Grade = iota
	Forced           // there was no other legal move
	Best             // what the engine would have played, or nothing worse
	Good             // costs less than InaccuracyCost
	Inaccuracy       // costs that or more
	Mistake          // costs MistakeCost or more
	Blunder          // costs BlunderCost or more
)

// The costs from which a move is graded so, in points.
const (
	InaccuracyCost = 0.05
	MistakeCost    = 0.10
	BlunderCost    = 0.20
)

// GradeOf is the grade of a move by its cost alone, Good at best.
func GradeOf(cost float64) Grade {
	switch {
	case cost >= BlunderCost:
		return Blunder
	case cost >= MistakeCost:
		return Mistake
	case cost >= InaccuracyCost:
		return Inaccuracy
	}
	return Good
}

var gradeNames = [...]string{"ungraded", "forced", "best", "good", "inaccuracy", "mistake", "blunder"}

// String returns "ungraded", "forced", "best", "good", "inaccuracy", "mistake" or "blunder".
func (g Grade) String() string { return gradeNames[min(int(g), len(gradeNames)-1)] }

// chanceScale is the score, in centipawns, at which the expected score is 1/(1+1/e), 73 %.
//
// It was fitted by logistic regression to games of the engine against itself; docs/engine.md says how.
const chanceScale = 400

// WinChance returns a side's expected score: from 0 for a loss to 1 for a win, with a draw as one half. Score and mate
// are as in [Info]. It was fitted to games between equal players of about the engine's strength at a few thousand
// nodes.
func WinChance(score, mate int) float64 {
	switch {
	case mate > 0:
		return 1
	case mate < 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(score)/chanceScale))
}
