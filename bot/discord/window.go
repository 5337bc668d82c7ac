package discord

import "time"

// Discord accepts 50 calls a second from a bot, not counting interactions, and answers 429 to the rest. A refusal
// delays all calls, so the client stays a little below: calls that are sent evenly may arrive in bursts.
//
// Source: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
const (
	maxPerSecond           = 45 // calls in any one second
	maxPerSecondBackground = 20 // as many of them may be made before a background call has to wait
)

// slidingWindow records the calls of the last second. The zero value is empty.
type slidingWindow struct {
	made [maxPerSecond]time.Time // the latest calls, a ring
	next int                     // the oldest of them
}

// pause returns how long a call has to wait at now so that no second contains more than n calls; n is at most
// maxPerSecond.
func (p *slidingWindow) pause(now time.Time, n int) time.Duration {
	oldest := p.made[(p.next+maxPerSecond-n)%maxPerSecond]
	return oldest.Add(time.Second).Sub(now)
}

// count records a call made now.
func (p *slidingWindow) count(now time.Time) {
	p.made[p.next] = now
	p.next = (p.next + 1) % maxPerSecond
}
