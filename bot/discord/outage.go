package discord

import (
	"context"
	"sync"
	"time"
)

// longOutage is the shortest outage after which [Client.Recovered] is called. After a shorter one, failed calls are
// retried within that time anyway.
const longOutage = 30 * time.Second

// outage records since when Discord has not responded.
type outage struct {
	mu    sync.Mutex
	since time.Time // of the first call without a response since the last one that had one; zero: the last one had
}

// begin records a call without a response.
func (s *outage) begin() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.IsZero() {
		s.since = time.Now()
	}
}

// end records a response. It returns how long the outage was, 0 if there was none.
func (s *outage) end() time.Duration {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.since.IsZero() {
		return 0
	}
	silent := time.Since(s.since)
	s.since = time.Time{}
	return silent
}

// responded records a response and calls Recovered after a long outage.
func (c *Client) responded(ctx context.Context) {
	if silent := c.outage.end(); silent >= longOutage && c.Recovered != nil {
		c.Recovered(ctx, silent)
	}
}
