package publish

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/fairqueue"
)

// key is somebody's turn in a channel.
func key(person, channel string) fairqueue.Key { return fairqueue.Key{User: person, Flow: channel} }

// occupy runs jobs that stay in a limiter until done is closed, and counts those that are postponed.
func occupy(t *testing.T, s *jobLimiter, done <-chan struct{}, keys ...fairqueue.Key) (refused int) {
	t.Helper()
	results := make(chan error, len(keys))
	for _, k := range keys {
		go func() { results <- s.do(t.Context(), k, func() error { <-done; return nil }) }()
	}
	synctest.Wait()
	for range len(results) {
		var later *game.NotYet
		if err := <-results; !errors.As(err, &later) || later.After <= 0 {
			t.Errorf("postponed with %v, want another time", err)
		}
		refused++
	}
	return refused
}

// A channel and a person have no more than their share of the places, waiting included.
func TestJobLimiterShares(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, done := newJobLimiter(), make(chan struct{})
		defer synctest.Wait()
		defer close(done)
		var one, many []fairqueue.Key
		for n := range 50 {
			one = append(one, key(fmt.Sprint("p", n), "one channel"))
			many = append(many, key("one person", fmt.Sprint("c", n)))
		}
		if n := occupy(t, s, done, one...); n != 50-channelShare {
			t.Errorf("of 50 in one channel %d are postponed", n)
		}
		if n := occupy(t, s, done, many...); n != 50-personShare {
			t.Errorf("of 50 of one person %d are postponed", n)
		}
		if n := occupy(t, s, done, key("newcomer", "another channel")); n != 0 {
			t.Error("a newcomer is postponed")
		}
		began := time.Now()
		if err := s.do(t.Context(), key("another", "place"), func() error { return nil }); err != nil || time.Since(began) != 0 {
			t.Errorf("another waited %v, %v", time.Since(began), err)
		}
	})
}

// However many people of a server have news, some places are left to the others.
func TestJobLimiterLeavesRoomToOtherServers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, done := newJobLimiter(), make(chan struct{})
		defer synctest.Wait()
		defer close(done)
		var flood []fairqueue.Key
		for n := range 100 {
			flood = append(flood, fairqueue.Key{Tenant: "flooded", User: fmt.Sprint("p", n), Flow: fmt.Sprint("c", n)})
		}
		if n := occupy(t, s, done, flood...); n != 100-serverShare {
			t.Errorf("of 100 in one server %d are postponed", n)
		}
		began := time.Now()
		quiet := fairqueue.Key{Tenant: "quiet", User: "a", Flow: "1"}
		if err := s.do(t.Context(), quiet, func() error { return nil }); err != nil || time.Since(began) != 0 {
			t.Errorf("another server waited %v, %v", time.Since(began), err)
		}
	})
}

// A job that reaches a rate limit is postponed.
func TestJobLimiterPostponesWhatIsRateLimited(t *testing.T) {
	limited := fmt.Errorf("posting: %w", &discord.RateLimitError{After: 7 * time.Second})
	var later *game.NotYet
	if err := newJobLimiter().do(t.Context(), key("a", "1"), func() error { return limited }); !errors.As(err, &later) || later.After != 7*time.Second {
		t.Errorf("got %v, want: in seven seconds", err)
	}
}

// People take turns at the rate limit of a channel. However many messages of one person wait, the first of each other
// person is sent as soon as there is room for one of each.
func TestJobLimiterTakesTurnsAtARateLimit(t *testing.T) {
	const (
		room   = 5 // messages in a channel within the period
		period = 5 * time.Second
	)
	rapid.Check(t, func(r *rapid.T) {
		flood := rapid.IntRange(1, 60).Draw(r, "flood")
		others := rapid.SliceOfN(rapid.IntRange(0, 20_000), 1, 8).Draw(r, "others")
		synctest.Test(t, func(*testing.T) {
			l := newJobLimiter()
			var (
				mu   sync.Mutex
				left = room
				wg   sync.WaitGroup
			)
			reset := time.Now().Add(period)
			post := func() error { // takes a fifth of a second, and is refused where the bucket is empty
				time.Sleep(200 * time.Millisecond)
				mu.Lock()
				defer mu.Unlock()
				if now := time.Now(); !now.Before(reset) {
					left, reset = room, now.Add(period)
				}
				if left == 0 {
					return &discord.RateLimitError{After: time.Until(reset)}
				}
				left--
				return nil
			}
			send := func(person string) { // as the queue of jobs does
				for n := 0; ; n++ {
					later := (*game.NotYet)(nil)
					if err := l.do(context.Background(), key(person, "channel"), post); err == nil {
						return
					} else if !errors.As(err, &later) {
						r.Error(err)
						return
					}
					time.Sleep(later.After + time.Duration(n*37%100)*time.Millisecond) // the queue looks every 100 ms
				}
			}
			for range flood {
				wg.Go(func() { send("flood") })
			}
			for n, after := range others {
				wg.Go(func() {
					time.Sleep(time.Duration(after) * time.Millisecond)
					arrived := time.Now()
					send(fmt.Sprint("other ", n))
					// What is left of this period, and the periods in which each gets one, with time to come back.
					most := time.Duration(1+(len(others)+room)/room) * (period + time.Second)
					if waited := time.Since(arrived); waited > most {
						r.Errorf("another waited %v after %d of one and %d others, want at most %v", waited, flood, len(others)-1, most)
					}
				})
			}
			wg.Wait()
			if len(l.people)+len(l.channels)+len(l.servers) != 0 {
				r.Errorf("left are the shares %v, %v and %v", l.servers, l.people, l.channels)
			}
		})
	})
}
