package store_test

import (
	"context"
	"database/sql"
	"errors"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/shard"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

// everything is a share in all of the work.
var everything = jobs.Role{Gateway: true, Engine: true, Jobs: true}

// together opens a database for one of several processes.
func together(t testing.TB, source string, share jobs.Role) *store.DB {
	t.Helper()
	return open(t, source, store.Options{Role: &share, Clock: time.Now})
}

// Processes share a schema only if all of them say so, and a file never.
func TestSharingIsAgreedOn(t *testing.T) {
	var incurable *database.PermanentError
	_, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "games.db"), store.Options{Role: &everything})
	if !errors.As(err, &incurable) {
		t.Errorf("a file that is to be shared gives %v", err)
	}
	source := storetest.Postgres(t)
	store.WaitForLock(t, 100*time.Millisecond)
	first, second := together(t, source, everything), together(t, source, everything)
	if _, err := store.Open(t.Context(), source, store.Options{}); err == nil {
		t.Error("a process that shares with nobody was let in beside others")
	}
	must(t, errors.Join(first.Close(), second.Close()))
	alone := open(t, source, store.Options{})
	if _, err := store.Open(t.Context(), source, store.Options{Role: &everything}); err == nil {
		t.Error("a process was let in beside one that shares with nobody")
	}
	must(t, alone.Close())
}

// Of two acts that wait for each other one is begun anew, and both are done.
func TestADeadlockIsEndedAndCounted(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	first, second := together(t, source, everything), together(t, source, everything)
	var both sync.WaitGroup // hold their first lock
	both.Add(2)
	act := func(db *store.DB, locks ...int) error {
		held := sync.OnceFunc(both.Done)
		return store.Transact(t.Context(), db, func(tx *sql.Tx) error {
			for _, lock := range locks {
				if _, err := tx.ExecContext(t.Context(), `SELECT pg_advisory_xact_lock($1)`, lock); err != nil {
					return err
				}
				held()
				both.Wait()
			}
			return nil
		})
	}
	other := make(chan error, 1)
	go func() { other <- act(second, 2, 1) }()
	must(t, errors.Join(act(first, 1, 2), receive(t, other, "the other act is done")))
	if n := first.Deadlocks() + second.Deadlocks(); n != 1 {
		t.Errorf("%d acts were begun anew", n)
	}
}

// Of the processes that share a database one counts what is in it, whichever of them die.
func TestOneOfSeveralProcessesCounts(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	all := []*store.DB{together(t, source, everything), together(t, source, everything), together(t, source, everything)}
	for len(all) > 0 {
		var counting []int
		for i, db := range all {
			is := ok(db.Jobs.IsCounting(t.Context()))(t)
			if is {
				counting = append(counting, i)
			}
		}
		if len(counting) != 1 {
			t.Fatalf("%d of %d processes count", len(counting), len(all))
		}
		must(t, all[counting[0]].Close())
		all = slices.Delete(all, counting[0], counting[0]+1)
	}
	if is, err := open(t, source, store.Options{}).Jobs.IsCounting(t.Context()); err != nil || !is {
		t.Errorf("the only process does not count: %v", err)
	}
}

// What a killed process had begun is done by another within seconds, and once.
func TestAnotherProcessTakesOver(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	victim, heir := together(t, source, everything), together(t, source, everything)
	enqueue(t, victim, time.Now(), func(id game.ID) game.Job { return game.Think{Game: id} })
	// As River has it while a process does a job.
	_, err := victim.SQL().ExecContext(t.Context(), `UPDATE river_job SET state = 'running', attempt = 1, attempted_at = now(),
		attempted_by = ARRAY[$1] WHERE kind = 'think'`, store.Process(victim))
	must(t, err)

	var done atomic.Int32
	handled := make(chan struct{}, 9)
	must(t, work(heir, jobs.Handle(func(context.Context, game.Think) error { done.Add(1); handled <- struct{}{}; return nil })))
	killed := time.Now()
	store.Kill(victim)
	receive(t, handled, "the job is done by another")
	t.Logf("taken over after %v", time.Since(killed))
	if done.Load() != 1 {
		t.Errorf("done %d times", done.Load())
	}
}

