package store_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// waitingJobs counts the jobs that are yet to run, by kind.
func waitingJobs(t testing.TB, db *store.DB) map[string]int {
	t.Helper()
	stats, err := db.Stats(t.Context())
	must(t, err)
	n := map[string]int{}
	for job, many := range stats.Jobs {
		if job.State != "running" {
			n[job.Kind] += many
		}
	}
	return n
}

// However many processes die, no more work waits than is owed: the number of jobs follows that of the games, and is back
// to what it was once the work is done. The channel of a game is searched once a minute at most.
func TestDeathsDoNotFeedThemselves(t *testing.T) {
	t.Parallel()
	const games, killed = 3, 8
	source := storetest.Postgres(t)
	heir := together(t, source, everything)
	for range games {
		enqueue(t, heir, time.Now().Add(time.Hour), func(id game.ID) game.Job { return announce(id, 1) })
	}
	kill := func() {
		t.Helper()
		store.Kill(together(t, source, everything))
		for n := 0; n != 1; {
			must(t, heir.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM processes`).Scan(&n))
		}
	}
	for range killed {
		kill()
		if n := waitingJobs(t, heir); n["restart"] != 1 || n["take-over"] != 1 || n["sweep"] != games {
			t.Fatalf("of a process that was killed remain %v", n)
		}
	}
	swept := make(chan game.ID, 99)
	must(t, heir.Jobs.Work(t.Context(), store.WithIdle(
		store.Handle(func(_ context.Context, job posted.Sweep) error { swept <- job.Game; return nil }))...))
	for range games {
		receive(t, swept, "a channel is searched")
	}
	for n := waitingJobs(t, heir); n["restart"]+n["take-over"]+n["sweep"] > 0; n = waitingJobs(t, heir) {
		if t.Context().Err() != nil {
			t.Fatalf("there remain %v", n)
		}
	}
	kill()
	var soon int
	must(t, heir.SQL().QueryRowContext(t.Context(), `SELECT count(*) FROM river_job WHERE kind = 'sweep'
		AND state <> 'completed' AND scheduled_at < now() + interval '40 seconds'`).Scan(&soon))
	if n := waitingJobs(t, heir); n["sweep"] != games || soon > 0 {
		t.Errorf("%d searches are waiting, %d of them for less than a minute since the last", n["sweep"], soon)
	}
}

// A process that was taken for dead goes on with its job beside the one that does it anew. It cannot end the job for that
// one, whose failure is therefore not forgotten.
func TestAProcessTakenForDeadEndsNoJob(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	victim, heir := together(t, source, everything), together(t, source, everything)
	begun, late := make(chan struct{}), make(chan struct{})
	must(t, work(victim, worker{think: func(context.Context, game.Think) error {
		close(begun)
		<-late
		return nil
	}}))
	enqueue(t, victim, time.Now(), func(id game.ID) game.Job { return game.Think{Game: id} })
	receive(t, begun, "the job begins")

	anew := make(chan chan error, 9)
	must(t, work(heir, worker{think: func(context.Context, game.Think) error {
		result := make(chan error)
		anew <- result
		return <-result
	}}))
	store.Leave(victim)
	result := receive(t, anew, "the job is done anew")
	close(late)
	must(t, victim.Close()) // the end of the job is written down by then
	result <- errors.New("Discord cannot be reached")
	receive(t, anew, "the job is retried") <- nil
}

// A job whose processes die time and again may be the reason. It is not lost, but waits longer each time.
func TestAJobThatMayKillItsProcessesWaits(t *testing.T) {
	last := time.Duration(-1)
	for metadata, n := []byte("{}"), 0; n < 12; n++ {
		wait, after, err := store.AfterDeath(metadata, start)
		must(t, err)
		if n == 0 && wait != 0 || n > 0 && (wait < time.Second || wait <= last*9/11) {
			t.Errorf("after %d deaths it waits %v, and %v before", n+1, wait, last)
		}
		last, metadata = wait, after
	}
}
