package tournament_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
)

// worker runs an UpdateNotice job: it shows what it has read.
type worker struct {
	read  *tournament.Tournament
	shown bool // it has shown that, and still has to record it
}

// However the acts in a tournament and the reads, edits and records of several workers interleave, its message is
// posted once, and when all jobs are done it shows the current state.
func TestTheMessageOfATournamentIsUpToDate(t *testing.T) {
	outer := t
	rapid.Check(t, func(t *rapid.T) {
		c := newClub(outer)
		defer func() { must(t, c.store.Close()) }()
		ctx := t.Context()
		tour := ok(c.Open(ctx, in(alice, true), tournament.Spec{System: tournament.SwissSystem}))(t)
		var workers []*worker
		message, posted := 0, 0 // the revision that the message shows
		act := func() {
			p := in(player(rapid.IntRange(0, 4).Draw(t, "player")), false)
			if _, err := c.Join(ctx, p, tour.ID); err != nil {
				refused(t, err, tournament.SignedUp)
				ok(c.Leave(ctx, p, tour.ID))(t)
			}
		}
		begin := func() {
			job, is := c.store.Jobs[0].Job.(tournament.UpdateNotice)
			c.store.Jobs = c.store.Jobs[1:]
			if !is {
				t.Fatalf("a sign-up queues the job %+v", job)
			}
			if read := ok(c.PendingNotice(ctx, job))(t); read != nil {
				workers = append(workers, &worker{read: read})
			}
		}
		work := func() {
			i := rapid.IntRange(0, len(workers)-1).Draw(t, "worker")
			w := workers[i]
			if !w.shown {
				if w.read.Notice.Message == "" {
					posted++
				}
				message, w.shown = w.read.Revision, true
				return
			}
			now := ok(c.NoticeShown(ctx, tour.ID, "m", w.read.Revision))(t)
			if now.Revision == w.read.Revision {
				workers = slices.Delete(workers, i, i+1)
				return
			}
			*w = worker{read: now}
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 2).Draw(t, "step"); {
			case n == 0:
				act()
			case n == 1 && len(c.store.Jobs) > 0:
				begin()
			case len(workers) > 0:
				work()
			}
		}
		for len(c.store.Jobs) > 0 {
			begin()
		}
		for len(workers) > 0 {
			work()
		}
		tour = ok(c.Tournament(ctx, tour.ID))(t)
		if message != tour.Revision || posted != 1 || tour.Notice != (tournament.Notice{Message: "m", Shown: tour.Revision}) {
			t.Fatalf("the message was posted %d times and shows revision %d of %d, which is recorded as %+v", posted, message, tour.Revision, tour.Notice)
		}
	})
}

// Starting or cancelling a tournament changes its message too. A board that has begun is shown once it can be linked
// to.
func TestWhatChangesTheMessageOfATournament(t *testing.T) {
	c := newClub(t)
	tour := c.signUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 3)
	before := tour.Revision
	tour = ok(c.Start(t.Context(), in(alice, false), tour.ID))(t)
	if tour.Revision != before+1 {
		t.Errorf("the start takes it from revision %d to %d", before, tour.Revision)
	}
	var later []time.Time
	for len(c.store.Jobs) > 0 {
		o := c.store.Jobs[0]
		c.store.Jobs = c.store.Jobs[1:]
		switch job := o.Job.(type) {
		case tournament.AnnounceRound:
			must(t, c.RoundAnnounced(t.Context(), job))
		case tournament.Fixture:
			must(t, c.Fixture(t.Context(), job))
			must(t, c.Fixture(t.Context(), job)) // which changes nothing
		case tournament.UpdateNotice:
			if o.At.After(c.now) {
				later = append(later, o.At)
			}
		}
	}
	if tour, err := c.Tournament(t.Context(), tour.ID); err != nil || tour.Revision != before+2 || len(later) != 1 {
		t.Errorf("when its one board has begun it has revision %d after %d, to be shown at %v; %v", tour.Revision, before, later, err)
	}
	if tour, err := c.Cancel(t.Context(), in(alice, false), tour.ID); err != nil || tour.Revision != before+3 {
		t.Errorf("called off it has revision %d; %v", tour.Revision, err)
	}
}

// A person whose data is deleted disappears from the message of a tournament.
func TestForgetUpdatesTheMessage(t *testing.T) {
	tour := signedUp(t, tournament.Spec{System: tournament.RoundRobinSystem}, 3)
	tour.TakeJobs()
	before := tour.Revision
	tour.Forget(player(1), start)
	jobs := tour.TakeJobs()
	want := game.QueuedJob{Job: tournament.UpdateNotice{Tournament: 1, Revision: before + 1}, At: start}
	if len(jobs) != 1 || jobs[0] != want || tour.Index(player(1)) >= 0 {
		t.Errorf("the queue holds %v, want %v; the players are %v", jobs, want, tour.Players)
	}
	tour.Forget("a stranger", start)
	if jobs := tour.TakeJobs(); len(jobs) > 0 || tour.Revision != before+1 {
		t.Errorf("forgetting a person who is not in it queued %v and left revision %d", jobs, tour.Revision)
	}
	tour.Forget(tour.Organizer, start)
	if tour.Organizer != game.Deleted || tour.Revision != before+2 {
		t.Errorf("the organizer is %q, revision %d", tour.Organizer, tour.Revision)
	}
}
