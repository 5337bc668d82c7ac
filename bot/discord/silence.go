package discord

import (
	"context"
	"sync"
	"time"
)

// longSilence is how long nothing has to be heard of Discord until Client.Back is told that it is there again. What
// failed in a shorter one is tried again within that time by itself.
const longSilence = 30 * time.Second

// silence notes since when nothing is heard of Discord.
type silence struct {
	mu    sync.Mutex
	since time.Time // of the first call without an answer since the last that had one; zero: the last one had
}

// unanswered notes a call of which nothing was heard.
func (s *silence) unanswered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.IsZero() {
		s.since = time.Now()
	}
}

// heard notes that Discord has answered. It returns how long nothing had been heard of it, 0 if it was there.
func (s *silence) heard() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.IsZero() {
		return 0
	}
	silent := time.Since(s.since)
	s.since = time.Time{}
	return silent
}

// heard notes that Discord has answered, and tells of it after a long silence.
func (c *Client) heard(ctx context.Context) {
	if silent := c.silence.heard(); silent >= longSilence && c.Back != nil {
		c.Back(ctx, silent)
	}
}
