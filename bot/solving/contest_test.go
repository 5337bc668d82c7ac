package solving_test

import (
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

func puzzleOf(t *testing.T, id string) *puzzle.Puzzle {
	t.Helper()
	p, ok := puzzle.Standard().Find(id)
	if !ok {
		t.Fatalf("no puzzle %q", id)
	}
	return p
}

// solution returns a solver's right moves without the last one, and the last one.
func solution(t *testing.T, id string) (made []board.Move, last board.Move) {
	t.Helper()
	for i, m := range puzzleOf(t, id).Line() {
		if i%2 == 0 {
			made = append(made, m)
		}
	}
	return made[:len(made)-1], made[len(made)-1]
}

// wrong is a wrong first move.
func wrong(t *testing.T, id string) board.Move {
	t.Helper()
	p := puzzleOf(t, id)
	pos := p.Position()
	for _, m := range pos.LegalMoves(nil) {
		if p.Try(nil, m).Verdict == puzzle.Wrong {
			return m
		}
	}
	t.Fatalf("puzzle %s has no wrong first move", id)
	return board.NoMove
}

// The puzzles of a run become harder and never repeat. One may be skipped, and the first mistake ends the run.
func TestRun(t *testing.T) {
	store := newPeople(t).Contests
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	runs := solving.NewRuns(store, puzzle.Standard(), func() time.Time { now = now.Add(time.Second); return now })
	act := game.Act{Actor: "1", Guild: "g"}
	run, err := runs.Continue(t.Context(), act)
	if err != nil || run.Puzzle == "" {
		t.Fatalf("begun: %+v, %v", run, err)
	}
	first, seen, rated := run.Puzzle, map[string]bool{}, []int{}
	for n := 1; n <= 12; n++ {
		if seen[run.Puzzle] {
			t.Errorf("puzzle %s comes again", run.Puzzle)
		}
		seen[run.Puzzle] = true
		p, _ := puzzle.Standard().Find(run.Puzzle)
		rated = append(rated, p.Rating)
		made, last := solution(t, run.Puzzle)
		_, run, err = runs.Try(t.Context(), act, run.Puzzle, made, last)
		if err != nil || run.Solved != n || run.Best != n || run.Guild != "g" {
			t.Fatalf("puzzle %d: %+v, %v", n, run, err)
		}
	}
	if rated[11]-rated[0] < 400 {
		t.Errorf("the puzzles are rated %v: want them to become harder", rated)
	}
	if _, _, err := runs.Try(t.Context(), act, first, nil, wrong(t, first)); !errors.Is(err, game.Outdated) {
		t.Errorf("the first puzzle again: %v", err)
	}
	skipped := run.Puzzle
	if run, err = runs.Skip(t.Context(), act, skipped); err != nil || run.Puzzle == skipped || run.Solved != 12 {
		t.Errorf("skipped: %+v, %v", run, err)
	}
	if _, err = runs.Skip(t.Context(), act, run.Puzzle); !errors.Is(err, solving.SkippedBefore) {
		t.Errorf("skipped twice: %v", err)
	}
	if _, run, err = runs.Try(t.Context(), act, run.Puzzle, nil, wrong(t, run.Puzzle)); err != nil || run.Puzzle != "" {
		t.Errorf("a mistake: %+v, %v", run, err)
	}
	if run, err = runs.Continue(t.Context(), act); err != nil || run.Solved != 0 || run.Best != 12 || run.Skipped {
		t.Errorf("begun again: %+v, %v", run, err)
	}
	for _, gone := range []struct{ up, left string }{{first, run.Puzzle}, {run.Puzzle, ""}} {
		err := runs.Fail(t.Context(), act, gone.up)
		if now, err2 := store.Run(t.Context(), "1"); errors.Join(err, err2) != nil || now.Puzzle != gone.left {
			t.Errorf("%s was given up outside the run: %+v, %v, %v", gone.up, now, err, err2)
		}
	}
	if _, err := runs.Best(t.Context(), ""); !errors.Is(err, game.NotInServer) {
		t.Errorf("the best of direct messages: %v", err)
	}
}

// In a race the first to solve a puzzle scores a point, a wrong move shuts the player out for the round, and the first
// to reach the goal wins.
func TestRace(t *testing.T) {
	people := newPeople(t)
	store := people.Contests
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	races := solving.NewRaces(store, puzzle.Standard(), func() time.Time { return now })
	by := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "g", Channel: "c"} }
	refused(t, errOf(races.Start(t.Context(), game.Act{Actor: "1"}, 2)), game.NotInServer)
	race, err := races.Start(t.Context(), by("1"), 2)
	if err != nil || race.Round != 1 || race.Over() {
		t.Fatalf("begun: %+v, %v", race, err)
	}
	first := race.Puzzle
	_, _, err = races.Try(t.Context(), by("2"), race.ID, 1, nil, wrong(t, first))
	must(t, err)
	refused(t, errOf(races.Race(t.Context(), by("2"), race.ID, 1)), solving.ShutOut)
	refused(t, errOf(races.Race(t.Context(), game.Act{Actor: "3", Guild: "h"}, race.ID, 1)), solving.NoRace)
	refused(t, errOf(races.Pass(t.Context(), by("2"), race.ID, 1)), solving.TooEarly)
	people.try(t, "4", puzzleOf(t, first), false, now)
	refused(t, errOf(races.Race(t.Context(), by("4"), race.ID, 1)), solving.TriedIt)
	_, _, err = races.Try(t.Context(), by("4"), race.ID, 1, nil, wrong(t, first))
	refused(t, err, solving.TriedIt)
	for round := 1; round <= 2; round++ {
		made, last := solution(t, race.Puzzle)
		if _, race, err = races.Try(t.Context(), by("3"), race.ID, round, made, last); err != nil {
			t.Fatal(err)
		}
		if round == 1 {
			_, _, err = races.Try(t.Context(), by("1"), race.ID, 1, made, last)
			refused(t, err, solving.RoundOver)
			if race.Puzzle == first || len(race.Table()) != 1 {
				t.Errorf("the second round: %+v", race)
			}
		}
	}
	if !race.Over() || race.Table()[0] != (solving.Racer{Person: "3", Points: 2}) {
		t.Errorf("the end: %+v", race)
	}
	refused(t, errOf(races.Race(t.Context(), by("1"), race.ID, 2)), solving.RaceOver)

	race, err = races.Start(t.Context(), by("1"), 0)
	if err != nil || race.Goal != solving.MinRaceGoal {
		t.Errorf("to no points: %+v, %v", race, err)
	}
	if race, err = races.Pass(t.Context(), by("1"), race.ID, 1); err != nil || race.Round != 2 {
		t.Errorf("passed by the starter: %+v, %v", race, err)
	}
	now = now.Add(solving.PassDelay)
	if race, err = races.Pass(t.Context(), by("2"), race.ID, 2); err != nil || race.Round != 3 {
		t.Errorf("passed in time: %+v, %v", race, err)
	}
}
