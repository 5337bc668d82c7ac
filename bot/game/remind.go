package game

import "time"

// This file keeps the reminders of a running clock. When to remind is for the person to choose, so the store asks
// package member for it whenever a clock has been started.

// RemindAt sets the reminders of the side to move, whose clock has just been started.
func (g Timing) RemindAt(times []time.Time) { g.Clock.Reminders = times }

// Reminds reports whether the job is a pending reminder of the running clock.
func (g Timing) Reminds(job Remind) bool {
	return g.State == Active && g.Ply() == job.Ply && !g.Clock.Since.IsZero() && g.Clock.Reminded <= job.N && job.N < len(g.Clock.Reminders)
}
