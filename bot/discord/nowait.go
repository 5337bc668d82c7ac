package discord

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
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
	return c.limits.check(postBucket(channel), c.waitPolicy.perSecond())
}

// CheckEditLimit is like CheckPostLimit, for the edit of a message.
func (c *Client) CheckEditLimit(channel, id string) error {
	if pause := c.limits.blockedFor(oldEdits(channel, id)); pause > 0 {
		return &RateLimitError{After: pause}
	}
	return c.limits.check(editBucket(channel), c.waitPolicy.perSecond())
}

func postBucket(channel string) string { return "post " + channel }
func editBucket(channel string) string { return "edit " + channel }

// oldAfter is the age from which Discord's limit on edits of old messages applies, less a margin for clock skew.
const oldAfter = time.Hour - time.Minute

// oldEdits is the name of the additional bucket for edits of old messages in a channel, empty for a message that is not
// old.
//
// Discord documents neither the limit nor its scope (discord/discord-api-docs issue 4413). Starboard, whose bot edits
// old messages all day, found about three edits in 20 seconds for each channel (circuitsacul/starboard-4 issue 118). If
// the scope is larger, each channel learns of the limit from a refusal of its own.
func oldEdits(channel, id string) string {
	made, err := discordgo.SnowflakeTimestamp(id)
	if err != nil || time.Since(made) < oldAfter {
		return ""
	}
	return "edit old " + channel
}

// check returns a *[RateLimitError] if the bucket is known to be empty, or if perSecond calls were made within the last
// second.
func (l *limits) check(name string, perSecond int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	pause := max(l.global.Sub(now), l.blockedUntil.Sub(now), l.window.pause(now, perSecond))
	if b := l.buckets[name]; b.probe == nil && b.remaining <= 0 {
		pause = max(pause, b.reset.Sub(now))
	}
	if pause > 0 {
		return &RateLimitError{After: pause}
	}
	return nil
}

// withoutRetry returns the error of a NoWait client's call for a failure after which another client would wait for
// pause and retry.
func withoutRetry(failure error, pause time.Duration) error {
	var answer *Error
	if errors.As(failure, &answer) && answer.Status == http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", &RateLimitError{After: pause}, failure)
	}
	return failure
}
