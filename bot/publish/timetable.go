package publish

import (
	"sync"
	"time"
)

// How many calls that nobody waits for Discord leaves room for, one after such a time.
const (
	editEvery = time.Second           // in a channel
	callEvery = 50 * time.Millisecond // in all of them together
)

// timetable gives those who find no room at Discord a time each, so that they do not all come back at the first moment
// at which there is room for one of them. The zero value has given none.
type timetable struct {
	mu       sync.Mutex
	channels map[string]time.Time // the latest time given
	all      time.Time            // the latest one, but for the pause after which it is
	swept    time.Time
}

// appoint gives a time to somebody who has to wait for so long at least before a call in the channel. It returns how far
// that time is away.
func (t *timetable) appoint(channel string, pause time.Duration, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sweep(now)
	t.all = latest(t.all.Add(callEvery), now)
	at := latest(t.channels[channel].Add(editEvery), t.all.Add(pause)) // whose pause may be that of one channel
	t.channels[channel] = at
	return at.Sub(now)
}

// sweep forgets the times that are over, once a minute.
func (t *timetable) sweep(now time.Time) {
	if now.Sub(t.swept) < time.Minute {
		return
	}
	t.swept = now
	kept := make(map[string]time.Time)
	for channel, at := range t.channels {
		if at.After(now) {
			kept[channel] = at
		}
	}
	t.channels = kept
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
