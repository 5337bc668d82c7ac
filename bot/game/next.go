package game

import "time"

// This file derives from a game what will happen to it if nobody acts. Acts enqueue no jobs for that: whenever a game is
// saved, the store replaces the one job that waits for it by what Next returns.

// Next returns the job of what happens next to the game unless somebody acts: a challenge lapses, somebody is reminded,
// a flag falls, a turn of votes closes, the thread of a finished game is archived. The Job is nil if nothing will
// happen.
//
// When such a job is done, the game must have another Next, unless it was an [Archive]: a [Remind] ends by counting the
// reminder, sent or not.
func (g *Game) Next() (next QueuedJob) {
	earliest := func(job Job, at time.Time) {
		if !at.IsZero() && (next.Job == nil || at.Before(next.At)) {
			next = QueuedJob{job, at}
		}
	}
	switch g.State {
	case Offered:
		earliest(Lapse{g.ID}, g.Expires)
	case Active:
		earliest(Flag{g.ID, g.Ply()}, g.Clock.Flag)
		if n := g.Clock.Reminded; n < len(g.Clock.Reminders) {
			earliest(Remind{g.ID, g.Ply(), n}, g.Clock.Reminders[n])
		}
		if g.Vote != nil {
			earliest(CountVotes{g.ID, g.Ply()}, g.Vote.NextCount(g.Turn()))
		}
	case Finished:
		if g.Home != "" {
			earliest(Archive{g.ID}, g.Updated.Add(ArchiveAfter))
		}
	case Declined, Cancelled, Lapsed:
	}
	return next
}

// IsNext reports whether a job is of a kind that [Game.Next] returns.
func IsNext(job Job) bool {
	switch job.(type) {
	case Lapse, Remind, Flag, CountVotes, Archive:
		return true
	}
	return false
}

// Equal reports whether both are the same job at the same time.
func (q QueuedJob) Equal(other QueuedJob) bool { return q.Job == other.Job && q.At.Equal(other.At) }
