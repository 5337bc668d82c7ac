package game

import (
	"context"
	"slices"
)

// maxResults is how many games of one thread the message above it lists at most.
const maxResults = 5

// ToTellResult returns the game of a [TellResult] job, nil if there is none, and the games to list in the message above
// its thread: the latest that are under way or have a result, the oldest first. There are none if that message has
// nothing left to say. Threads that others link to have no message above them.
func (b *Boards) ToTellResult(ctx context.Context, job TellResult) (g *Game, above []*Game, err error) {
	if g, err = b.read(ctx, job.Game); err != nil || g == nil || g.Home == "" {
		return g, nil, err
	}
	all, err := b.games.store.Games(ctx, Query{Channel: g.Channel, Played: true})
	if err != nil {
		return nil, nil, err
	}
	above = filter(all, func(other *Game) bool {
		return other.Home != "" && (other.State == Active || TellsResult(other))
	})
	above = above[:min(len(above), maxResults)]
	slices.Reverse(above)
	return g, above, nil
}
