package game_test

import (
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
)

// teller is a worker at a TellTournament job: what he has read is what he will show.
type teller struct {
	read  *game.Tournament
	shown bool // he has shown it, and is to note that
}

// However the acts in a tournament, the reading, the showing and the noting of several workers come in between each other: its message is
// posted once, and when all jobs are done it shows how the tournament stands.
func TestTheMessageOfATournamentIsUpToDate(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tb := newTable(nil)
		ctx := t.Context()
		tour, err := tb.OpenTournament(ctx, in(alice, true), game.TournamentSpec{System: game.SwissSystem})
		must(t, err)
		var tellers []*teller
		message, posted := 0, 0 // the revision that the message shows
		act := func() {
			p := in(player(rapid.IntRange(0, 4).Draw(t, "player")), false)
			if _, err := tb.JoinTournament(ctx, p, tour.ID); err != nil {
				refused(t, err, game.SignedUp)
				_, err = tb.LeaveTournament(ctx, p, tour.ID)
				must(t, err)
			}
		}
		begin := func() {
			job, ok := tb.store.jobs[0].Job.(game.TellTournament)
			tb.store.jobs = tb.store.jobs[1:]
			if !ok {
				t.Fatalf("a sign-up owes the job %+v", job)
			}
			read, err := tb.Unseen(ctx, job)
			must(t, err)
			if read != nil {
				tellers = append(tellers, &teller{read: read})
			}
		}
		work := func() {
			i := rapid.IntRange(0, len(tellers)-1).Draw(t, "worker")
			w := tellers[i]
			if !w.shown {
				if w.read.Notice.Message == "" {
					posted++
				}
				message, w.shown = w.read.Revision, true
				return
			}
			now, err := tb.Noticed(ctx, tour.ID, "m", w.read.Revision)
			must(t, err)
			if now.Revision == w.read.Revision {
				tellers = slices.Delete(tellers, i, i+1)
				return
			}
			*w = teller{read: now}
		}
		for range rapid.IntRange(0, 60).Draw(t, "steps") {
			switch n := rapid.IntRange(0, 2).Draw(t, "step"); {
			case n == 0:
				act()
			case n == 1 && len(tb.store.jobs) > 0:
				begin()
			case len(tellers) > 0:
				work()
			}
		}
		for len(tb.store.jobs) > 0 {
			begin()
		}
		for len(tellers) > 0 {
			work()
		}
		tour, err = tb.Tournament(ctx, tour.ID)
		must(t, err)
		if message != tour.Revision || posted != 1 || tour.Notice != (game.Notice{Message: "m", Shown: tour.Revision}) {
			t.Fatalf("the message was posted %d times and shows revision %d of %d, which is noted as %+v", posted, message, tour.Revision, tour.Notice)
		}
	})
}

// The message of a tournament that is called off, or started, changes too; a board that has begun is shown once it can be linked to.
func TestWhatChangesTheMessageOfATournament(t *testing.T) {
	tb := newTable(nil)
	tour := tb.signUp(t, game.TournamentSpec{System: game.EachMeetsEach}, 3)
	before := tour.Revision
	tour, err := tb.StartTournament(t.Context(), in(alice, false), tour.ID)
	must(t, err)
	if tour.Revision != before+1 {
		t.Errorf("the start takes it from revision %d to %d", before, tour.Revision)
	}
	var later []time.Time
	for len(tb.store.jobs) > 0 {
		o := tb.store.jobs[0]
		tb.store.jobs = tb.store.jobs[1:]
		switch job := o.Job.(type) {
		case game.TellRound:
			must(t, tb.RoundTold(t.Context(), job))
		case game.Fixture:
			must(t, tb.Fixture(t.Context(), job))
			must(t, tb.Fixture(t.Context(), job)) // which changes nothing
		case game.TellTournament:
			if o.At.After(tb.now) {
				later = append(later, o.At)
			}
		}
	}
	if tour, err = tb.Tournament(t.Context(), tour.ID); err != nil || tour.Revision != before+2 || len(later) != 1 {
		t.Errorf("when its one board has begun it has revision %d after %d, to be shown at %v; %v", tour.Revision, before, later, err)
	}
	if tour, err = tb.CancelTournament(t.Context(), in(alice, false), tour.ID); err != nil || tour.Revision != before+3 {
		t.Errorf("called off it has revision %d; %v", tour.Revision, err)
	}
}
