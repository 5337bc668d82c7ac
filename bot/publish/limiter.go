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
	channelShare      = 4
	personShare       = channelShare - 1 // so that nobody has all of a channel
	// shareRetryDelay is after how long a job is retried whose share is used up.
	shareRetryDelay = 300 * time.Millisecond
	// turnPatience is how long others wait for a rescheduled job whose turn it is; they begin turnAhead before it is
	// due.
	turnPatience = time.Second
	turnAhead    = 50 * time.Millisecond
)

// jobLimiter bounds the number of jobs that call Discord concurrently. Scheduling is fair, as in the engine's pool:
// servers take turns, then the people of a server, then the channels of a person. No job waits for a rate limit while
// it holds a slot: it is rescheduled instead. The people whose jobs were rescheduled for a channel take turns, too:
// however many messages one of them has waiting, the first message of another does not wait for all of them.
type jobLimiter struct {
	slots *fairqueue.Semaphore

	mu       sync.Mutex
	servers  map[string]int // running and waiting jobs
	people   map[string]int
	channels map[string]int
	turns    map[string]map[string]turn // by channel and person, of channels for which somebody waits
	taken    int                        // how many turns have been taken
}

// turn is a person's place among those who wait for a channel.
type turn struct {
	last int       // the number of the last turn that they took; 0: none
	due  time.Time // when their rescheduled job is due; zero: they have none
}

// waits reports whether the others wait for this person's job now.
func (t turn) waits(now time.Time) bool {
	return !now.Before(t.due.Add(-turnAhead)) && now.Before(t.due.Add(turnPatience))
}

func newJobLimiter() *jobLimiter {
	return &jobLimiter{
		slots: fairqueue.NewSemaphore(maxConcurrentJobs), servers: make(map[string]int), people: make(map[string]int),
		channels: make(map[string]int), turns: make(map[string]map[string]turn),
	}
}

// do runs a job when its turn comes. It returns a *[game.NotYet] if the server, the person or the channel has used up
// its share of the slots, or if a rate limit was reached.
func (l *jobLimiter) do(ctx context.Context, key fairqueue.Key, job func() error) error {
	before, ok := l.claim(key)
	if !ok {
		return l.postpone(key, before, shareRetryDelay)
	}
	defer l.release(key)
	if err := l.slots.Acquire(ctx, key); err != nil {
		return err
	}
	defer l.slots.Release()
	err := job()
	var limited *discord.RateLimitError
	if errors.As(err, &limited) {
		return l.postpone(key, before, limited.After)
	}
	return err
}

// claim counts a job towards the key's shares and takes the person's turn in the channel. It reports false if a share
// is used up, or if it is somebody else's turn. It also returns the number of the turn that the person had taken
// before.
func (l *jobLimiter) claim(key fairqueue.Key) (before int, ok bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	before = l.turns[key.Flow][key.User].last
	if key.Tenant != "" && l.servers[key.Tenant] >= serverShare ||
		l.people[key.User] >= personShare || l.channels[key.Flow] >= channelShare || !l.isTurn(key, before) {
		return before, false
	}
	l.servers[key.Tenant]++
	l.people[key.User]++
	l.channels[key.Flow]++
	if waiting := l.turns[key.Flow]; waiting != nil {
		l.taken++
		waiting[key.User] = turn{last: l.taken}
	}
	return before, true
}

// isTurn reports whether it is the turn of the key's person: whether nobody whose last turn was earlier waits for the
// channel.
func (l *jobLimiter) isTurn(key fairqueue.Key, last int) bool {
	now, rescheduled := time.Now(), false
	for person, t := range l.turns[key.Flow] {
		if person != key.User && t.last < last && t.waits(now) {
			return false
		}
		rescheduled = rescheduled || now.Before(t.due.Add(turnPatience))
	}
	if !rescheduled {
		delete(l.turns, key.Flow)
	}
	return true
}

// postpone reschedules a job. Its person keeps their place in the order of turns.
func (l *jobLimiter) postpone(key fairqueue.Key, before int, after time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.turns[key.Flow] == nil {
		l.turns[key.Flow] = make(map[string]turn)
	}
	l.turns[key.Flow][key.User] = turn{before, time.Now().Add(after)}
	return &game.NotYet{After: after}
}

func (l *jobLimiter) release(key fairqueue.Key) {
	l.mu.Lock()
	defer l.mu.Unlock()
	decrement := func(shares map[string]int, of string) {
		if shares[of]--; shares[of] == 0 {
			delete(shares, of)
		}
	}
	decrement(l.servers, key.Tenant)
	decrement(l.people, key.User)
	decrement(l.channels, key.Flow)
}

// turnOf returns the scheduling key for the message about a game: that of the person who is to act next, or else of the
// challenger.
func turnOf(g *game.Game) fairqueue.Key {
	key := fairqueue.Key{Tenant: g.Guild, User: string(g.Challenger), Flow: g.Channel}
	if g.Vote != nil {
		key.User = "team of " + strconv.FormatInt(int64(g.ID), 10)
	} else if g.State == game.Active {
		seat := g.Seats[g.Turn()]
		if seat.IsBot() {
			seat = g.Seats[g.Turn().Opponent()]
		}
		key.User = string(seat.Person)
	}
	return key
}
