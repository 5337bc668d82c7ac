package discord

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// RateLimitError is what a NoWait client returns instead of waiting: Discord accepts the call after that time, not
// before.
type RateLimitError struct {
	After time.Duration
}

func (r *RateLimitError) Error() string {
	return fmt.Sprintf("discord: rate limited for %v", r.After.Round(time.Millisecond))
}

// NoWait returns a client for callers that must not be delayed: where c would sleep, for a rate limit or between two
// attempts, its calls return at once, with a *[RateLimitError] or with the failure of the single attempt. Both clients
// share their knowledge of the limits. Such a call still waits for responses: its own and that of a call that probes
// the same bucket.
func (c *Client) NoWait() *Client { return c.with(pace{perSecond: maxPerSecond}) }

// Background is like NoWait, for calls that nobody waits for: while more than a few calls a second are made, it leaves
// the global rate limit to the others.
func (c *Client) Background() *Client { return c.with(pace{perSecond: maxPerSecondBackground}) }

// pace says how the calls of a client meet rate limits.
type pace struct {
	waits     bool // where they would have to wait, they do
	perSecond int  // how many calls a second may be made, one of this client included
}

// patient is the pace of a new client.
var patient = pace{waits: true, perSecond: maxPerSecond}

func (c *Client) with(p pace) *Client {
	other := *c
	other.pace = p
	return &other
}

// CheckPostLimit returns nil if, as far as is known, a message may be posted in the channel now, and a
// *[RateLimitError] otherwise. It saves a caller from building a message that cannot be sent.
func (c *Client) CheckPostLimit(channel string) error {
	return c.limits.check(newCall(http.MethodPost, messagesRoute, channel), c.pace)
}

// CheckEditLimit is like CheckPostLimit, for the edit of a message.
func (c *Client) CheckEditLimit(channel, id string) error {
	return c.limits.check(newCall(http.MethodPatch, messageRoute, channel, id), c.pace)
}

// withoutRetry returns the error of a NoWait client's call for a failure after which another client would wait for
// pause and retry.
func withoutRetry(failure error, pause time.Duration) error {
	if answer, ok := errors.AsType[*Error](failure); ok && answer.Status == http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", &RateLimitError{After: pause}, failure)
	}
	return failure
}
