package publish

import (
	"context"
	"errors"
	"strconv"
	"sync"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/engine/fairqueue"
)

// The size of a limiter, and the shares that keep one server, person or channel from taking all of it. Those who wait
// count.
const (
	jobPlaces    = 32 // a second of Discord's is 50 calls, of which one takes a fifth of a second
	serverShare  = 24
	personShare  = 8
	channelShare = 4
	// shareTaken is after how long a job that finds its share taken looks again.
	shareTaken = 300 * time.Millisecond
)

// jobLimiter bounds how many jobs call Discord at once, so that each has its machine and its network. Servers take
// turns, then the people of each, and the channels of one person among themselves, as in the engine's pool. Nobody
// waits there for a time: a call without room in its rate limit is sent away, and comes back when there is.
type jobLimiter struct {
	places *fairqueue.Semaphore

	mu       sync.Mutex
	servers  map[string]int // those who are there or wait
	people   map[string]int
	channels map[string]int
}

func newJobLimiter() *jobLimiter {
	return &jobLimiter{
		places: fairqueue.NewSemaphore(jobPlaces), servers: make(map[string]int), people: make(map[string]int),
		channels: make(map[string]int),
	}
}

// do does a job when its turn has come. It returns a *game.NotYet where the server, the person or the channel has a
// share of the places already, and where Discord has no room.
func (l *jobLimiter) do(ctx context.Context, key fairqueue.Key, job func() error) error {
	if !l.claim(key) {
		return &game.NotYet{After: shareTaken}
	}
	defer l.forget(key)
	if err := l.places.Acquire(ctx, key); err != nil {
		return err
	}
	defer l.places.Release()
	err := job()
	var limited *discord.RateLimitError
	if errors.As(err, &limited) {
		return &game.NotYet{After: limited.After}
	}
	return err
}

// claim takes a part of the key's shares, unless one of them is taken.
func (l *jobLimiter) claim(key fairqueue.Key) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if key.Server != "" && l.servers[key.Server] >= serverShare ||
		l.people[key.Person] >= personShare || l.channels[key.Game] >= channelShare {
		return false
	}
	l.servers[key.Server]++
	l.people[key.Person]++
	l.channels[key.Game]++
	return true
}

// forget gives back what claim took.
func (l *jobLimiter) forget(key fairqueue.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	take := func(shares map[string]int, of string) {
		if shares[of]--; shares[of] == 0 {
			delete(shares, of)
		}
	}
	take(l.servers, key.Server)
	take(l.people, key.Person)
	take(l.channels, key.Game)
}

// turnOf is whose turn the news of a game takes: that of the person who is to act next, or else of the person whom the
// news are for.
func turnOf(g *game.Game) fairqueue.Key {
	key := fairqueue.Key{Server: g.Guild, Person: string(g.Challenger), Game: g.Channel}
	if g.Vote != nil {
		key.Person = "team of " + strconv.FormatInt(int64(g.ID), 10)
	} else if g.State == game.Active {
		seat := g.Seats[g.Turn()]
		if seat.IsBot() {
			seat = g.Seats[g.Turn().Opponent()]
		}
		key.Person = string(seat.Person)
	}
	return key
}
