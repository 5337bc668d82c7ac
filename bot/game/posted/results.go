package posted

import (
	"context"
	"slices"

	"xiangqibot/bot/game"
)

// maxResults is how many games of one thread the message above it lists at most.
const maxResults = 5

// ToTellResult returns the game of a [game.TellResult] job, nil if there is none, and the games to list in the message above
// its thread: the latest that are under way or have a result, the oldest first. There are none if that message has
// nothing left to say. Threads that others link to have no message above them.
func (b *Boards) ToTellResult(ctx context.Context, job game.TellResult) (g *game.Game, above []*game.Game, err error) {
	if g, err = b.read(ctx, job.Game); err != nil || g == nil || g.Home == "" {
		return g, nil, err
	}
	all, err := b.games.Store.Games(ctx, game.Query{Channel: g.Channel, Played: true})
	if err != nil {
		return nil, nil, err
	}
	above = slices.DeleteFunc(all, func(other *game.Game) bool {
		return other.Home == "" || other.State != game.Active && !game.TellsResult(other)
	})
	above = above[:min(len(above), maxResults)]
	slices.Reverse(above)
	return g, above, nil
}
