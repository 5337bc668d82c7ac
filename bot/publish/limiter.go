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

// The size of a limiter, and the shares that keep one server, person or channel from using all of it. Waiting jobs
// count towards the shares.
const (
	maxConcurrentJobs = 32 // Discord allows 50 calls a second, and each takes about a fifth of a second
	serverShare       = 24
	personShare       = 8
	channelShare      = 4
	// shareRetryDelay is after how long a job is retried whose share is used up.
	shareRetryDelay = 300 * time.Millisecond
)

// jobLimiter bounds the number of jobs that call Discord concurrently. Scheduling is fair, as in the engine's pool:
// servers take turns, then the people of a server, then the channels of a person. No job waits for a rate limit while
// it holds a slot: it is rescheduled instead.
type jobLimiter struct {
	slots *fairqueue.Semaphore

	mu       sync.Mutex
	servers  map[string]int // running and waiting jobs
	people   map[string]int
	channels map[string]int
}

func newJobLimiter() *jobLimiter {
	return &jobLimiter{
		slots: fairqueue.NewSemaphore(maxConcurrentJobs), servers: make(map[string]int), people: make(map[string]int),
		channels: make(map[string]int),
	}
}

// do runs a job when its turn comes. It returns a *game.NotYet if the server, the person or the channel has used up its
// share of the slots, or if a rate limit was reached.
func (l *jobLimiter) do(ctx context.Context, key fairqueue.Key, job func() error) error {
	if !l.claim(key) {
		return &game.NotYet{After: shareRetryDelay}
	}
	defer l.release(key)
	if err := l.slots.Acquire(ctx, key); err != nil {
		return err
	}
	defer l.slots.Release()
	err := job()
	var limited *discord.RateLimitError
	if errors.As(err, &limited) {
		return &game.NotYet{After: limited.After}
	}
	return err
}

// claim counts a job towards the key's shares. It reports false if one of them is used up.
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

// release undoes claim.
func (l *jobLimiter) release(key fairqueue.Key) {
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

// turnOf returns the scheduling key for the message about a game: that of the person who is to act next, or else of the
// challenger.
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
