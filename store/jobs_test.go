package store_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/member"
	"xiangqibot/bot/review"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
)

// idle are handlers that do nothing, one for each kind of job.
var idle = []jobs.Handler{
	ignore[game.Think](), ignore[game.Announce](), ignore[game.Redraw](), ignore[game.Archive](), ignore[game.NameThread](),
	ignore[game.ShowVotes](), ignore[game.UpdateDisplay](), ignore[game.ShowResult](), ignore[game.Remind](),
	ignore[game.TakeOver](), ignore[tournament.AnnounceRound](), ignore[tournament.UpdateNotice](),
	ignore[solving.PostDay](), ignore[game.Retire](), ignore[posted.Sweep](), ignore[game.Lapse](), ignore[game.Flag](),
	ignore[game.CountVotes](), ignore[game.NextGame](), ignore[tournament.Fixture](), ignore[member.VacationEnds](),
	ignore[review.Job](),
}

func ignore[J game.Job]() jobs.Handler {
	return jobs.Handle(func(context.Context, J) error { return nil })
}

// work lets a database do its jobs. Those without a handler are done by doing nothing.
func work(db *store.DB, handlers ...jobs.Handler) error {
	for _, one := range idle {
		if !slices.ContainsFunc(handlers, func(h jobs.Handler) bool { return h.Kind() == one.Kind() }) {
			handlers = append(handlers, one)
		}
	}
	return db.Jobs.Work(context.Background(), handlers...)
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

// hurrying is a clock that begins at start and goes on much faster than that of the machine: jobs that fail are soon
// retried.
func hurrying() func() time.Time {
	begun := time.Now()
	return func() time.Time { return start.Add(30 * time.Since(begun)) }
}

// patience is how long a test waits for what must come.
const patience = 2 * time.Minute

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

// enqueue lets a game of its own enqueue a job.
func enqueue(t testing.TB, db *store.DB, at time.Time, job func(game.ID) game.Job) game.ID {
	t.Helper()
	g := ok(db.Games.Create(context.Background(), "", func(g *game.Game) error {
		if err := game.OfferChallenge(g, game.Act{Actor: alice}, game.ChallengeSpec{Opponent: bob}, game.Terms{}, start); err != nil {
			return err
		}
		g.Outbox.TakeJobs() // only the one that was asked for
		g.Outbox.Enqueue(job(g.ID), at)
		return nil
	}))(t)
	return g.ID
}

func think(id game.ID) game.Job { return game.Think{Game: id, Ply: 5} }
func lapse(id game.ID) game.Job { return game.Lapse{Game: id} }

// A clock that jumps over days: each job is done once, in the order of their times.
func TestJobsComeInOrder(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		db.Jobs.Workers = map[string]int{game.Announce{}.Kind(): 1}
		const many = 50
		done := make(chan game.ID, 2*many)
		must(t, work(db, jobs.Handle(func(_ context.Context, job game.Announce) error { done <- job.Game; return nil })))
		for i := range many {
			enqueue(t, db, start.Add(time.Duration(many-i)*time.Hour), func(id game.ID) game.Job { return announce(id, 1) })
		}
		clk.Advance(3 * day)
		for want := game.ID(many); want > 0; want-- {
			if id := receive(t, done, "the next job"); id != want {
				t.Fatalf("the job of game %d was done, want that of game %d", id, want)
			}
		}
		enqueue(t, db, clk.Now(), func(id game.ID) game.Job { return announce(id, 1) })
		if id := receive(t, done, "the last job"); id != many+1 {
			t.Errorf("the job of game %d was done again", id)
		}
	})
}

// The number of a display is that of the message by which somebody asked for it, and larger than a float64 keeps.
func TestAJobKeepsALargeNumber(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{Clock: hurrying()})
		done := make(chan game.UpdateDisplay, 1)
		must(t, work(db, jobs.Handle(func(_ context.Context, job game.UpdateDisplay) error { done <- job; return nil })))
		want := game.UpdateDisplay{Simul: 1575703395736485921}
		enqueue(t, db, start, func(game.ID) game.Job { return want })
		if got := receive(t, done, "the job"); got != want {
			t.Errorf("the job is %v, want %v", got, want)
		}
	})
}

// No job is late by the clock: whatever is due within half a minute is available at once for River to take at its time,
// which it does within a fraction of a second, and whatever else is due is released.
func TestJobsAreAvailableInTime(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		none := func(what string) {
			t.Helper()
			if late, err := store.Late(t.Context(), db, clk.Now()); err != nil || late > 0 {
				t.Fatalf("%s: %d jobs are due and not available, %v", what, late, err)
			}
		}
		enqueue(t, db, clk.Now().Add(jobs.ReadyAhead-time.Millisecond), lapse)
		clk.Advance(jobs.ReadyAhead)
		none("a job of the next half minute")
		random := rand.New(rand.NewPCG(1, 2))
		for range 100 {
			enqueue(t, db, clk.Now().Add(time.Duration(random.Int64N(int64(time.Minute)))), lapse)
			clk.Advance(time.Duration(random.Int64N(int64(20 * time.Second))))
			must(t, store.Release(t.Context(), db))
			none("after a release")
		}
	})
}

