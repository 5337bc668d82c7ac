package game

import (
	"context"
	"slices"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Timed reports whether the game is played by the clock.
func (g *Game) Timed() bool { return g.Time.Class() != Untimed }

// TimeLeft is how long c may still think at a time, never less than 0. While the game runs by the move, it is the time
// for one move.
func (g *Game) TimeLeft(c board.Color, at time.Time) time.Duration {
	left := g.Clock.Left[c]
	if c == g.Turn() && !g.Clock.Since.IsZero() {
		left -= max(0, g.calendar().between(g.Clock.Since, at)) // the program's clock may have been set back
	}
	return max(0, left)
}

// FlagDown reports whether the flag of the side to move has fallen by then, though nobody may have said so yet.
func (g *Game) FlagDown(at time.Time) bool {
	return g.State == Active && !g.Clock.Flag.IsZero() && !at.Before(g.Clock.Flag)
}

// FallFlag ends the game if the flag of the side to move is down, and reports whether it did.
//
// The side loses. It is a draw where the other has no piece left that could mate. Where the side has not made its first
// move, the game is called off: nobody wins and no rating moves.
func (g *Game) FallFlag(at time.Time) bool {
	if !g.FlagDown(at) {
		return false
	}
	late := g.Turn()
	ev := Event{Kind: Ended, By: late}
	switch {
	case g.Ply() < countedPlies:
		g.finish(ev, rules.Ongoing, Aborted, at, at)
	case !canAttack(g.Position(), late.Opponent()):
		g.finish(ev, rules.Draw, ByTime, at, at)
	default:
		g.finish(ev, lossOf(late), ByTime, at, at)
	}
	g.Clock.Fell = at
	return true
}

// canAttack reports whether c has a piece that could ever give mate: one that crosses the river.
func canAttack(p board.Position, c board.Color) bool {
	for _, kind := range []board.Kind{board.Rook, board.Horse, board.Cannon, board.Pawn} {
		if !p.Pieces(c, kind).Empty() {
			return true
		}
	}
	return false
}

// wind gives both sides the time with which they begin.
func (g *Game) wind() {
	for c := range g.Clock.Left {
		g.Clock.Left[c] = g.Time.PerMove + g.Time.Base // one of them is 0
	}
}

// runClock lets the side to move think from now on.
func (g *Game) runClock(at time.Time) {
	c := g.Turn()
	if !g.Timed() || g.State != Active || g.Seats[c].IsBot() {
		return
	}
	if _, away := g.OnVacation(c, at); away {
		return
	}
	g.Clock.Since, g.Clock.Flag = at, g.calendar().after(at, g.Clock.Left[c])
	g.enqueueClock()
}

// enqueueClock enqueues what a running clock has to do in time.
func (g *Game) enqueueClock() {
	g.Enqueue(Flag{g.ID, g.Ply()}, g.Clock.Flag)
	for n := g.Clock.Reminded; n < len(g.Clock.Reminders); n++ {
		g.Enqueue(Remind{g.ID, g.Ply(), n}, g.Clock.Reminders[n])
	}
}

// stopClock books what the side to move has used.
func (g *Game) stopClock(at time.Time) {
	if g.Clock.Since.IsZero() {
		return
	}
	c := g.Turn()
	g.Clock.Left[c] = g.TimeLeft(c, at)
	g.Clock = Clock{Left: g.Clock.Left}
}

// Excuse takes the time from one moment to another off a running clock, as when the bot was away and nobody could move:
// flag and reminders come so much later. A vote that closed meanwhile, and in which nobody had voted, is to begin anew.
func (g *Game) Excuse(from, to time.Time) {
	if g.Vote != nil && !g.Vote.Turn.Closes.Before(from) && g.Vote.Turn.Closes.Before(to) {
		g.Vote.Turn.Missed = true
	}
	if g.Clock.Since.IsZero() || !to.After(from) {
		return
	}
	if g.Clock.Since.After(from) {
		from = g.Clock.Since
	}
	c, clock, was := g.Turn(), &g.Clock, g.Clock.Flag
	clock.Left[c] = g.TimeLeft(c, from)
	clock.Since, clock.Flag = to, g.calendar().after(to, clock.Left[c])
	later := slices.Clone(clock.Reminders)
	for n := clock.Reminded; n < len(later); n++ {
		later[n] = later[n].Add(clock.Flag.Sub(was)) // not all of the time that was missed need have counted
	}
	clock.Reminders = later
	g.enqueueClock()
	g.enqueueRedraw(to)
}

// moved gives a side what it gets for a move: the time for its next one, or its increment.
func (g *Game) moved(c board.Color) {
	if g.Time.PerMove > 0 {
		g.Clock.Left[c] = g.Time.PerMove
		return
	}
	g.Clock.Left[c] += g.Time.Increment
}

// calendar tells which time counts in this game.
func (g *Game) calendar() calendar {
	return calendar{weekdays: g.Weekends && g.Time.Class() == Correspondence}
}

// Flag lets the flag of the side to move fall. Where it is not down yet, as when a pause came in between, the error is
// a *NotYet.
func (s *Service) Flag(ctx context.Context, job Flag) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.State != Active || g.Ply() != job.Ply || g.Clock.Flag.IsZero() {
			return g.refuse(Outdated)
		}
		if !g.FallFlag(at) {
			return &NotYet{After: g.Clock.Flag.Sub(at)}
		}
		return nil
	})
	return settled(err)
}
