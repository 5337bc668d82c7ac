package publish

import (
	"sync"
	"time"
)

// The intervals between background calls.
const (
	editEvery = time.Second           // in one channel
	callEvery = 50 * time.Millisecond // in all channels together
)

// timetable assigns each rate-limited job its own time for a retry, so that they do not all retry at the first moment
// at which one of them can succeed. The zero value is ready to use.
type timetable struct {
	mu       sync.Mutex
	channels map[string]time.Time // the latest time assigned
	all      time.Time            // the latest time assigned, less its pause
	swept    time.Time
}

// reserve assigns a time to a job that has to wait for at least pause before its call in the channel. It returns how
// far away that time is.
func (t *timetable) reserve(channel string, pause time.Duration, now time.Time) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.sweep(now)
	t.all = latest(t.all.Add(callEvery), now)
	at := latest(t.channels[channel].Add(editEvery), t.all.Add(pause)) // the pause may be due to this channel alone
	t.channels[channel] = at
	return at.Sub(now)
}

// sweep drops past times, once a minute.
func (t *timetable) sweep(now time.Time) {
	if now.Sub(t.swept) < time.Minute {
		return
	}
	t.swept = now
	ahead := make(map[string]time.Time)
	for channel, at := range t.channels {
		if at.After(now) {
			ahead[channel] = at
		}
	}
	t.channels = ahead
}

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}
