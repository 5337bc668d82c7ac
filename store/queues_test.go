package store_test

import (
	"context"
	"fmt"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
)

// More channels than there are workers have no room for minutes: they say so and are out of the way. Another channel is
// told.
func TestRateLimitedChannelsBlockNoWorker(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		const tellers, stuck = 20, 40
		db.Jobs.Workers = map[string]int{game.Announce{}.Kind(): tellers}
		var asked atomic.Int32
		all, told := make(chan struct{}), make(chan struct{})
		enqueueAll(t, db, stuck, start, announce)
		must(t, work(db, jobs.Handle(func(_ context.Context, job game.Announce) error {
			if job.Revision == stuck {
				close(told)
				return nil
			}
			if asked.Add(1) == stuck {
				close(all)
			}
			return &game.NotYet{After: 10 * time.Minute}
		})))
		receive(t, all, "every stuck channel has been asked")
		enqueue(t, db, start, func(id game.ID) game.Job { return announce(id, stuck) })
		receive(t, told, "the channel that has room")
		if n := asked.Load(); n != stuck {
			t.Errorf("the stuck channels were asked %d times, want %d: once each", n, stuck)
		}
	})
}

// However many messages are under way and do not end, and old boards with them: flags fall, votes are counted, games
// begin.
func TestMessagesUnderWayDelayNoDecision(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		const tellers, retirers = 20, 3
		db.Jobs.Workers = map[string]int{game.Announce{}.Kind(): tellers, game.Retire{}.Kind(): retirers}
		enqueueAll(t, db, tellers, start, announce)
		enqueueAll(t, db, retirers+1, start, func(id game.ID, n int) game.Job {
			return game.Retire{Game: id, Channel: "c", Message: fmt.Sprint(n), Why: game.Replaced}
		})
		var under atomic.Int32
		all, done, release := make(chan struct{}), make(chan string, 10), make(chan struct{})
		t.Cleanup(func() { close(release) })
		decides := func(what string) error { done <- what; return nil }
		must(t, work(db,
			jobs.Handle(func(context.Context, game.Announce) error {
				if under.Add(1) == tellers {
					close(all)
				}
				<-release
				return nil
			}),
			jobs.Handle(func(context.Context, game.Retire) error { <-release; return nil }),
			jobs.Handle(func(context.Context, game.Lapse) error { return decides("lapse") }),
			jobs.Handle(func(context.Context, game.Flag) error { return decides("flag") }),
			jobs.Handle(func(context.Context, game.CountVotes) error { return decides("count") }),
			jobs.Handle(func(context.Context, game.NextGame) error { return decides("next") }),
			jobs.Handle(func(context.Context, tournament.Fixture) error { return decides("fixture") }),
			jobs.Handle(func(context.Context, member.VacationEnds) error { return decides("back") }),
		))
		receive(t, all, "all places for messages are taken")
		for want, job := range map[string]func(game.ID) game.Job{
			"lapse":   lapse,
			"flag":    func(id game.ID) game.Job { return game.Flag{Game: id} },
			"count":   func(id game.ID) game.Job { return game.CountVotes{Game: id} },
			"next":    func(id game.ID) game.Job { return game.NextGame{Game: id} },
			"fixture": func(game.ID) game.Job { return tournament.Fixture{Tournament: 1, Round: 1} },
			"back":    func(game.ID) game.Job { return member.VacationEnds{Person: alice, Guild: "g"} },
		} {
			enqueue(t, db, start, job)
			if got := receive(t, done, want); got != want {
				t.Errorf("done was %s, want %s", got, want)
			}
		}
	})
}

// enqueueAll lets one game enqueue so many jobs at once, which are numbered from 0.
func enqueueAll(t testing.TB, db *store.DB, n int, at time.Time, job func(game.ID, int) game.Job) {
	t.Helper()
	id := enqueue(t, db, at, func(id game.ID) game.Job { return job(id, 0) })
	ok(db.Games.Update(t.Context(), "", id, func(g *game.Game) error {
		for i := 1; i < n; i++ {
			g.Outbox.Enqueue(job(g.ID, i), at)
		}
		return nil
	}))(t)
}

func announce(id game.ID, revision int) game.Job { return game.Announce{Game: id, Revision: revision} }
