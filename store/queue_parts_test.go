package store_test

import (
	"context"
	"fmt"
	"maps"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
	"xiangqibot/store/jobs"
	"xiangqibot/store/storetest"
)

// Two processes divide the channels: whatever is to be told in one is told by the same process, and both have some. When
// one of them is taken for dead it steps back, and the other tells everything.
func TestAChannelsJobsAreDoneByOneProcess(t *testing.T) {
	t.Parallel()
	source := storetest.Postgres(t)
	type told struct {
		game game.ID
		by   int
	}
	done := make(chan told, 100)
	var crowd []*store.DB
	for by := range 2 {
		db := together(t, source, everything)
		crowd = append(crowd, db)
		must(t, work(db, jobs.Handle(func(_ context.Context, job game.Announce) error {
			done <- told{job.Game, by}
			return nil
		})))
	}
	const channels = 24
	var games []game.ID
	for n := range channels {
		g := ok(crowd[0].Games.Create(t.Context(), "", func(g *game.Game) error {
			act := game.Act{Actor: alice, Channel: fmt.Sprint("channel ", n)}
			return game.OfferChallenge(g, act, game.ChallengeSpec{Opponent: bob}, game.Terms{}, time.Now().Add(time.Hour))
		}))(t)
		games = append(games, g.ID)
	}
	// round has something told in each channel, and returns by whom.
	round := func(db *store.DB) map[game.ID]int {
		t.Helper()
		for _, id := range games {
			ok(db.Games.Update(t.Context(), "", id, func(g *game.Game) error {
				g.Outbox.Enqueue(announce(g.ID, 1), time.Now())
				return nil
			}))(t)
		}
		by := map[game.ID]int{}
		for range games {
			one := receive(t, done, "what is to be told")
			by[one.game] = one.by
		}
		return by
	}
	shared := func(by map[game.ID]int) bool {
		n := 0
		for _, process := range by {
			n += process
		}
		return 0 < n && n < channels
	}
	// The division is complete once three rounds are told alike: by chance that does not happen.
	last, same, until := round(crowd[0]), 1, time.Now().Add(patience)
	for same < 3 || !shared(last) {
		if time.Now().After(until) {
			t.Fatalf("the channels are not divided: %v", last)
		}
		if by := round(crowd[0]); maps.Equal(by, last) {
			same++
		} else {
			last, same = by, 1
		}
	}
	crowd[1].Jobs.Leave()
	for shared(last) {
		if time.Now().After(until) {
			t.Fatalf("the channels of the process that is gone are still told by: %v", last)
		}
		last = round(crowd[0])
	}
	if last[games[0]] != 0 {
		t.Error("everything is told by the process that is gone")
	}
}
