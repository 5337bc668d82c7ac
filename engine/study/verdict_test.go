package study

import (
	"reflect"
	"slices"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// seen is an evaluation of the second pass: a score, or a mate.
func seen(score, mate int) Evaluation {
	return Evaluation{Score: score, Mate: mate, Chance: engine.WinChance(score, mate), Pass: 2}
}

// TestGrade goes through the thresholds and their exceptions. Scores are those of the side to move before and after.
func TestGrade(t *testing.T) {
	once := func(l Evaluation) Evaluation { l.Pass = 1; return l }
	for _, c := range []struct {
		name          string
		before, after Evaluation
		legal         int
		want          engine.Grade
	}{
		{"nothing lost", seen(100, 0), seen(-100, 0), 30, engine.Best},
		{"a gain", seen(100, 0), seen(-300, 0), 30, engine.Best},
		{"half a point of a hundred", seen(0, 0), seen(8, 0), 30, engine.Best},
		{"a little more", seen(0, 0), seen(9, 0), 30, engine.Good},
		{"under five points", seen(0, 0), seen(79, 0), 30, engine.Good},
		{"over five points", seen(0, 0), seen(81, 0), 30, engine.Inaccuracy},
		{"over ten points", seen(0, 0), seen(163, 0), 30, engine.Mistake},
		{"over twenty points", seen(0, 0), seen(340, 0), 30, engine.Blunder},
		{"the only move", seen(0, 0), seen(340, 0), 1, engine.Forced},
		{"searched once", once(seen(0, 0)), once(seen(340, 0)), 30, engine.Inaccuracy},
		{"searched once before", once(seen(0, 0)), seen(340, 0), 30, engine.Inaccuracy},
		{"searched once after", seen(0, 0), once(seen(340, 0)), 30, engine.Inaccuracy},
		{"the game is won anyway", seen(1600, 0), seen(-900, 0), 30, engine.Good},
		{"a won game thrown away", seen(1600, 0), seen(-100, 0), 30, engine.Blunder},
		{"a mate for a won game", seen(0, 4), seen(-800, 0), 30, engine.Good},
		{"a mate for a game almost won", seen(0, 4), seen(-650, 0), 30, engine.Mistake},
		{"a mate for a good game", seen(0, 4), seen(-300, 0), 30, engine.Blunder},
		{"a mate for a slower one", seen(0, 4), seen(0, -7), 30, engine.Best},
		{"into a mate from a lost game", seen(-800, 0), seen(0, 5), 30, engine.Good},
		{"into a mate from a bad game", seen(-300, 0), seen(0, 5), 30, engine.Blunder},
		{"mated sooner", seen(0, -6), seen(0, 2), 30, engine.Best},
	} {
		v := &Verdict{Before: c.before.Chance, After: 1 - c.after.Chance}
		v.Cost = max(v.Before-v.After, 0)
		if got := grade(v, &c.before, &c.after, c.legal, true); got != c.want {
			t.Errorf("%s: %v with a cost of %.3f, want %v", c.name, got, v.Cost, c.want)
		}
	}
}

// TestTurningPoint finds the last move of the loser that gave the advantage away, whatever was thrown away before; in a game
// that nobody lost the costliest such move.
func TestTurningPoint(t *testing.T) {
	// chances are Red's, before the first move and after each.
	played := func(chances ...float64) (verdicts []Verdict) {
		for ply := range chances[1:] {
			v := Verdict{Ply: ply, By: board.Color(ply % 2), Before: chances[ply], After: chances[ply+1]}
			if v.By == board.Black {
				v.Before, v.After = 1-v.Before, 1-v.After
			}
			v.Cost = max(v.Before-v.After, 0)
			verdicts = append(verdicts, v)
		}
		return verdicts
	}
	const none = -1
	for _, c := range []struct {
		name    string
		chances []float64
		outcome rules.Outcome
		want    int
	}{
		{"the winner's own swing was larger", []float64{0.5, 0.14, 0.88, 0.88, 0.88, 0.14, 0.14}, rules.BlackWins, 4},
		{"the same game drawn", []float64{0.5, 0.14, 0.89, 0.88, 0.88, 0.14, 0.14}, rules.Draw, 1},
		{"the advantage never changed sides", []float64{0.9, 0.9, 0.6, 0.6}, rules.Ongoing, none},
		{"it was lost before the costliest move", []float64{0.6, 0.3, 0.4, 0.05}, rules.Draw, 0},
		{"twice, the last for good", []float64{0.9, 0.2, 0.7, 0.4, 0.4, 0.05, 0}, rules.BlackWins, 2},
		{"a little, and then a blunder", []float64{0.52, 0.49, 0.49, 0.2, 0.2, 0}, rules.BlackWins, 2},
		{"little by little", []float64{0.52, 0.48, 0.48, 0.40, 0.40, 0.32}, rules.BlackWins, 0},
		{"behind from the beginning", []float64{0.4, 0.2, 0.2, 0.1}, rules.BlackWins, none},
		{"lost on time, ahead", []float64{0.6, 0.3, 0.3, 0.3, 0.8}, rules.BlackWins, none},
		{"lost on time, ahead after an own move", []float64{0.6, 0.3, 0.7, 0.7}, rules.BlackWins, none},
		{"black loses", []float64{0.5, 0.4, 0.9, 0.9, 0.95}, rules.RedWins, 1},
	} {
		ply, ok := TurningPoint(played(c.chances...), c.outcome)
		if !ok {
			ply = none
		}
		if ply != c.want {
			t.Errorf("%s: ply %d, want %d", c.name, ply, c.want)
		}
	}
}

func TestPhases(t *testing.T) {
	parse := func(fen string) *board.Position {
		p := testcases.Position(t, fen)
		return &p
	}
	const placement = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR"
	early, late := parse(placement+" b - - 0 10"), parse(placement+" w - - 0 11")
	few := parse("3akab2/9/4b4/p3p3p/9/2R6/P3P3P/4B4/4A4/2r1KAB2 w - - 0 1")
	for _, c := range []struct {
		p      *board.Position
		inBook bool
		last   board.Phase
		want   board.Phase
	}{
		{early, true, board.Opening, board.Opening},
		{early, false, board.Opening, board.Opening},
		{late, true, board.Opening, board.Opening},
		{late, false, board.Opening, board.Middlegame},
		{early, true, board.Middlegame, board.Middlegame},
		{few, false, board.Opening, board.Endgame},
		{late, false, board.Endgame, board.Endgame},
	} {
		if got := phaseOf(c.p, c.inBook, c.last); got != c.want {
			t.Errorf("%s after the %v: %v, want %v", c.p.FEN(), c.last, got, c.want)
		}
	}
}

// The costliest mistakes of each side are listed in the order of the game.
func TestKeyMistakes(t *testing.T) {
	var verdicts []Verdict
	for i := range 20 {
		by := board.Red
		if i%2 == 1 {
			by = board.Black
		}
		verdicts = append(verdicts, Verdict{Ply: i, By: by, Grade: engine.Mistake, Cost: 0.1 + float64(i)/100})
	}
	verdicts[19].Grade = engine.Inaccuracy
	if got, want := KeyMistakes(verdicts), []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}; !slices.Equal(got, want) {
		t.Errorf("key mistakes at %v, want %v", got, want)
	}
}

// A tally counts the graded moves. The average cost is that of moves neither forced nor from the book.
func TestTallyOf(t *testing.T) {
	verdicts := []Verdict{
		{Grade: engine.Blunder, Cost: 0.5, MissedWin: true, MissedMate: true},
		{Grade: engine.Best, Cost: 0.1, Brilliant: true},
		{Grade: engine.Best, Cost: 0.02, Book: true},
		{Grade: engine.Forced},
		{Cost: 0.9}, // not searched yet
		{Grade: engine.Mistake, Cost: 0.2, By: board.Black},
	}
	got := TallyOf(verdicts, func(v *Verdict) bool { return v.By == board.Red })
	want := Tally{
		Moves: 4, Grades: map[engine.Grade]int{engine.Blunder: 1, engine.Best: 2, engine.Forced: 1},
		Book: 1, MissedWins: 1, MissedMates: 1, Brilliant: 1, Free: 2, Cost: 0.3,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}
