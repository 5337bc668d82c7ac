package game

import (
	"context"
	"errors"
)

// Reminder tells what a Remind job has to say: the game as it is, in which the side to move is to be reminded; nil when there is nothing to
// say. There is nothing once he has moved, has been reminded of this, has gone on vacation or has come to want no reminders.
func (s *Service) Reminder(ctx context.Context, job Remind) (*Game, error) {
	g, err := s.store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &Refusal{Code: NoSuchGame}):
		return nil, nil
	case err != nil:
		return nil, err
	case !g.reminds(job) || g.Habits[g.Seats[g.Turn()].Person].Reminders.Where == Nowhere:
		return nil, nil
	}
	at := s.now()
	if due := g.Clock.Reminders[job.N]; at.Before(due) { // a pause has come in between, and another job is owed; or the clock was set back
		return nil, s.mark(ctx, job, func(g *Game) {
			g.Waive(job)
			g.Owe(job, g.Clock.Reminders[job.N])
		})
	}
	if g.FlagDown(at) {
		return nil, nil
	}
	return g, nil
}

// Reminded notes that a reminder has been sent. Those before it, should they come late, have become pointless.
func (s *Service) Reminded(ctx context.Context, job Remind) error {
	return s.mark(ctx, job, func(g *Game) { g.Clock.Reminded = job.N + 1 })
}

func (s *Service) mark(ctx context.Context, job Remind, do func(*Game)) error {
	_, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if !g.reminds(job) {
			return g.refuse(Outdated)
		}
		do(g)
		return nil
	})
	if errors.Is(err, &Refusal{Code: Outdated}) {
		return nil
	}
	return err
}

// reminds tells whether the job is one of those that the running clock owes.
func (g *Game) reminds(job Remind) bool {
	return g.State == Active && g.Ply() == job.Ply && !g.Clock.Since.IsZero() && g.Clock.Reminded <= job.N && job.N < len(g.Clock.Reminders)
}
