package study

import (
	"slices"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// seen is a look at a score, or at a mate.
func seen(score, mate int) Look {
	return Look{Score: score, Mate: mate, Chance: engine.WinChance(score, mate), Pass: 2}
}

// TestGrade goes through the thresholds and their exceptions. Scores are those of the side to move before and after.
func TestGrade(t *testing.T) {
	once := func(l Look) Look { l.Pass = 1; return l }
	for _, c := range []struct {
		name          string
		before, after Look
		legal         int
		want          engine.Grade
	}{
		{"nothing lost", seen(100, 0), seen(-100, 0), 30, engine.Best},
		{"a gain is nothing", seen(100, 0), seen(-300, 0), 30, engine.Best},
		{"half a point of a hundred", seen(0, 0), seen(8, 0), 30, engine.Best},
		{"a little more", seen(0, 0), seen(9, 0), 30, engine.Good},
		{"under five points", seen(0, 0), seen(79, 0), 30, engine.Good},
		{"over five points", seen(0, 0), seen(81, 0), 30, engine.Inaccuracy},
		{"over ten points", seen(0, 0), seen(163, 0), 30, engine.Mistake},
		{"over twenty points", seen(0, 0), seen(340, 0), 30, engine.Blunder},
		{"the only move", seen(0, 0), seen(340, 0), 1, engine.Forced},
		{"looked at once", once(seen(0, 0)), once(seen(340, 0)), 30, engine.Inaccuracy},
		{"the game is won anyway", seen(1600, 0), seen(-900, 0), 30, engine.Good},
		{"a won game thrown away", seen(1600, 0), seen(-100, 0), 30, engine.Blunder},
		{"a mate for a won game", seen(0, 4), seen(-800, 0), 30, engine.Inaccuracy},
		{"a mate for a game almost won", seen(0, 4), seen(-650, 0), 30, engine.Mistake},
		{"a mate for a good game", seen(0, 4), seen(-300, 0), 30, engine.Blunder},
		{"a mate for a slower one", seen(0, 4), seen(0, -7), 30, engine.Best},
		{"into a mate from a lost game", seen(-800, 0), seen(0, 5), 30, engine.Inaccuracy},
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

// TestTurningPoint finds the costliest of the moves that gave the advantage away.
func TestTurningPoint(t *testing.T) {
	v := []Verdict{
		{Before: 0.6, After: 0.3, Cost: 0.3}, // the advantage is lost
		{Before: 0.7, After: 0.45, Cost: 0.25},
		{Before: 0.55, After: 0.1, Cost: 0.45}, // and lost again, for good
		{Before: 0.9, After: 0.9},
		{Before: 0.1, After: 0.05, Cost: 0.5}, // it was lost before
	}
	if ply, ok := TurningPoint(v); !ok || ply != 2 {
		t.Errorf("ply %d, %v; want 2", ply, ok)
	}
	if _, ok := TurningPoint(v[3:]); ok {
		t.Error("an advantage that never changed sides has a turning point")
	}
}

// TestPhases goes through a game: twenty plies of opening at least, and an ending once there is little left.
func TestPhases(t *testing.T) {
	start := board.StartPosition()
	few, err := board.ParseFEN("3akab2/9/4b4/p3p3p/9/2R6/P3P3P/4B4/4A4/2r1KAB2 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		p      *board.Position
		ply    int
		inBook bool
		last   Phase
		want   Phase
	}{
		{&start, 0, true, Opening, Opening},
		{&start, 19, false, Opening, Opening},
		{&start, 20, true, Opening, Opening},
		{&start, 20, false, Opening, Middle},
		{&start, 10, true, Middle, Middle},
		{&few, 10, false, Opening, Ending},
		{&start, 60, false, Ending, Ending},
	} {
		if got := phaseOf(c.p, c.ply, c.inBook, c.last); got != c.want {
			t.Errorf("ply %d after the %v: %v, want %v", c.ply, c.last, got, c.want)
		}
	}
}

// Of each side the costliest mistakes are told, in the order of the game.
func TestLessons(t *testing.T) {
	var verdicts []Verdict
	for i := range 20 {
		by := board.Red
		if i%2 == 1 {
			by = board.Black
		}
		verdicts = append(verdicts, Verdict{Ply: i, By: by, Grade: engine.Mistake, Cost: 0.1 + float64(i)/100})
	}
	verdicts[19].Grade = engine.Inaccuracy
	if got, want := Lessons(verdicts), []int{5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}; !slices.Equal(got, want) {
		t.Errorf("lessons at %v, want %v", got, want)
	}
}
