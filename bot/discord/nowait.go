package discord

import (
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// RateLimited is the error of a NoWait client in place of a wait: Discord takes the call again after that time, and not
// before.
type RateLimited struct {
	After time.Duration
}

func (r *RateLimited) Error() string {
	return fmt.Sprintf("discord: the rate limit leaves no room for %v", r.After.Round(time.Millisecond))
}

// NoWait is the same client for callers that must not be kept: where c would sleep, for a rate limit or between two
// tries, its calls return at once, with a *RateLimited or with the failure of the one try. Both share what they know of
// the limits. Such a call still waits for answers that are under way, its own and that of the call which finds a limit
// out.
func (c *Client) NoWait() *Client {
	other := *c
	other.patience = doesNotWait
	return &other
}

// Background is like NoWait, for calls that nobody waits for: while more than a few calls a second are made, the limit
// on the bot as a whole is left to the others.
func (c *Client) Background() *Client {
	other := *c
	other.patience = background
	return &other
}

// patience is what the calls of a client do where they would have to wait.
type patience int

const (
	waits       patience = iota
	doesNotWait          // see NoWait
	background           // see Background
)

// perSecond is how many calls a second may be made, this one included.
func (p patience) perSecond() int {
	if p == background {
		return perSecondBackground
	}
	return perSecond
}

// RoomToPost returns nil if a message may be posted in the channel now, as far as is known, and otherwise a
// *RateLimited. It spares a caller the making of a message that cannot be sent.
func (c *Client) RoomToPost(channel string) error {
	return c.limits.room(postBucket(channel), c.patience.perSecond())
}

// RoomToEdit is RoomToPost for a change of a message.
func (c *Client) RoomToEdit(channel, id string) error {
	if pause := c.limits.held(oldEdits(channel, id)); pause > 0 {
		return &RateLimited{After: pause}
	}
	return c.limits.room(editBucket(channel), c.patience.perSecond())
}

func postBucket(channel string) string { return "post " + channel }
func editBucket(channel string) string { return "edit " + channel }

// oldAfter is the age from which a message counts for Discord's limit on edits of old ones. Its clock is not ours.
const oldAfter = time.Hour - time.Minute

// oldEdits is what edits of the old messages of a channel share beside the bucket of all its edits. It is empty for a
// message that is not old.
func oldEdits(channel, id string) string {
	made, err := discordgo.SnowflakeTimestamp(id)
	if err != nil || time.Since(made) < oldAfter {
		return ""
	}
	return "edit old " + channel
}

// room returns a *RateLimited if it is known that the bucket has nothing left, or that so many calls were made in the
// last second.
func (l *limits) room(name string, perSecond int) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := time.Now()
	pause := max(l.global.Sub(now), l.stopped.Sub(now), l.pace.pause(now, perSecond))
	if b := l.buckets[name]; b.scout == nil && b.remaining <= 0 {
		pause = max(pause, b.reset.Sub(now))
	}
	if pause > 0 {
		return &RateLimited{After: pause}
	}
	return nil
}

// withoutRetry is what a call of a NoWait client returns for a failure after which another one would wait for so long
// and try again.
func withoutRetry(failure error, pause time.Duration) error {
	var answer *Error
	if errors.As(failure, &answer) && answer.Status == http.StatusTooManyRequests {
		return fmt.Errorf("%w: %w", &RateLimited{After: pause}, failure)
	}
	return failure
}
