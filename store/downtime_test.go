package store_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

// machine is a machine whose clock stands still but where it is moved, and the clock of a world on it, which may be
// ahead.
type machine struct{ ms, ahead atomic.Int64 }

func newMachine() *machine {
	m := &machine{}
	m.ms.Store(start.UnixMilli())
	return m
}

func (m *machine) Now() time.Time   { return time.UnixMilli(m.ms.Load()) }
func (m *machine) World() time.Time { return time.UnixMilli(m.ms.Load() + m.ahead.Load()) }

// live is a live game on a machine, in which Red has ten minutes.
func live(t *testing.T, source string) (*machine, *store.DB, *gametest.Services, game.ID) {
	m := newMachine()
	db := open(t, source, store.Options{Clock: m.World})
	store.OnMachine(db, m.Now)
	control := ok(clocks.ParseTimeControl("10+0"))(t)
	spec := game.ChallengeSpec{Opponent: bob, Conditions: game.Conditions{Time: control}}
	g := agreed(t, db, game.Act{Actor: alice, Channel: "c"}, spec, start)
	return m, db, gametest.New(storetest.Stores(db), nil, game.Options{Clock: m.World}), g.ID
}

// falls lets somebody work who tells when a flag was looked at.
func falls(t *testing.T, db *store.DB, service *gametest.Services, lapsed chan game.Lapse) <-chan game.Flag {
	fell := make(chan game.Flag, 10)
	must(t, work(db,
		jobs.Handle(func(ctx context.Context, job game.Flag) error {
			err := service.Flag(ctx, job)
			if err == nil { // otherwise it came too early
				fell <- job
			}
			return err
		}),
		jobs.Handle(func(_ context.Context, job game.Lapse) error { lapsed <- job; return nil }),
	))
	return fell
}

// A lid is closed for an hour, or a container frozen, while Red has ten minutes. Nobody loses by it; who then thinks
// for ten minutes does.
func TestASuspensionCostsNobodyTheGame(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		m, db, service, id := live(t, source)
		lapsed := make(chan game.Lapse, 10)
		enqueue(t, db, start.Add(30*time.Minute), lapse)
		fell := falls(t, db, service, lapsed)
		m.ms.Add(time.Hour.Milliseconds())
		receive(t, lapsed, "what fell due in that hour, after the flag")
		if g, err := service.Game(t.Context(), id); err != nil || g.State != game.Active || game.TimeLeft(g, board.Red, m.World()) != 10*time.Minute {
			t.Fatalf("after an hour that nobody had, the game is %v, with %v left, %v", g.State, game.TimeLeft(g, board.Red, m.World()), err)
		}
		m.ahead.Add((10 * time.Minute).Milliseconds())
		receive(t, fell, "the flag, after ten minutes that people had")
		if g, err := service.Game(t.Context(), id); err != nil || g.State != game.Finished {
			t.Errorf("the flag is down, and the game is %v, %v", g.State, err)
		}
	})
}

// Who acts before the process that awoke has looked for due jobs does not lose either.
func TestTheFirstActAfterASuspension(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		m, db, service, id := live(t, source)
		must(t, store.Look(t.Context(), db))
		m.ms.Add(time.Hour.Milliseconds())
		if _, err := service.Move(t.Context(), game.Act{Actor: alice}, id, "h2e2"); err != nil {
			t.Errorf("the move after the suspension: %v", err)
		}
	})
}

// A program that is killed after a jump of its clock has done what became due by it: for the next one the jump was no
// downtime.
func TestAJobAfterAJumpFindsABeat(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		m, db, _, _ := live(t, source)
		must(t, work(db))
		m.ahead.Add(time.Hour.Milliseconds())
		must(t, store.BeforeJob(t.Context(), db))
		if at := value[int64](t, db, `SELECT at FROM beat`); at < m.World().UnixMilli() {
			t.Errorf("the last beat is %v old", m.World().Sub(time.UnixMilli(at)))
		}
	})
}

// What is no downtime: a jump of the given clock alone, as of a playground, a machine's clock that is set back, and less
// than a minute.
func TestWhatIsNoSuspension(t *testing.T) {
	for name, test := range map[string]struct{ machine, ahead time.Duration }{
		"the world's clock jumps":         {0, time.Hour},
		"the clock is set back meanwhile": {-time.Hour, 2 * time.Hour},
		"less than a minute":              {59 * time.Second, 10 * time.Minute},
	} {
		t.Run(name, func(t *testing.T) {
			each(t, func(t *testing.T, source string) {
				m, db, service, id := live(t, source)
				fell := falls(t, db, service, make(chan game.Lapse, 10))
				m.ms.Add(test.machine.Milliseconds())
				m.ahead.Add(test.ahead.Milliseconds())
				receive(t, fell, "the flag")
				if g, err := service.Game(t.Context(), id); err != nil || g.State != game.Finished {
					t.Errorf("the flag is down, and the game is %v, %v", g.State, err)
				}
			})
		})
	}
}

// The reminders of a turn were planned when it began. A downtime puts off with the flag those that are still to come, and
// plans none anew.
func TestADowntimePutsRemindersOff(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		m := newMachine()
		db := open(t, source, store.Options{Clock: m.World})
		store.OnMachine(db, m.Now)
		g := byDay(t, db, "")
		planned := func() game.QueuedJob {
			return ok(db.Games.Game(t.Context(), g.ID))(t).Next()
		}
		ok(db.Games.Update(t.Context(), "", g.ID, func(g *game.Game) error { g.Clock.Reminded = 1; return nil }))(t)
		want := planned()
		want.At = want.At.Add(time.Hour)
		must(t, store.Look(t.Context(), db))
		m.ms.Add(time.Hour.Milliseconds())
		must(t, store.BeforeJob(t.Context(), db))
		if after := planned(); after.Job != (game.Remind{Game: g.ID, N: 1}) || !after.Equal(want) {
			t.Errorf("next is %v, want %v", after, want)
		}
		if n := value[int](t, db, `SELECT count(*) FROM river_job WHERE kind = 'remind'`); n != 1 {
			t.Errorf("there are %d jobs that remind, want 1", n)
		}
	})
}
