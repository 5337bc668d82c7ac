package review_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
)

const day = 24 * time.Hour

// practiced is a store of one reviewed game in which Red blundered at ply 2, and of Red's progress with that mistake.
type practiced struct {
	t     *testing.T
	study *study.Study
	tried map[review.Mistake]review.Mistake
}

func newPracticed(t *testing.T) *practiced {
	t.Helper()
	s, err := study.New(record(t, "h2e2 h9g7 e2e6 g7e6"), study.Plan{First: 1, Second: 1, Doubts: 10}, rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	search := func(_ context.Context, rec *board.Record, _ engine.Limits) (res engine.Result, err error) {
		p := rec.Position()
		res.Depth, res.PV = 5, p.LegalMoves(nil)[:1]
		switch len(rec.Moves) {
		case 3:
			res.Score = 600
		case 4:
			res.Score = -600
		}
		return res, nil
	}
	for !s.Done() {
		if err := s.Step(t.Context(), search); err != nil {
			t.Fatal(err)
		}
	}
	return &practiced{t, s, map[review.Mistake]review.Mistake{}}
}

func (s *practiced) ReviewsOf(context.Context, game.Person, int) ([]review.ReviewedGame, error) {
	return []review.ReviewedGame{{Game: 7, Side: board.Red, Study: s.study}}, nil
}

func (s *practiced) Mistakes(context.Context, game.Person) (all []review.Mistake, err error) {
	for _, m := range s.tried {
		all = append(all, m)
	}
	return all, nil
}

func (s *practiced) SaveMistake(_ context.Context, _ string, _ game.Person, m review.Mistake) error {
	s.tried[review.Mistake{Game: m.Game, Ply: m.Ply}] = m
	return nil
}

// scored is an engine that gives every move the same score.
type scored struct{ score, mate int }

func (s scored) AnalyzeWhole(
	_ context.Context, _ engine.Key, _ *board.Record, limits engine.Limits, _ func(engine.Info),
) (engine.Result, error) {
	if len(limits.SearchMoves) != 1 {
		return engine.Result{}, errors.New("not asked about one move")
	}
	return engine.Result{Info: engine.Info{Depth: 5, Score: s.score, Mate: s.mate}}, nil
}

// A mistake comes again after 1, 3, 7 and 21 days, each time found at the first try; after a failed try it begins
// again.
func TestMistakesComeAgain(t *testing.T) {
	store, now := newPracticed(t), noon
	s := review.NewPractice(store, guard(scored{}), 100, func() time.Time { return now })
	answer := func(right bool) review.Answer {
		t.Helper()
		task, _, err := s.Next(t.Context(), act)
		if err != nil || task == nil || task.Ply != 2 {
			t.Fatalf("%+v, %v; want the blunder", task, err)
		}
		m := task.Verdict.Played
		if right {
			m = task.Verdict.Best
		}
		a, err := s.Try(t.Context(), act, task, m)
		if err != nil || a.Right != right || !a.Counted {
			t.Fatalf("%+v, %v", a, err)
		}
		if task, err = s.Find(t.Context(), act, 7, 2); err != nil || task == nil || task.IsDue {
			t.Fatalf("right after it: %+v, %v", task, err)
		}
		if again, err := s.Try(t.Context(), act, task, task.Verdict.Best); err != nil || again.Counted {
			t.Errorf("the second try: %+v, %v", again, err)
		}
		return a
	}
	for _, step := range []struct {
		right bool
		after time.Duration
	}{{true, day}, {true, 3 * day}, {false, day}, {true, day}, {true, 3 * day}, {true, 7 * day}, {true, 21 * day}} {
		a := answer(step.right)
		if got := a.Mistake.Due.Sub(now); got != step.after {
			t.Fatalf("right: %v: again after %v, want %v", step.right, got, step.after)
		}
		if task, due, err := s.Next(t.Context(), act); task != nil || err != nil || !a.Mistake.Learned() && !due.Equal(a.Mistake.Due) {
			t.Fatalf("nothing is due: %+v, %v, %v", task, due, err)
		}
		now = a.Mistake.Due
	}
	if task, due, err := s.Next(t.Context(), act); task != nil || !due.IsZero() || err != nil {
		t.Errorf("learned, and asked again: %+v, %v, %v", task, due, err)
	}
}

// A move is correct if it costs next to nothing, forces mate, or is in the opening book.
func TestRightMoves(t *testing.T) {
	other, theory := "b2b9", "h0g2"
	for name, c := range map[string]struct {
		engine fairplay.Analyzer
		move   string
		right  bool
	}{
		"as good":  {scored{score: -5}, other, true},
		"worse":    {scored{score: -60}, other, false},
		"mates":    {scored{mate: 3}, other, true},
		"is mated": {scored{mate: -3}, other, false},
		"theory":   {nil, theory, true},
		"the same": {nil, "e2e6", false},
	} {
		s := review.NewPractice(newPracticed(t), guard(c.engine), 100, func() time.Time { return noon })
		task, _, err := s.Next(t.Context(), act)
		if err != nil {
			t.Fatal(err)
		}
		m := testcases.Move(t, c.move)
		if a, err := s.Try(t.Context(), act, task, m); err != nil || a.Right != c.right {
			t.Errorf("%s: %+v, %v; want right: %v", name, a, err, c.right)
		}
	}
}