// A process whose connections the server has ended, as it does when it crashes, is alive: it connects again, and nobody
// takes over its work.
func TestNoTakeOverAfterACrashOfTheServer(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	first, second := together(t, source, everything), together(t, source, everything)
	const takeOvers = `FROM river_job WHERE kind = 'take-over'`
	_, err := second.SQL().ExecContext(t.Context(), `DELETE `+takeOvers) // what the starts of both have left
	must(t, err)
	const (
		endBeats = `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND
			(classid::bigint << 32) | objid::bigint = hashtextextended('xiangqi bot, process ' || $1, 0)`
		endWriter = `SELECT pg_terminate_backend($1::integer)`
	)
	writer := value[int](t, first, `SELECT pg_backend_pid()`)
	if !value[bool](t, second, endBeats, store.Process(first)) || !value[bool](t, second, endWriter, writer) {
		t.Fatal("a connection was not ended")
	}
	seen := func() int64 { // it is on the list
		return value[int64](t, second, `SELECT seen FROM processes, pg_sleep(0.05) WHERE id = $1`, store.Process(first))
	}
	for cut := seen(); seen() < cut+4000; {
	}
	if n := value[int](t, second, `SELECT count(*) `+takeOvers); n != 0 {
		t.Error("the work of a living process was taken over")
	}
}

// Whoever finds out that a process is gone may do no jobs: the people whom that one told to wait are left to others.
func TestProcessWithoutJobsLeavesTakeOverToOthers(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	victim, looker := together(t, source, everything), together(t, source, jobs.Role{})
	const waiting = `FROM river_job WHERE kind = 'take-over' AND state = 'available'`
	_, err := looker.SQL().ExecContext(t.Context(), `DELETE `+waiting) // what the starts of both have left
	must(t, err)
	store.Kill(victim)
	waitAlone(t, looker)
	if n := value[int](t, looker, `SELECT count(*) `+waiting); n != 1 {
		t.Errorf("%d jobs to take over", n)
	}
}

// Whatever a process that is gone was about to tell may stand in the channel unrecorded: it is looked for there, once
// for each game, whether the next process is another one or shared the work.
func TestChannelsOfADeadProcessAreSwept(t *testing.T) {
	sweeping := func(swept chan game.ID) jobs.Handler {
		return jobs.Handle(func(_ context.Context, job posted.Sweep) error { swept <- job.Game; return nil })
	}
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := ok(store.Open(t.Context(), source, store.Options{Clock: clk.Now}))(t)
		for revision := range 2 {
			enqueue(t, db, start.Add(time.Hour), func(id game.ID) game.Job { return announce(1, revision) })
		}
		enqueue(t, db, start.Add(time.Hour), lapse)
		must(t, db.Close())

		db = open(t, source, store.Options{Clock: clk.Now})
		swept := make(chan game.ID, 9)
		must(t, work(db, sweeping(swept)))
		clk.Advance(posted.SweepAfter)
		if id := receive(t, swept, "a channel"); id != 1 || len(swept) > 0 {
			t.Errorf("swept the channel of game %d, and of %d more", id, len(swept))
		}
	})
	t.Run("shared", func(t *testing.T) {
		t.Parallel()
		source := storetest.Postgres(t)
		victim, heir := together(t, source, everything), together(t, source, everything)
		enqueue(t, victim, time.Now().Add(time.Hour), func(id game.ID) game.Job { return announce(id, 1) })
		swept := make(chan game.ID, 9)
		must(t, work(heir, sweeping(swept)))
		store.Kill(victim)
		receive(t, swept, "the channel")
	})
}

// Each process does the jobs of its share.
func TestJobsGoToTheirProcess(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	did := make(chan string, 9)
	for name, share := range map[string]jobs.Role{"engine": {Engine: true}, "jobs": {Jobs: true}, "gateway": {Gateway: true}} {
		must(t, work(together(t, source, share),
			jobs.Handle(func(context.Context, game.Think) error { did <- name + " thinks"; return nil }),
			jobs.Handle(func(context.Context, game.Flag) error { did <- name + " flags"; return nil }),
		))
	}
	db := together(t, source, jobs.Role{Gateway: true})
	enqueue(t, db, time.Now(), func(id game.ID) game.Job { return game.Think{Game: id} })
	if got := receive(t, did, "a thought"); got != "engine thinks" {
		t.Error(got)
	}
	enqueue(t, db, time.Now(), func(id game.ID) game.Job { return game.Flag{Game: id} })
	if got := receive(t, did, "a flag"); got != "jobs flags" {
		t.Error(got)
	}
}

