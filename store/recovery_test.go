package store_test

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/game/posted"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

// waitingJobs counts the jobs that are yet to run, by kind.
func waitingJobs(t testing.TB, db *store.DB) map[string]int {
	t.Helper()
	stats := ok(db.Stats(t.Context()))(t)
	n := map[string]int{}
	for job, many := range stats.Jobs {
		if job.State != "running" {
			n[job.Kind] += many
		}
	}
	return n
}

// waitAlone waits until all other processes are known to be gone.
func waitAlone(t testing.TB, db *store.DB) {
	t.Helper()
	for value[int](t, db, `SELECT count(*) FROM processes, pg_sleep(0.05)`) > 1 {
	}
}

// However many processes die, no more work waits than is owed: the number of jobs follows that of the games, and is back
// to what it was once the work is done. The channel of a game is searched once a minute at most.
func TestTakeOversAreBounded(t *testing.T) {
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
		waitAlone(t, heir)
	}
	for range killed {
		kill()
		if n := waitingJobs(t, heir); n["restart"] != 1 || n["take-over"] != 1 || n["sweep"] != games {
			t.Fatalf("of a process that was killed remain %v", n)
		}
	}
	swept := make(chan game.ID, 99)
	must(t, work(heir,
		jobs.Handle(func(_ context.Context, job posted.Sweep) error { swept <- job.Game; return nil })))
	for range games {
		receive(t, swept, "a channel is searched")
	}
	for n := waitingJobs(t, heir); n["restart"]+n["take-over"]+n["sweep"] > 0; n = waitingJobs(t, heir) {
		if t.Context().Err() != nil {
			t.Fatalf("there remain %v", n)
		}
	}
	kill()
	soon := value[int](t, heir, `SELECT count(*) FROM river_job WHERE kind = 'sweep'
		AND state <> 'completed' AND scheduled_at < now() + interval '40 seconds'`)
	if n := waitingJobs(t, heir); n["sweep"] != games || soon > 0 {
		t.Errorf("%d searches are waiting, %d of them for less than a minute since the last", n["sweep"], soon)
	}
}

// Who acts is answered by the process that received the act. If that dies first, the others tell the channel as soon as
// they have noticed; they do not wait for as long as an answer may take.
func TestAnAnswerThatIsLostIsAnnouncedAtOnce(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	victim, heir := together(t, source, everything), together(t, source, everything)
	challenge := func(db *store.DB, actor game.Person) game.ID {
		service := gametest.New(storetest.Stores(db), nil, game.Options{Clock: time.Now})
		act := game.Act{Key: "act of " + string(actor), Token: "token", Actor: actor, Guild: "g", Channel: "c"}
		return ok(service.Challenge(t.Context(), act, game.ChallengeSpec{Opponent: bob}))(t).ID
	}
	lost, held := challenge(victim, alice), challenge(heir, carol)
	due := func(id game.ID) time.Time {
		return value[time.Time](t, heir, `SELECT scheduled_at FROM river_job WHERE kind = 'announce' AND (args ->> 'game')::bigint = $1`, id)
	}
	lostAt, heldAt := due(lost), due(held)
	store.Kill(victim)
	waitAlone(t, heir)
	if at := due(lost); !at.Before(lostAt) && at.After(time.Now()) {
		t.Errorf("nobody will answer, and the channel is told at %v, as before", at)
	}
	if at := due(held); !at.Equal(heldAt) {
		t.Errorf("an answer is on the way, and the channel is told at %v instead of %v", at, heldAt)
	}
}

// A process that was taken for dead goes on with its job beside the one that does it anew. It cannot end the job for that
// one, whose failure is therefore not forgotten.
func TestProcessPresumedDeadCompletesNoJob(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	victim, heir := together(t, source, everything), together(t, source, everything)
	begun, late := make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	must(t, work(victim, jobs.Handle(func(context.Context, game.Think) error {
		if calls.Add(1) > 1 {
			return &game.NotYet{After: time.Millisecond} // it still fetches jobs, and leaves this one to the heir
		}
		close(begun)
		<-late
		return nil
	})))
	enqueue(t, victim, time.Now(), func(id game.ID) game.Job { return game.Think{Game: id} })
	receive(t, begun, "the job begins")

	anew := make(chan chan error, 9)
	must(t, work(heir, jobs.Handle(func(context.Context, game.Think) error {
		result := make(chan error)
		anew <- result
		return <-result
	})))
	victim.Jobs.Leave()
	result := receive(t, anew, "the job is done anew")
	close(late)
	must(t, victim.Close()) // the end of the job is written down by then
	result <- errors.New("Discord cannot be reached")
	receive(t, anew, "the job is retried") <- nil
}
