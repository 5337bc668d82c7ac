package game

import (
	"context"
	"time"
)

// Sweep: a process ended while it told the channel of the game, or nothing was heard of what it posted. A board that
// stands there and was not recorded would keep its controls for good; such boards are to be found in the channel and
// retired. Whoever does the work asks Boards.ToSweep where to look, and tells Boards.Strays what was found.
type Sweep struct {
	Game ID `json:"game"`
}

// Kind is "sweep".
func (Sweep) Kind() string { return "sweep" }

// SweepAfter is how long after the end of a process its unrecorded boards are looked for: what it had sent to Discord
// has been carried out by then.
const SweepAfter = 3 * time.Second

// PostUnheard has the channel of a game looked through for a board whose post failed, and which may stand there
// nevertheless. If the same news is posted again it is recorded as the board, and nothing is to be done.
func (b *Boards) PostOutcomeUnknown(ctx context.Context, id ID) error {
	return b.update(ctx, id, func(g boardMessage, at time.Time) error {
		g.Enqueue(Sweep{Game: g.ID}, at.Add(SweepAfter))
		return nil
	})
}

// ToSweep is the game in whose channel a Sweep job has to look for boards; nil where there is nothing to do. The error
// is a *NotYet while the channel has still to be told how the game is: a board that stands there may be found again by
// its idempotency key and become the newest.
func (b *Boards) ToSweep(ctx context.Context, job Sweep) (*Game, error) {
	g, err := b.read(ctx, job.Game)
	switch {
	case err != nil || g == nil || g.Board.Gone:
		return nil, err
	case g.Board.Announced < g.Revision:
		return nil, &NotYet{After: SweepAfter}
	}
	return g, nil
}

// Strays retires the boards among these messages, which were found in the channel of a game, that are not recorded as
// its board. The game is as ToSweep returned it before anybody looked; if something has happened in it since, the
// newest board may be one of them, and the error is a *NotYet.
//
// A message below the board may be one that a person asked for a moment ago, and which is about to be recorded; so it
// is given the time that answers take.
func (b *Boards) Strays(ctx context.Context, seen *Game, found []string) error {
	return b.update(ctx, seen.ID, func(g boardMessage, at time.Time) error {
		if g.Revision != seen.Revision || g.Channel != seen.Channel || g.Board.Message != seen.Board.Message {
			return &NotYet{After: SweepAfter}
		}
		newest := MessageRef{g.Channel, g.Board.Message}
		for _, id := range found {
			stray, due := MessageRef{g.Channel, id}, at
			if stray == newest {
				continue
			}
			if stray.below(newest) {
				due = at.Add(AnswerTimeout)
			}
			g.retire(stray, Replaced, due)
		}
		return nil
	})
}
