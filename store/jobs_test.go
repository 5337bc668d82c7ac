package store_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/store"
)

// worker is a game.Worker made of functions. A function that is missing does nothing.
type worker struct {
	think    func(context.Context, game.Think) error
	announce func(context.Context, game.Announce) error
	lapse    func(context.Context, game.Lapse) error
	flag     func(context.Context, game.Flag) error
	count    func(context.Context, game.CountVotes) error
	remind   func(context.Context, game.Remind) error
	back     func(context.Context, game.VacationEnds) error
	next     func(context.Context, game.NextGame) error
	fixture  func(context.Context, game.Fixture) error
	round    func(context.Context, game.TellRound) error
}

func (w worker) Think(ctx context.Context, job game.Think) error {
	if w.think == nil {
		return nil
	}
	return w.think(ctx, job)
}

func (w worker) Announce(ctx context.Context, job game.Announce) error {
	if w.announce == nil {
		return nil
	}
	return w.announce(ctx, job)
}

func (w worker) Lapse(ctx context.Context, job game.Lapse) error {
	if w.lapse == nil {
		return nil
	}
	return w.lapse(ctx, job)
}

func (w worker) Flag(ctx context.Context, job game.Flag) error {
	if w.flag == nil {
		return nil
	}
	return w.flag(ctx, job)
}

func (w worker) CountVotes(ctx context.Context, job game.CountVotes) error {
	if w.count == nil {
		return nil
	}
	return w.count(ctx, job)
}

func (worker) Archive(context.Context, game.Archive) error { return nil }

func (worker) TellVotes(context.Context, game.TellVotes) error { return nil }
func (worker) Redraw(context.Context, game.Redraw) error       { return nil }

func (worker) TellTournament(context.Context, game.TellTournament) error { return nil }

func (w worker) Fixture(ctx context.Context, job game.Fixture) error {
	if w.fixture == nil {
		return nil
	}
	return w.fixture(ctx, job)
}

func (w worker) TellRound(ctx context.Context, job game.TellRound) error {
	if w.round == nil {
		return nil
	}
	return w.round(ctx, job)
}

func (w worker) Remind(ctx context.Context, job game.Remind) error {
	if w.remind == nil {
		return nil
	}
	return w.remind(ctx, job)
}

func (w worker) VacationEnds(ctx context.Context, job game.VacationEnds) error {
	if w.back == nil {
		return nil
	}
	return w.back(ctx, job)
}

func (w worker) NextGame(ctx context.Context, job game.NextGame) error {
	if w.next == nil {
		return nil
	}
	return w.next(ctx, job)
}

// clock is a clock that stands still until it is moved.
type clock struct{ ms atomic.Int64 }

func newClock() *clock {
	c := &clock{}
	c.ms.Store(start.UnixMilli())
	return c
}

func (c *clock) Now() time.Time          { return time.UnixMilli(c.ms.Load()).UTC() }
func (c *clock) Advance(d time.Duration) { c.ms.Add(d.Milliseconds()) }

// patience is how long a test waits for what must come.
const patience = 20 * time.Second

// receive waits for a value.
func receive[T any](t testing.TB, ch <-chan T, what string) T {
	t.Helper()
	select {
	case v := <-ch:
		return v
	case <-time.After(patience):
		t.Fatalf("waited %v in vain: %s", patience, what)
		panic("unreachable")
	}
}

// owe lets a game of its own owe a job.
func owe(t testing.TB, db *store.DB, at time.Time, job func(game.ID) game.Job) game.ID {
	t.Helper()
	g, err := db.Create(context.Background(), "", func(g *game.Game) error {
		if err := g.Offer(game.Act{Actor: alice}, game.ChallengeSpec{Opponent: bob}, game.Terms{}, start); err != nil {
			return err
		}
		g.TakeJobs() // only the one that was asked for
		g.Owe(job(g.ID), at)
		return nil
	})
	must(t, err)
	return g.ID
}

