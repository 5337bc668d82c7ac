package game

import (
	"time"

	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Timing holds what a game does to its [clocks.Clock]: it knows whose turn it is, which days count and who is on
// vacation.
type Timing struct{ *Game }

// Timing returns the acts about the clock.
func (g *Game) Timing() Timing { return Timing{g} }

// Left returns the time that c has left, never less than 0. With a time per move, it is that for one move.
func (g Timing) Left(c board.Color, at time.Time) time.Duration {
	if c != g.Turn() {
		return max(0, g.Clock.Left[c])
	}
	return g.Clock.Remaining(c, g.calendar(), at)
}

// FlagDown reports whether the flag of the side to move has fallen, even if the game has not been ended yet.
func (g Timing) FlagDown(at time.Time) bool {
	return g.State == Active && g.Clock.IsDown(at)
}

// FallFlag ends the game if the flag of the side to move is down, and reports whether it did.
//
// That side loses. It is a draw if the opponent has no piece left that could mate. If that side has not made its first
// move, the game is aborted: nobody wins and no rating changes.
func (g Timing) FallFlag(at time.Time) bool {
	if !g.FlagDown(at) {
		return false
	}
	late := g.Turn()
	ev := Event{Kind: Ended, By: late}
	switch {
	case !g.hasMoved(late):
		g.finish(ev, rules.Ongoing, Aborted, at, at)
	case !canAttack(g.Position(), late.Opponent()):
		g.finish(ev, rules.Draw, ByTime, at, at)
	default:
		g.finish(ev, lossOf(late), ByTime, at, at)
	}
	g.Clock.Fell = at
	return true
}

// hasMoved reports whether c has made a move, the extra first one included.
func (g Timing) hasMoved(c board.Color) bool {
	_, moved := g.PliesSinceMove(c)
	return moved || g.Handicap == TwoMoves && c == board.Red && g.Record.Start != board.StartPosition()
}

// canAttack reports whether c has a piece that could ever mate: one that crosses the river.
func canAttack(p board.Position, c board.Color) bool {
	for _, kind := range []board.Kind{board.Rook, board.Horse, board.Cannon, board.Pawn} {
		if !p.Pieces(c, kind).Empty() {
			return true
		}
	}
	return false
}

// run starts the clock of the side to move.
func (g Timing) run(at time.Time) {
	c := g.Turn()
	if !g.Timed() || g.State != Active || g.Seats[c].IsBot() {
		return
	}
	if _, away := g.Vacations().Until(c, at); away {
		return
	}
	g.Clock.Start(c, g.calendar(), at)
}

// stop deducts the time that the side to move has used.
func (g Timing) stop(at time.Time) { g.Clock.Stop(g.Turn(), g.calendar(), at) }

// ExcludeDowntime does not count the time between two moments on a running clock, for example when the bot was down
// and nobody could move: flag and reminders are postponed. If a vote closed meanwhile without votes, its turn starts
// over.
func (g Timing) ExcludeDowntime(from, to time.Time) {
	if g.Vote != nil && !g.Vote.Turn.Closes.Before(from) && g.Vote.Turn.Closes.Before(to) {
		g.Vote.Turn.Missed = true
	}
	if g.Clock.Since.IsZero() || !to.After(from) {
		return
	}
	g.Clock.ExcludeDowntime(g.Turn(), g.calendar(), from, to)
	g.redraw(to)
}

// Reminds reports whether the job is a pending reminder of the running clock. When to remind is for the person to
// choose, so the store asks package member for it whenever a clock has been started.
func (g Timing) Reminds(job Remind) bool {
	return g.State == Active && g.Ply() == job.Ply && !g.Clock.Since.IsZero() && g.Clock.Reminded <= job.N && job.N < len(g.Clock.Reminders)
}

// clockSlack is the tolerance between the reconstructed and the real starting time: a flag falls a little late.
const clockSlack = 2 * time.Second

// History returns the time that both sides of a finished live game had left after each of its moves, starting before
// the first one. It is reconstructed from the end and the times of the moves; nil if that does not lead back to the
// starting time, as after most pauses and takebacks, which leave no trace.
func (g Timing) History() [][2]time.Duration {
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
