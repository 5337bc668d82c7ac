package engine_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// played is a record of moves in coordinates.
func played(t testing.TB, moves ...string) *board.Record {
	t.Helper()
	rec := board.NewRecord()
	for _, text := range moves {
		m, err := board.ParseMove(text)
		if err == nil {
			err = rec.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return &rec
}

// blunder is a short game in which Red throws a cannon away at ply 3, and Black takes it.
func blunder(t testing.TB) *board.Record { return played(t, "h2e2", "h9g7", "e2e6", "g7e6", "h0g2") }

func TestReview(t *testing.T) {
	e := engine.New(engine.Options{HashMB: 8})
	rec := blunder(t)
	var seen []int
	review, err := e.Review(t.Context(), rec, engine.ReviewOptions{Nodes: 60_000}, func(done, total int) {
		if total != len(rec.Moves)+1 {
			t.Errorf("%d positions in all, want %d", total, len(rec.Moves)+1)
		}
		seen = append(seen, done)
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{1, 2, 3, 4, 5, 6}; !slices.Equal(seen, want) {
		t.Errorf("progress %v, want %v", seen, want)
	}
	for i, want := range map[int]engine.Grade{2: engine.Blunder, 3: engine.Best, 5: engine.Ungraded} {
		if m := review.Moments[i]; m.Grade != want {
			t.Errorf("ply %d: %+v, want it %v", i+1, m, want)
		}
	}
	if lost := review.Moments[2]; lost.CentipawnLoss < 200 || lost.PointLoss < 0.2 || lost.Line[0] == lost.Played {
		t.Errorf("the blunder: %+v", lost)
	}
	red, black := review.Tally(board.Red), review.Tally(board.Black)
	if red.Moves != 3 || red.Grades[engine.Blunder] != 1 || red.CentipawnLoss < 60 || black.Moves != 2 || black.Grades[engine.Blunder] != 0 {
		t.Errorf("in sum: red %+v, black %+v", red, black)
	}
}

// TestReviewOfEnd reviews games that are over: the last position is judged, not searched.
func TestReviewOfEnd(t *testing.T) {
	e := engine.New(engine.Options{HashMB: 1})
	rec := record(t, "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - 0 1")
	found, err := e.Analyze(t.Context(), rec, engine.Limits{Mate: 1}, nil)
	if err != nil {
		t.Fatal(err)
	}
	mate := rec.Clone()
	if err := mate.Play(found.Best); err != nil {
		t.Fatal(err)
	}
	review, err := e.Review(t.Context(), &mate, engine.ReviewOptions{Nodes: 2000}, nil)
	if err != nil {
		t.Fatal(err)
	}
	first, last := review.Moments[0], review.Moments[1]
	if first.Mate != 1 || first.Grade != engine.Best || first.Chance != 1 || first.PointLoss != 0 {
		t.Errorf("the mating move: %+v", first)
	}
	if !last.Known || last.Depth != 0 || last.Chance != 0 || last.Score != -engine.ScoreCap {
		t.Errorf("the mated king: %+v", last)
	}
	if alone, err := e.Review(t.Context(), record(t, "3k5/9/9/9/9/9/9/9/4R4/3RK4 b - - 0 1"), engine.ReviewOptions{Nodes: 1}, nil); err != nil || !alone.Moments[0].Known {
		t.Errorf("a game that was over before it began: %+v, %v", alone, err)
	}
	if _, err := e.Review(t.Context(), rec, engine.ReviewOptions{}, nil); err == nil {
		t.Error("a review without a budget is begun")
	}
}

// TestReviewIsSound draws games, budgets and interruptions. What comes out stands on the board and within its bounds,
// costs no more than was given, and is the later part of the game if somebody cut it off.
func TestReviewIsSound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := engine.New(engine.Options{HashMB: 1})
		rec := board.NewRecord()
		for range rapid.IntRange(0, 12).Draw(t, "plies") {
			p := rec.Position()
			if err := rec.Play(rapid.SampledFrom(p.LegalMoves(nil)).Draw(t, "move")); err != nil {
				t.Fatal(err)
			}
			if p := rec.Position(); !p.HasLegalMove() {
				break
			}
		}
		positions := len(rec.Moves) + 1
		nodes := rapid.Uint64Range(1, 2000).Draw(t, "nodes")
		stop := rapid.IntRange(1, positions).Draw(t, "stop")
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		known := positions - stop
		review, err := e.Review(ctx, &rec, engine.ReviewOptions{Nodes: nodes}, func(done, _ int) {
			if done == stop {
				cancel()
			}
		})
		if stop < positions && !errors.Is(err, context.Canceled) || stop == positions && err != nil {
			t.Fatalf("error %v after %d of %d positions", err, stop, positions)
		}
		if len(review.Moments) != positions {
			t.Fatalf("%d moments, want %d", len(review.Moments), positions)
		}
		for i, m := range review.Moments {
			if m.Known != (i >= known) || (m.Grade == engine.Ungraded) != (i < known || i == positions-1) {
				t.Fatalf("moment %d of %d is %+v, want those from %d on", i, positions, m, known)
			}
			if m.CentipawnLoss < 0 || m.CentipawnLoss > 2*engine.ScoreCap || m.PointLoss < 0 || m.PointLoss > 1 || m.Chance < 0 || m.Chance > 1 {
				t.Fatalf("moment %d: %+v", i, m)
			}
			if m.Known && (m.Depth == 0) != (len(m.Line) == 0) {
				t.Fatalf("moment %d is %+v: a line goes with a depth", i, m)
			}
			line := board.Record{Start: rec.Start, Moves: slices.Clone(rec.Moves[:i])}
			for _, move := range m.Line {
				if err := line.Play(move); err != nil {
					t.Fatalf("moment %d: line %v: %v", i, m.Line, err)
				}
			}
		}
	})
}

// TestReviewKeepsItsTime gives a review nothing but a time: one that ignored it would never end.
func TestReviewKeepsItsTime(t *testing.T) {
	e := engine.New(engine.Options{HashMB: 1})
	review, err := e.Review(t.Context(), blunder(t), engine.ReviewOptions{Time: 60 * time.Millisecond}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rec := blunder(t); len(review.Moments) != len(rec.Moves)+1 {
		t.Errorf("%d moments of %d moves", len(review.Moments), len(rec.Moves))
	}
}

func TestWinChance(t *testing.T) {
	last := 0.0
	for score := -3000; score <= 3000; score += 50 {
		chance := engine.WinChance(score, 0)
		if chance <= last || chance >= 1 {
			t.Fatalf("%d centipawns are worth %v, those below %v", score, chance, last)
		}
		if sum := chance + engine.WinChance(-score, 0); sum < 1-1e-9 || sum > 1+1e-9 {
			t.Errorf("the chances of both sides sum up to %v", sum)
		}
		last = chance
	}
	if engine.WinChance(0, 3) != 1 || engine.WinChance(0, -3) != 0 {
		t.Error("a mate is not certain")
	}
}

func TestGradeOf(t *testing.T) {
	for cost, want := range map[float64]engine.Grade{
		0: engine.Good, 0.049: engine.Good, engine.InaccuracyCost: engine.Inaccuracy, 0.099: engine.Inaccuracy,
		engine.MistakeCost: engine.Mistake, 0.199: engine.Mistake, engine.BlunderCost: engine.Blunder, 1: engine.Blunder,
	} {
		if got := engine.GradeOf(cost); got != want {
			t.Errorf("a move that costs %v is graded %v, want %v", cost, got, want)
		}
	}
}