// Two processes note one board at the same time: every note is kept, though they only read the row before they write it.
func TestProcessesNoteOneBoard(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	one, two := together(t, source, everything), together(t, source, everything)
	g := begin(t, one, "", alice, bob, false)
	const each = 50
	failed := make(chan error, 2)
	for _, db := range []*store.DB{one, two} {
		go func() {
			for range each {
				if err := db.Games.UpdateBoard(context.Background(), g.ID, func(g *game.Game) error { g.Board.Announced++; return nil }); err != nil {
					failed <- err
					return
				}
			}
			failed <- nil
		}()
	}
	must(t, errors.Join(<-failed, <-failed))
	after := ok(one.Games.Game(t.Context(), g.ID))(t)
	if got := after.Board.Announced - g.Board.Announced; got != 2*each {
		t.Errorf("%d of %d notes are kept", got, 2*each)
	}
}

// Shards are divided evenly, given back to who comes later, and taken up where their last process left them.
func TestShardsAreDivided(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	one := together(t, source, everything)
	hold := func(db *store.DB, at map[int]shard.ResumePoint) map[int]shard.ResumePoint {
		t.Helper()
		held, _, err := db.Shards.Renew(t.Context(), 4, at)
		must(t, err)
		return held
	}
	if held := hold(one, nil); len(held) != 4 {
		t.Fatalf("one process holds %v", held)
	}
	marks := map[int]shard.ResumePoint{}
	for n := range 4 {
		marks[n] = shard.ResumePoint{Session: string(rune('a' + n)), URL: "wss://", Seq: int64(n)}
	}
	two := together(t, source, everything)
	together(t, source, jobs.Role{Engine: true}) // has no part in it
	if held := hold(two, nil); len(held) != 0 {
		t.Errorf("the second one holds %v before the first has let go", held)
	}
	left := hold(one, marks)
	taken := hold(two, nil)
	if len(left) != 2 || len(taken) != 2 {
		t.Fatalf("they hold %v and %v", left, taken)
	}
	for n, mark := range taken {
		if diff := cmp.Diff(marks[n], mark); diff != "" {
			t.Errorf("shard %d is taken up elsewhere: %s", n, diff)
		}
	}
	store.Kill(one)
	deadline := time.Now().Add(5 * time.Second)
	for len(hold(two, taken)) < 4 {
		if time.Now().After(deadline) {
			t.Fatal("the shards of a killed process are not taken over")
		}
	}
	must(t, two.Shards.Release(t.Context(), marks))
	three := together(t, source, everything)
	must(t, two.Close())
	if diff := cmp.Diff(marks, hold(three, nil)); diff != "" { // the one that was killed is off the list already
		t.Error(diff)
	}

	// Of one group a session begins at a time, whoever asks.
	if wait, err := three.Shards.Identify(t.Context(), 0, time.Hour); err != nil || wait != 0 {
		t.Errorf("the first session waits %v: %v", wait, err)
	}
	if wait, err := three.Shards.Identify(t.Context(), 0, time.Hour); err != nil || wait < 59*time.Minute {
		t.Errorf("the second session waits %v: %v", wait, err)
	}
	if wait, err := three.Shards.Identify(t.Context(), 1, time.Hour); err != nil || wait != 0 {
		t.Errorf("the first session of another group waits %v: %v", wait, err)
	}
}

// Where Discord names another number of shards to one process, the others follow it. None makes them anew by what it
// was told before.
func TestTheNumberOfShardsChanges(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	one, two := together(t, source, everything), together(t, source, everything)
	hold := func(db *store.DB, told int, at map[int]shard.ResumePoint) (held map[int]shard.ResumePoint, of int) {
		t.Helper()
		held, of, err := db.Shards.Renew(t.Context(), told, at)
		must(t, err)
		return held, of
	}
	if held, of := hold(one, 0, nil); len(held) != 0 || of != 0 {
		t.Errorf("before Discord was asked there are %d shards, of which one process holds %v", of, held)
	}
	hold(one, 2, nil)
	hold(two, 2, nil)
	old := map[int]shard.ResumePoint{0: {Session: "of two", URL: "wss://", Seq: 1}}
	hold(one, 0, old)
	hold(two, 3, nil)
	for range 3 {
		first, of := hold(one, 0, old)
		second, still := hold(two, 0, nil)
		if of != 3 || still != 3 || len(first)+len(second) != 3 {
			t.Fatalf("of %d shards one process holds %v, of %d the other one %v, want all of 3", of, first, still, second)
		}
		old = first
	}
	for n, mark := range old {
		if mark.Session != "" {
			t.Errorf("shard %d of three goes on with %v, a session of two", n, mark)
		}
	}
}
