package publish

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Results shows the results of games in the channels of a server.
type Results struct{ *common }

// resultLife is how long the idempotency key of a result is kept: longer than a job is retried.
const resultLife = 30 * 24 * time.Hour

// Show handles a ShowResult job: the message above the thread of a game, which announced its beginning, now shows how
// it ended. It is deleted if the result is not to be shown. The result is also posted in the channel that the server
// has chosen for results, once it can no longer be undone. It is idempotent. After a permanent failure it gives up: the
// game shows its result where it was played. Players who have earned a role by a new rating get it.
func (r *Results) Show(ctx context.Context, job game.ShowResult) error {
	g, above, err := r.boards.ToShowResult(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return r.posting.do(ctx, turnOf(g), func() error {
		viewer, err := r.viewers.InServer(ctx, g.Guild, g.Players[g.Challenger].Locale)
		if err != nil {
			return err
		}
		if g.Home != "" {
			if err := r.giveUp(r.showAbove(ctx, g, above, viewer), "a result is not shown", "game", g.ID); err != nil {
				return err
			}
		}
		if g.Rated && standing.RatingsApplied(g) {
			for c, after := range g.After {
				value, person := standing.ForRanks(after), g.Seats[c].Person
				if err := r.giveRole(ctx, g.Guild, g.Channel, person, guild.RanksByRating, value); err != nil {
					return err
				}
			}
		}
		return r.post(ctx, g, viewer)
	})
}

// showAbove updates the starter message of a game's thread. At Discord it has the thread's id.
func (r *Results) showAbove(ctx context.Context, g *game.Game, above []*game.Game, viewer view.Viewer) error {
	if len(above) == 0 {
		return r.jobs.client.Delete(ctx, g.Home, g.Channel)
	}
	return r.jobs.edit(ctx, g.Home, g.Channel, gameview.Results(above, viewer))
}

// post posts the result of a game in the channel that the server has chosen for results, if there is one.
func (r *Results) post(ctx context.Context, g *game.Game, viewer view.Viewer) error {
	server, err := r.servers.Server(ctx, g.Guild)
	if err != nil || server.Results == "" || !game.ShowsResult(g) {
		return err
	}
	if left := g.Clock.Fell.Add(game.ResumeTime).Sub(r.games.Now()); left > 0 && game.Resumable(g, r.games.Now()) {
		return &game.NotYet{After: left}
	}
	key := fmt.Sprintf("result of game %d", g.ID)
	return r.once(ctx, resultLife, key, func() error {
		_, err := r.jobs.post(ctx, server.Results, gameview.Results([]*game.Game{g}, viewer), key)
		return r.settle("result", err, "a result is not shown", "game", g.ID)
	})
}