func think(id game.ID) game.Job { return game.Think{Game: id, Ply: 5} }
func lapse(id game.ID) game.Job { return game.Lapse{Game: id} }

// quickThinker plays the first legal move.
type quickThinker struct{}

func (quickThinker) Choose(_ context.Context, _ engine.Key, rec *board.Record, _ rules.Code, _ engine.Level) (engine.Choice, error) {
	p := rec.Position()
	return engine.Choice{Move: p.LegalMoves(nil)[0]}, nil
}

// A game against the bot, with the real service at work: she moves, the bot answers, the channel is told of the answer once.
func TestTheBotAnswersThroughTheQueue(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		service := game.New(db, quickThinker{}, game.Options{Clock: clk.Now})
		told := make(chan *game.Game, 10)
		must(t, db.Work(t.Context(), worker{
			think: service.Think, lapse: service.Lapse,
			announce: func(ctx context.Context, job game.Announce) error {
				g, err := service.Untold(ctx, job)
				if err != nil || g == nil {
					return err
				}
				told <- g
				return service.Shown(ctx, g.ID, g.Channel, g.Revision, "message")
			},
		}))
		act := game.Act{Actor: alice, Channel: "c"}
		g, err := service.Challenge(t.Context(), act, game.ChallengeSpec{Level: 1, Wish: game.WantRed})
		must(t, err)
		must(t, service.Shown(t.Context(), g.ID, g.Channel, g.Revision, "board"))
		for ply := 0; ply < 8; ply += 2 {
			act.Board = g.BoardKey()
			g, err = service.MoveExact(t.Context(), act, g.ID, anyLegal(g))
			must(t, err)
			must(t, service.Shown(t.Context(), g.ID, g.Channel, g.Revision, "board"))
			g = receive(t, told, "the bot's move")
			if g.Ply() != ply+2 || g.Last.By != board.Black {
				t.Fatalf("told of ply %d by %v", g.Ply(), g.Last.By)
			}
		}
	})
}

// Time passes only by the given clock: nothing falls due before, and everything that fell due starts promptly.
func TestLapseFollowsTheGivenClock(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		service := game.New(db, nil, game.Options{Clock: clk.Now})
		told := make(chan game.State, 10)
		must(t, db.Work(t.Context(), worker{
			lapse: service.Lapse,
			announce: func(ctx context.Context, job game.Announce) error {
				if g, err := service.Untold(ctx, job); err != nil || g == nil {
					return err
				} else {
					told <- g.State
					return service.Shown(ctx, g.ID, g.Channel, g.Revision, "")
				}
			},
		}))
		g, err := service.Challenge(t.Context(), game.Act{Actor: alice, Channel: "c"}, game.ChallengeSpec{Opponent: bob})
		must(t, err)
		must(t, service.Shown(t.Context(), g.ID, g.Channel, 1, "message"))
		clk.Advance(23 * time.Hour)
		// A job that is due at once passes by the one that is not.
		owe(t, db, clk.Now(), lapse)
		if g, err := service.Game(t.Context(), g.ID); err != nil || g.State != game.Offered {
			t.Fatalf("an hour early: %v, %v", g.State, err)
		}
		clk.Advance(72 * time.Hour)
		before := time.Now()
		if state := receive(t, told, "the lapse"); state != game.Lapsed {
			t.Errorf("told that the challenge is %v", state)
		}
		t.Logf("the lapse was told %v after the clock had moved", time.Since(before).Round(time.Millisecond))
	})
}

func TestWaivedJobsAreNotDone(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		done := make(chan game.ID, 10)
		waived := owe(t, db, start.Add(time.Hour), lapse)
		kept := owe(t, db, start.Add(2*time.Hour), lapse)
		_, err := db.Update(t.Context(), "", waived, func(g *game.Game) error { g.Waive(lapse(g.ID)); return nil })
		must(t, err)
		must(t, db.Work(t.Context(), worker{lapse: func(_ context.Context, job game.Lapse) error { done <- job.Game; return nil }}))
		clk.Advance(3 * time.Hour)
		if id := receive(t, done, "the job that was kept"); id != kept {
			t.Errorf("the first job done is that of game %d, want %d", id, kept)
		}
	})
}