func TestFailedAndPanickedJobsAreTriedAgain(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{Clock: hurrying()})
		var tries atomic.Int32
		done := make(chan struct{})
		must(t, work(db, jobs.Handle(func(context.Context, game.Think) error {
			switch tries.Add(1) {
			case 1:
				return errors.New("the engine is out of order")
			case 2:
				panic("a bug")
			case 3:
				close(done)
			}
			return nil
		})))
		enqueue(t, db, start, think)
		receive(t, done, "the third try")
	})
}

// A job that has failed often waits for longer than jobs are made available ahead, on a clock that stands still then. It
// is ahead of the machine's, by which River makes jobs available that are due.
func TestRetryFailed(t *testing.T) {
	const often = 6
	each(t, func(t *testing.T, source string) {
		begun := time.Now().Add(24 * time.Hour)
		var ahead, failures atomic.Int64
		db := open(t, source, store.Options{Clock: func() time.Time { return begun.Add(time.Duration(ahead.Load())) }})
		var reached atomic.Bool
		done := make(chan struct{})
		must(t, work(db, jobs.Handle(func(context.Context, game.Think) error {
			if !reached.Load() {
				failures.Add(1)
				return errors.New("Discord cannot be reached")
			}
			close(done)
			return nil
		})))
		enqueue(t, db, begun, think)
		for failures.Load() < often || waitingJobs(t, db)["think"] == 0 {
			if failures.Load() < often {
				ahead.Add(int64(time.Second))
			}
			_, err := db.Stats(t.Context()) // it takes a moment, in which the job is done
			must(t, err)
		}
		reached.Store(true)
		must(t, db.Jobs.RetryFailed(t.Context()))
		receive(t, done, "the job that had failed")
	})
}

func TestNotYetIsNoFailure(t *testing.T) {
	for name, after := range map[string]time.Duration{"a moment": time.Millisecond, "longer": 7 * time.Second} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, source string) {
				now := hurrying()
				db := open(t, source, store.Options{Clock: now})
				var tries atomic.Int32
				called := make(chan time.Time, 3)
				must(t, work(db, jobs.Handle(func(context.Context, game.Think) error {
					called <- now()
					if tries.Add(1) < 3 {
						return &game.NotYet{After: after}
					}
					return nil
				})))
				enqueue(t, db, start, think)
				last := receive(t, called, "the first call")
				for range 2 {
					next := receive(t, called, "the next call")
					if wait := next.Sub(last) + time.Millisecond; wait < after { // River keeps whole milliseconds
						t.Errorf("called again after %v, want %v", wait, after)
					}
					last = next
				}
			})
		})
	}
}

// A job asks for half an hour, and while it runs the clock jumps by a whole one, to stand still again: the job is called
// at once.
func TestNotYetOnAClockThatJumps(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		var tries atomic.Int32
		done := make(chan struct{})
		must(t, work(db, jobs.Handle(func(context.Context, game.Think) error {
			if tries.Add(1) == 1 {
				clk.Advance(time.Hour)
				return &game.NotYet{After: 30 * time.Minute}
			}
			close(done)
			return nil
		})))
		enqueue(t, db, start, think)
		receive(t, done, "the second call")
	})
}

// A slow thought holds up neither the announcements nor Close, which cuts it off after its time; it is done at the next
// start.
func TestCloseWaitsAndLeavesTheRestForTheNextStart(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := ok(store.Open(t.Context(), source, store.Options{Clock: newClock().Now}))(t)
		db.Jobs.StopTimeout = 50 * time.Millisecond
		thinking, told := make(chan struct{}), make(chan struct{}, 10)
		must(t, work(db,
			jobs.Handle(func(ctx context.Context, _ game.Think) error {
				close(thinking)
				<-ctx.Done()
				return ctx.Err()
			}),
			jobs.Handle(func(context.Context, game.Announce) error { told <- struct{}{}; return nil }),
		))
		enqueue(t, db, start, think)
		receive(t, thinking, "the thought")
		enqueue(t, db, start, func(id game.ID) game.Job { return game.Announce{Game: id, Revision: 1} })
		receive(t, told, "the announcement")
		must(t, db.Close())

		db = open(t, source, store.Options{})
		again := make(chan struct{})
		must(t, work(db, jobs.Handle(func(context.Context, game.Think) error { close(again); return nil })))
		receive(t, again, "the thought begun anew")
	})
}

// A start finds thousands of announcements that were not made before: more than River lists at a time, and twice more.
func TestAStartPicksUpThousandsOfJobs(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		const left = 2001
		enqueueAll(t, db, left, start, announce)
		var begun atomic.Int64
		all := make(chan struct{})
		must(t, work(db, jobs.Handle(func(context.Context, game.Announce) error {
			if begun.Add(1) == left {
				close(all)
			}
			return nil
		})))
		receive(t, all, "all announcements")
	})
}

func TestWorkOnce(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		must(t, work(db))
		if err := work(db); err == nil {
			t.Error("Work was accepted twice")
		}
	})
}
