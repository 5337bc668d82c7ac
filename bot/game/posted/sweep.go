package posted

import (
	"context"
	"time"

	"xiangqibot/bot/game"
)

// Sweep: a process ended while it posted a board of the game, or the outcome of its post is unknown. A board that
// was posted but not recorded would keep its controls; such boards are to be found in the channel and retired. The
// handler asks [Boards.ToSweep] where to look, and passes what it finds to [Boards.Strays].
type Sweep struct {
	Game game.ID `json:"game"`
}

// Kind is "sweep".
func (Sweep) Kind() string { return "sweep" }

// SweepAfter is how long after the end of a process its unrecorded boards are looked for: by then Discord has
// carried out what the process had sent.
const SweepAfter = 3 * time.Second

// PostOutcomeUnknown enqueues a search of the channel of a game for a board whose post failed with an unknown
// outcome. If the same news is posted again, it is recorded as the board, and nothing is left to do.
func (b *Boards) PostOutcomeUnknown(ctx context.Context, id game.ID) error {
	return b.update(ctx, id, func(g *game.Game, at time.Time) error {
		g.Outbox.Enqueue(Sweep{Game: g.ID}, at.Add(SweepAfter))
		return nil
	})
}

// ToSweep returns the game in whose channel a [Sweep] job has to look for boards; nil if there is nothing to do. The
// error is a *[game.NotYet] while the current state has still to be announced: a board that was posted may be found
// again by its idempotency key and become the newest.
func (b *Boards) ToSweep(ctx context.Context, job Sweep) (*game.Game, error) {
	g, err := b.read(ctx, job.Game)
	switch {
	case err != nil || g == nil || g.Board.Gone:
		return nil, err
	case g.Board.Announced < g.Revision:
		return nil, &game.NotYet{After: SweepAfter}
	}
	return g, nil
}

// Strays retires those of the messages found in a game's channel that are not recorded as its board. The game is as
// ToSweep returned it before the search; if something has happened in it since, the newest board may be one of them,
// and the error is a *[game.NotYet].
//
// A message below the board may be one that a person has just asked for, and that is about to be recorded; so its
// retirement waits for [game.AnswerTimeout].
func (b *Boards) Strays(ctx context.Context, seen *game.Game, found []string) error {
	return b.update(ctx, seen.ID, func(g *game.Game, at time.Time) error {
		if g.Revision != seen.Revision || g.Channel != seen.Channel || g.Board.Message != seen.Board.Message {
			return &game.NotYet{After: SweepAfter}
		}
		newest := game.MessageRef{Channel: g.Channel, Message: g.Board.Message}
		for _, id := range found {
			stray, due := game.MessageRef{Channel: g.Channel, Message: id}, at
			if stray == newest {
				continue
			}
			if stray.Below(newest) {
				due = at.Add(game.AnswerTimeout)
			}
			retire(g, stray, game.Replaced, due)
		}
		return nil
	})
}
