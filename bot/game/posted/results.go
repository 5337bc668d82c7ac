package posted

import (
	"context"
	"slices"

	"xiangqibot/bot/game"
)

// maxResults is how many games of one thread the message above it lists at most.
const maxResults = 5

// ToShowResult returns the game of a [game.ShowResult] job, nil if there is none, and the games to list in the message
// above its thread: the latest that are under way or have a result, the oldest first. If there are none, that message
// is to be deleted. Threads that are linked in another message have none above them.
func (b *Boards) ToShowResult(ctx context.Context, job game.ShowResult) (g *game.Game, above []*game.Game, err error) {
	if g, err = b.read(ctx, job.Game); err != nil || g == nil || g.Home == "" {
		return g, nil, err
	}
	all, err := b.games.Store.Games(ctx, game.Query{Channel: g.Channel, Played: true})
	if err != nil {
		return nil, nil, err
	}
	above = slices.DeleteFunc(all, func(other *game.Game) bool {
		return other.Home == "" || other.State != game.Active && !game.ShowsResult(other)
	})
	above = above[:min(len(above), maxResults)]
	slices.Reverse(above)
	return g, above, nil
}
