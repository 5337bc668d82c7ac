package solving_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// contests are a RunStore and a RaceStore without a database.
type contests struct {
	runs  map[game.Person]solving.Run
	races []solving.Race
	tried map[game.Person]string // outside of races
}

func (c *contests) UpdateRun(_ context.Context, _ string, p game.Person, fn func(*solving.Run) error) (*solving.Run, error) {
	r := c.runs[p]
	r.Person = p
	if err := fn(&r); err != nil {
		return nil, err
	}
	c.runs[p] = r
	return &r, nil
}

func (c *contests) Run(_ context.Context, p game.Person) (solving.Run, error) { return c.runs[p], nil }

func (c *contests) TriedSince(_ context.Context, p game.Person, id string, _ time.Time) (bool, error) {
	return c.tried[p] == id, nil
}

func (c *contests) BestRuns(context.Context, string, int) ([]solving.Run, error) { return nil, nil }

func (c *contests) CreateRace(_ context.Context, _ string, fn func(*solving.Race) error) (*solving.Race, error) {
	c.races = append(c.races, solving.Race{ID: solving.RaceID(len(c.races) + 1)})
	return c.UpdateRace(context.Background(), "", solving.RaceID(len(c.races)), fn)
}

func (c *contests) UpdateRace(_ context.Context, _ string, id solving.RaceID, fn func(*solving.Race) error) (*solving.Race, error) {
	r := c.races[id-1]
	if err := fn(&r); err != nil {
		return nil, err
	}
	c.races[id-1] = r
	return &r, nil
}

func (c *contests) Race(_ context.Context, id solving.RaceID) (*solving.Race, error) {
	r := c.races[id-1]
	return &r, nil
}

// solution returns a solver's right moves without the last one, and the last one.
func solution(t *testing.T, id string) (made []board.Move, last board.Move) {
	t.Helper()
	p, ok := puzzle.Standard().Find(id)
	if !ok {
		t.Fatalf("no puzzle %q", id)
	}
	for i, m := range p.Line() {
		if i%2 == 0 {
			made = append(made, m)
		}
	}
	return made[:len(made)-1], made[len(made)-1]
}

// wrong is a wrong first move.
func wrong(t *testing.T, id string) board.Move {
	t.Helper()
	p, _ := puzzle.Standard().Find(id)
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
	store := &contests{runs: map[game.Person]solving.Run{}}
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
	if err := runs.Fail(t.Context(), act, first); err != nil || store.runs["1"].Puzzle != run.Puzzle {
		t.Errorf("another puzzle was given up: %+v, %v", store.runs["1"], err)
	}
	if err := runs.Fail(t.Context(), act, run.Puzzle); err != nil || store.runs["1"].Puzzle != "" {
		t.Errorf("the puzzle was given up outside the run: %+v, %v", store.runs["1"], err)
	}
	if _, err := runs.Best(t.Context(), ""); !errors.Is(err, game.NotInServer) {
		t.Errorf("the best of direct messages: %v", err)
	}
}

// In a race the first to solve a puzzle scores a point, a wrong move shuts the player out for the round, and the first
// to reach the goal wins.
func TestRace(t *testing.T) {
	store := &contests{}
	now := time.Date(2026, 11, 1, 9, 0, 0, 0, time.UTC)
	races := solving.NewRaces(store, puzzle.Standard(), func() time.Time { return now })
	by := func(p game.Person) game.Act { return game.Act{Actor: p, Guild: "g", Channel: "c"} }
	refused := func(err error, want game.Code) {
		t.Helper()
		if !errors.Is(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
	_, err := races.Start(t.Context(), game.Act{Actor: "1"}, 2)
	refused(err, game.NotInServer)
	race, err := races.Start(t.Context(), by("1"), 2)
	if err != nil || race.Round != 1 || race.Over() {
		t.Fatalf("begun: %+v, %v", race, err)
	}
	first := race.Puzzle
	_, _, err = races.Try(t.Context(), by("2"), race.ID, 1, nil, wrong(t, first))
	if err != nil {
		t.Fatal(err)
	}
	_, err = races.Race(t.Context(), by("2"), race.ID, 1)
	refused(err, solving.ShutOut)
	_, err = races.Race(t.Context(), game.Act{Actor: "3", Guild: "h"}, race.ID, 1)
	refused(err, solving.NoRace)
	_, err = races.Pass(t.Context(), by("2"), race.ID, 1)
	refused(err, solving.TooEarly)
	store.tried = map[game.Person]string{"4": first}
	_, err = races.Race(t.Context(), by("4"), race.ID, 1)
	refused(err, solving.TriedIt)
	_, _, err = races.Try(t.Context(), by("4"), race.ID, 1, nil, wrong(t, first))
	refused(err, solving.TriedIt)
	for round := 1; round <= 2; round++ {
		made, last := solution(t, race.Puzzle)
		if _, race, err = races.Try(t.Context(), by("3"), race.ID, round, made, last); err != nil {
			t.Fatal(err)
		}
		if round == 1 {
			_, _, err = races.Try(t.Context(), by("1"), race.ID, 1, made, last)
			refused(err, solving.RoundOver)
			if race.Puzzle == first || len(race.Table()) != 1 {
				t.Errorf("the second round: %+v", race)
			}
		}
	}
	if !race.Over() || race.Table()[0] != (solving.Racer{Person: "3", Points: 2}) {
		t.Errorf("the end: %+v", race)
	}
	_, err = races.Race(t.Context(), by("1"), race.ID, 2)
	refused(err, solving.RaceOver)

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
