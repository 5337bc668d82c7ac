package game

import (
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
)

// TimeLeft returns the time that c has left, never less than 0. With a time per move, it is that for one move.
func TimeLeft(g *Game, c board.Color, at time.Time) time.Duration {
	if c != g.Turn() {
		return max(0, g.Clock.Left[c])
	}
	return g.Clock.Remaining(c, g.calendar(), at)
}

// FlagDown reports whether the flag of the side to move has fallen, even if the game has not been ended yet.
func FlagDown(g *Game, at time.Time) bool {
	return g.State == Active && g.Clock.IsDown(at)
}

// runClock starts the clock of the side to move.
func runClock(g *Game, at time.Time) {
	c := g.Turn()
	if !g.Timed() || g.State != Active || g.Seats[c].IsBot() {
		return
	}
	if _, away := AwayUntil(g, c, at); away {
		return
	}
	g.Clock.Start(c, g.calendar(), at)
}

// stopClock deducts the time that the side to move has used.
func stopClock(g *Game, at time.Time) { g.Clock.Stop(g.Turn(), g.calendar(), at) }

// ExcludeDowntime does not count the time between two moments on a running clock, for example when the bot was down
// and nobody could move: flag and reminders are postponed. If a vote closed meanwhile without votes, its turn starts
// over.
func ExcludeDowntime(g *Game, from, to time.Time) {
	if g.Vote != nil && !g.Vote.Turn.Closes.Before(from) && g.Vote.Turn.Closes.Before(to) {
		g.Vote.Turn.Missed = true
	}
	if g.Clock.Since.IsZero() || !to.After(from) {
		return
	}
	g.Clock.ExcludeDowntime(g.Turn(), g.calendar(), from, to)
	redraw(g, to)
}

// Reminds reports whether the job is a pending reminder of the running clock. When to remind is for the person to
// choose, so the store asks package member for it whenever a clock has been started.
func Reminds(g *Game, job Remind) bool {
	return g.State == Active && g.Ply() == job.Ply && !g.Clock.Since.IsZero() && g.Clock.Reminded <= job.N && job.N < len(g.Clock.Reminders)
}

// minVacationTime is the least time that must be left on a clock for a vacation to stop it, so that nobody escapes a
// falling flag by going on vacation.
const minVacationTime = time.Hour

// AwayUntil returns the latest time until which c's clock is stopped because its person is on vacation; ok is false
// when they are not.
func AwayUntil(g *Game, c board.Color, at time.Time) (until time.Time, ok bool) {
	until = g.Players[g.Seats[c].Person].Away
	return until, g.ByDay() && !g.NoVacation && at.Before(until)
}

// BeginVacation stops the clock of a person who is on vacation until the given time, now and whenever it would run.
func BeginVacation(g *Game, p Person, until, at time.Time) error {
	if vacationsCount(g) && g.Seats[g.Turn()].Person == p && !g.Clock.Since.IsZero() {
		if TimeLeft(g, g.Turn(), at) < minVacationTime {
			return g.Refuse(VacationTooLate)
		}
		stopClock(g, at)
	}
	SetVacation(g, p, until)
	if _, plays := g.SeatOf(p); plays && vacationsCount(g) {
		redraw(g, at)
	}
	return nil
}

// EndVacation restarts the clock of a person who is back from vacation.
func EndVacation(g *Game, p Person, at time.Time) {
	SetVacation(g, p, time.Time{})
	if vacationsCount(g) && g.Seats[g.Turn()].Person == p && g.Clock.Since.IsZero() {
		runClock(g, at)
	}
	if _, plays := g.SeatOf(p); plays && vacationsCount(g) {
		redraw(g, at)
	}
}

// SetVacation records until when a person is on vacation. If their clock was started before that was known, it is
// stopped as if it had never been started. The store calls it for those who joined the game in an act.
func SetVacation(g *Game, p Person, until time.Time) {
	player := g.Players[p]
	player.Away = until
	g.setPlayer(p, player)
	if since := g.Clock.Since; vacationsCount(g) && g.Seats[g.Turn()].Person == p && !since.IsZero() && since.Before(until) {
		stopClock(g, since)
	}
}

// vacationsCount reports whether vacations stop clocks in this game.
func vacationsCount(g *Game) bool { return g.State == Active && g.ByDay() && !g.NoVacation }

// clockSlack is the tolerance between the reconstructed and the real starting time: a flag falls a little late.
const clockSlack = 2 * time.Second

// ClockHistory returns the time that both sides of a finished live game had left after each of its moves, starting
// before the first one. It is reconstructed from the end and the times of the moves; nil if that does not lead back to
// the starting time, as after most pauses and takebacks, which leave no trace.
func ClockHistory(g *Game) [][2]time.Duration {
	n := g.Ply()
	if g.Time.Class() != clocks.Live || g.State != Finished || n == 0 || len(g.MovedAt) != n {
		return nil
	}
	history := make([][2]time.Duration, n+1)
	history[n] = g.Clock.Left
	if side := g.Turn(); g.End != ByRules && !g.Seats[side].IsBot() { // it thought without moving
		history[n][side] += g.Updated.Sub(g.MovedAt[n-1])
	}
	mover := g.Record.Start.SideToMove()
	if n%2 == 0 {
		mover = mover.Opponent()
	}
	for i := n; i > 0; i, mover = i-1, mover.Opponent() {
		most := g.Time.Base + time.Duration((i+1)/2)*g.Time.Increment + clockSlack
		for _, left := range history[i] {
			if left < 0 || left > most {
				return nil
			}
		}
		history[i-1] = history[i]
		switch {
		case g.Seats[mover].IsBot():
		case i > 1:
			history[i-1][mover] += g.MovedAt[i-1].Sub(g.MovedAt[i-2]) - g.Time.Increment
		default:
			history[0][mover] = g.Time.Base // when the game was accepted is not known
		}
	}
	for side := range history[0] {
		if off := history[0][side] - g.Time.Base; !g.Seats[board.Color(side)].IsBot() && (off > clockSlack || off < -clockSlack) {
			return nil
		}
	}
	return history
}