func TestDueJobsComeInOrder(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		const jobs = 250 // more than are handed over at a time
		for i := range jobs {
			owe(t, db, start.Add(time.Duration(jobs-i)*time.Second), lapse)
		}
		var mu sync.Mutex
		seen := map[game.ID]int{}
		all := make(chan struct{})
		must(t, db.Work(t.Context(), worker{lapse: func(_ context.Context, job game.Lapse) error {
			mu.Lock()
			defer mu.Unlock()
			if seen[job.Game]++; len(seen) == jobs {
				close(all)
			}
			return nil
		}}))
		clk.Advance(time.Hour)
		receive(t, all, "all the jobs")
		mu.Lock()
		defer mu.Unlock()
		for id, n := range seen {
			if n != 1 {
				t.Errorf("job %d was done %d times", id, n)
			}
		}
	})
}

func TestFailedAndPanickedJobsAreTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		var tries atomic.Int32
		done := make(chan struct{})
		must(t, db.Work(t.Context(), worker{think: func(context.Context, game.Think) error {
			switch tries.Add(1) {
			case 1:
				return errors.New("the engine is out of order")
			case 2:
				panic("a bug")
			case 3:
				close(done)
			}
			return nil
		}}))
		owe(t, db, start, think)
		receive(t, done, "the third try")
	})
}

func TestNotYetIsNoFailure(t *testing.T) {
	for name, after := range map[string]time.Duration{"a moment": time.Millisecond, "longer": 1100 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, source string) {
				db := open(t, source, store.Options{})
				var tries atomic.Int32
				done := make(chan struct{})
				must(t, db.Work(t.Context(), worker{think: func(context.Context, game.Think) error {
					if tries.Add(1) < 3 {
						return &game.NotYet{After: after}
					}
					close(done)
					return nil
				}}))
				before := time.Now()
				owe(t, db, start, think)
				receive(t, done, "the third call")
				if took := time.Since(before); took < 2*after {
					t.Errorf("three calls %v apart took %v", after, took)
				}
			})
		})
	}
}

func TestBackoff(t *testing.T) {
	last := time.Duration(0)
	for failures := 1; failures < 2000; failures++ {
		wait := store.Backoff(failures)
		if failures == 1 && wait > 2*time.Second {
			t.Errorf("the first wait is %v", wait)
		}
		if wait > store.MaxBackoff*11/10 || wait < last*9/11 {
			t.Fatalf("wait %d is %v after %v", failures, wait, last)
		}
		last = wait
	}
}

// A slow thought holds up neither the announcements nor Close, which cuts it off after its time; it is done at the next start.
func TestCloseWaitsAndLeavesTheRestForTheNextStart(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db, err := store.Open(t.Context(), source, store.Options{Clock: newClock().Now})
		must(t, err)
		thinking, told := make(chan struct{}), make(chan struct{}, 10)
		must(t, db.Work(t.Context(), worker{
			think: func(ctx context.Context, _ game.Think) error {
				close(thinking)
				<-ctx.Done()
				return ctx.Err()
			},
			announce: func(context.Context, game.Announce) error { told <- struct{}{}; return nil },
		}))
		owe(t, db, start, think)
		receive(t, thinking, "the thought")
		owe(t, db, start, func(id game.ID) game.Job { return game.Announce{Game: id, Revision: 1} })
		receive(t, told, "the announcement")
		must(t, db.Close())

		db = open(t, source, store.Options{})
		again := make(chan struct{})
		must(t, db.Work(t.Context(), worker{think: func(context.Context, game.Think) error { close(again); return nil }}))
		receive(t, again, "the thought begun anew")
	})
}

func TestWorkOnce(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
		must(t, db.Work(t.Context(), worker{}))
		if err := db.Work(t.Context(), worker{}); err == nil {
			t.Error("Work was accepted twice")
		}
	})
}
