package discord

import "time"

// Discord takes 50 calls a second of a bot, interactions apart, and answers 429 to the rest. A refusal costs everybody
// a pause, so the client stays a little below: calls that leave it evenly may arrive in a bunch.
//
// Source: https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
const (
	perSecond           = 45 // calls in any one second
	perSecondBackground = 20 // as many of them may be made before a background call has to wait
)

// pace remembers the calls of the last second. The zero value has seen none.
type pace struct {
	made [perSecond]time.Time // the latest calls, a ring
	next int                  // the oldest of them
}

// pause is how long a call has to wait at now so that with it no second holds more than n calls; n is at most
// perSecond.
func (p *pace) pause(now time.Time, n int) time.Duration {
	oldest := p.made[(p.next+perSecond-n)%perSecond]
	return oldest.Add(time.Second).Sub(now)
}

// count remembers a call that is made now.
func (p *pace) count(now time.Time) {
	p.made[p.next] = now
	p.next = (p.next + 1) % perSecond
}
