package review_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
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

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// memory is a store of one review, as JSON like the database's.
type memory struct {
	text  string
	r     review.Review
	load  review.Load
	saves int
}

func (k *memory) Review(context.Context, review.Subject) (*review.Review, error) {
	if k.text == "" {
		return nil, nil
	}
	r := k.r
	r.Study = new(study.Study)
	return &r, json.Unmarshal([]byte(k.text), r.Study)
}

func (k *memory) BeginReview(_ context.Context, _ string, r, _ *review.Review, admit func(review.Load) error) error {
	if err := admit(k.load); err != nil {
		return err
	}
	k.r = *r
	return k.write(r)
}

func (k *memory) SaveReview(_ context.Context, r *review.Review) error {
	k.saves++
	if k.text == "" {
		return review.ErrGone
	}
	return k.write(r)
}

func (k *memory) write(r *review.Review) error {
	text, err := json.Marshal(r.Study)
	k.text = string(text)
	return err
}

// fakeEngine answers searches: first with errs, then with a score.
type fakeEngine struct {
	errs  []error
	asked int
	depth int // of preempted searches
	// before, if there is one, is called at the beginning of each search.
	before func()
}

func (o *fakeEngine) AnalyzeWhole(
	ctx context.Context, _ engine.Key, rec *board.Record, limits engine.Limits, _ func(engine.Info),
) (res engine.Result, err error) {
	o.asked++
	if o.before != nil {
		o.before()
	}
	res.Score, res.Depth, res.Nodes = 30, 5, limits.Nodes
	p := rec.Position()
	res.Best = p.LegalMoves(nil)[0]
	res.PV = []board.Move{res.Best}
	if len(o.errs) > 0 {
		err, o.errs = o.errs[0], o.errs[1:]
		if res.Depth = o.depth; !errors.Is(err, engine.ErrPreempted) {
			res = engine.Result{}
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	return res, err
}

func record(t *testing.T, moves string) *board.Record {
	t.Helper()
	return testcases.Record(t, board.StartFEN, strings.Fields(moves)...)
}

const opening = "h2e2 h9g7 h0g2 i9h9 i0h0 b9c7"

var (
	act  = game.Act{Key: "1", Actor: "1001", Guild: "9"}
	that = review.Subject{Game: 7}
)

// guard returns a guard with an engine that protects nothing.
func guard(e fairplay.Analyzer) *fairplay.Guard {
	return fairplay.New(fairplay.Engine{Analyzer: e}, nil)
}

// begun is a review of the opening, and a service that works on it.
func begun(t *testing.T, o *fakeEngine) (*review.Service, *memory) {
	t.Helper()
	k := &memory{}
	s := review.New(k, o, study.Plan{First: 100}, guard(nil), func() time.Time { return noon })
	if _, err := s.Ask(t.Context(), act, that, record(t, opening), rules.Asian()); err != nil {
		t.Fatal(err)
	}
	return s, k
}

// A position whose search was preempted by a move is searched again, a limited number of times.
func TestPreemptedSearchesAreRepeated(t *testing.T) {
	cut := []error{engine.ErrPreempted, engine.ErrPreempted, engine.ErrPreempted, engine.ErrPreempted, engine.ErrPreempted}
	for name, c := range map[string]struct {
		errs         []error
		depth, asked int
	}{
		"once":                 {cut[:1], 3, 8},
		"too often":            {cut[:4], 3, 7 + 3},
		"and nothing found":    {cut, 0, 7 + 5},
		"never":                {nil, 0, 7},
		"while it is searched": {[]error{nil, engine.ErrPreempted}, 3, 8},
	} {
		o := &fakeEngine{errs: c.errs, depth: c.depth}
		s, k := begun(t, o)
		r, err := s.Work(t.Context(), review.Job{Subject: that}, func(*review.Review) {})
		if err != nil || r == nil || !r.Study.Done() || o.asked != c.asked {
			t.Errorf("%s: %v after %d searches, want %d", name, err, o.asked, c.asked)
		}
		if again, err := s.Ask(t.Context(), act, that, record(t, opening), rules.Asian()); err != nil || !again.Study.Done() || k.saves != 1 {
			t.Errorf("%s: asked again: %v, saved %d times", name, err, k.saves)
		}
	}
}

// Work continues where an earlier job stopped.
func TestWorkResumes(t *testing.T) {
	stopped := errors.New("stopped")
	o := &fakeEngine{errs: []error{nil, nil, nil, stopped}}
	s, k := begun(t, o)
	if _, err := s.Work(t.Context(), review.Job{Subject: that}, nil); !errors.Is(err, stopped) {
		t.Fatalf("work ended with %v", err)
	}
	if r, err := s.Read(t.Context(), that); err != nil || r.Study.Done() {
		t.Fatalf("%v: it is done", err)
	} else if done, _ := r.Study.Progress(); done != 3 {
		t.Errorf("%d positions are saved, want 3", done)
	}
	for _, full := range []error{engine.ErrPoolFull, engine.ErrPoolClosed} {
		o.errs = []error{full}
		if _, err := s.Work(t.Context(), review.Job{Subject: that}, nil); !errors.As(err, new(*game.NotYet)) || errors.Is(err, full) {
			t.Errorf("without room in the pool: %v", err)
		}
	}
	o.asked = 0
	if r, err := s.Work(t.Context(), review.Job{Subject: that}, nil); err != nil || !r.Study.Done() || o.asked != 4 {
		t.Errorf("%v after %d searches, want 4", err, o.asked)
	}
	k.text = ""
	if r, err := s.Work(t.Context(), review.Job{Subject: that}, nil); r != nil || err != nil {
		t.Errorf("a review that is gone: %v, %v", r, err)
	}
}

// Work stops when its review is deleted, without reporting progress.
func TestReviewDeletedDuringWork(t *testing.T) {
	o := &fakeEngine{}
	s, k := begun(t, o)
	o.before = func() {
		if o.asked == 3 {
			k.text = ""
		}
	}
	reported := false
	r, err := s.Work(t.Context(), review.Job{Subject: that}, func(*review.Review) { reported = true })
	if r != nil || err != nil || reported || k.text != "" {
		t.Errorf("%v, %v, reported %v, saved %q", r, err, reported, k.text)
	}
}

// Progress is reported every five seconds, and after two minutes the job yields to others.
func TestProgressAndTimeSlice(t *testing.T) {
	o := &fakeEngine{}
	now, k, reports := noon, &memory{}, 0
	slow := func() time.Time { now = now.Add(3 * time.Second); return now }
	s := review.New(k, o, study.Plan{First: 100}, guard(nil), slow)
	if _, err := s.Ask(t.Context(), act, that, record(t, opening), rules.Asian()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Work(t.Context(), review.Job{Subject: that}, func(*review.Review) { reports++ }); err != nil || reports != 3 {
		t.Errorf("%v, reported %d times in 21 seconds", err, reports)
	}
	k.text = ""
	s = review.New(k, o, study.Plan{First: 100}, guard(nil), func() time.Time { now = now.Add(time.Minute); return now })
	if _, err := s.Ask(t.Context(), act, that, record(t, opening), rules.Asian()); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Work(t.Context(), review.Job{Subject: that}, func(*review.Review) {}); !errors.As(err, new(*game.NotYet)) {
		t.Errorf("after two minutes: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	long := record(t, "")
	for range 151 {
		for _, text := range strings.Fields("h2e2 h7e7 e2h2 e7h7") {
			m, _ := board.ParseMove(text)
			long.Moves = append(long.Moves, m)
		}
	}
	for want, c := range map[game.Code]struct {
		rec  *board.Record
		load review.Load
	}{
		review.NoMoves:     {record(t, ""), review.Load{}},
		review.TooLong:     {long, review.Load{}},
		review.InProgress:  {record(t, opening), review.Load{InProgressByPerson: 1}},
		review.ServerLimit: {record(t, opening), review.Load{InProgressInServer: 3}},
		review.DailyLimit:  {record(t, opening), review.Load{LastDay: 10}},
	} {
		s := review.New(&memory{load: c.load}, &fakeEngine{}, study.Plan{First: 100}, guard(nil), func() time.Time { return noon })
		if _, err := s.Ask(t.Context(), act, that, c.rec, rules.Asian()); !errors.Is(err, want) {
			t.Errorf("%v, want %s", err, want)
		}
	}
}

// A game with more moves than its review is reviewed again.
func TestContinuedGameIsReviewedAgain(t *testing.T) {
	s, k := begun(t, &fakeEngine{})
	longer := record(t, opening+" h0h6")
	if r, err := s.Find(t.Context(), act, that, longer); r != nil || err != nil {
		t.Errorf("found %v, %v", r, err)
	}
	r, err := s.Ask(t.Context(), act, that, longer, rules.Asian())
	last := fmt.Sprintf("%d]", longer.Moves[len(longer.Moves)-1])
	if _, total := r.Study.Progress(); err != nil || total != 8 || !strings.Contains(k.text, last) {
		t.Errorf("%v: %d positions", err, total)
	}
}
