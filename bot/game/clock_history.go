package game

import (
	"time"

	"xiangqibot/engine/board"
)

// clockSlack is the tolerance between the reconstructed and the real starting time: a flag falls a little late.
const clockSlack = 2 * time.Second

// History returns the time that both sides of a finished live game had left after each of its moves, starting before
// the first one. It is reconstructed from the end and the times of the moves; nil if that does not lead back to the
// starting time, as after most pauses and takebacks, which leave no trace.
func (g Timing) History() [][2]time.Duration {
	n := g.Ply()
	if g.Time.Class() != Live || g.State != Finished || n == 0 || len(g.MovedAt) != n {
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
