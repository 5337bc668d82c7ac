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
func (c *Client) NoWait() *Client {
	other := *c
	other.waitPolicy = waitForbidden
	return &other
}

// Background is like NoWait, for calls that nobody waits for: while more than a few calls a second are made, it leaves
// the global rate limit to the others.
func (c *Client) Background() *Client {
	other := *c
	other.waitPolicy = waitBackground
	return &other
}

// waitPolicy says what the calls of a client do where they would have to wait.
type waitPolicy int

const (
	waitAllowed    waitPolicy = iota
	waitForbidden             // see NoWait
	waitBackground            // see Background
)

// perSecond returns how many calls a second may be made, this one included.
func (p waitPolicy) perSecond() int {
	if p == waitBackground {
		return maxPerSecondBackground
	}
	return maxPerSecond
}

// CheckPostLimit returns nil if, as far as is known, a message may be posted in the channel now, and a
// *[RateLimitError] otherwise. It saves a caller from building a message that cannot be sent.
func (c *Client) CheckPostLimit(channel string) error {
	return c.limits.check(newCall(http.MethodPost, messagesRoute, channel), c.waitPolicy)
}

// CheckEditLimit is like CheckPostLimit, for the edit of a message.
func (c *Client) CheckEditLimit(channel, id string) error {
	return c.limits.check(newCall(http.MethodPatch, messageRoute, channel, id), c.waitPolicy)
}

// withoutRetry returns the error of a NoWait client's call for a failure after which another client would wait for
// pause and retry.
func withoutRetry(failure error, pause time.Duration) error {
	if answer, ok := errors.AsType[*Error](failure); ok && answer.Status == http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", &RateLimitError{After: pause}, failure)
	}
	return failure
}
