package publish

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
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
func (n *Results) Show(ctx context.Context, job game.ShowResult) error {
	g, above, err := n.boards.ToShowResult(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return n.posting.do(ctx, turnOf(g), func() error {
		viewer, err := n.viewers.InServer(ctx, g.Guild, g.Players[g.Challenger].Locale)
		if err != nil {
			return err
		}
		if g.Home != "" {
			if err := n.giveUp(n.showAbove(ctx, g, above, viewer), "a result is not shown", "game", g.ID); err != nil {
				return err
			}
		}
		for c, after := range g.After {
			if !standing.RatingsApplied(g) || !g.Rated {
				break
			}
			value := standing.ForRanks(after)
			err := n.giveRole(ctx, g.Guild, g.Channel, g.Seats[c].Person, game.RanksByRating, value)
			if err != nil {
				return err
			}
		}
		return n.post(ctx, g, viewer)
	})
}

// showAbove updates the starter message of a game's thread. At Discord it has the thread's id.
func (n *Results) showAbove(ctx context.Context, g *game.Game, above []*game.Game, viewer view.Viewer) error {
	if len(above) == 0 {
		return n.jobs.client.Delete(ctx, g.Home, g.Channel)
	}
	return n.jobs.edit(ctx, g.Home, g.Channel, gameview.Results(above, viewer))
}

// post posts the result of a game in the channel that the server has chosen for results, if there is one.
func (n *Results) post(ctx context.Context, g *game.Game, viewer view.Viewer) error {
	server, err := n.servers.Server(ctx, g.Guild)
	if err != nil || server.Results == "" || !game.ShowsResult(g) {
		return err
	}
	if left := g.Clock.Fell.Add(game.ResumeTime).Sub(n.games.Now()); left > 0 && game.Resumable(g, n.games.Now()) {
		return &game.NotYet{After: left}
	}
	key := fmt.Sprintf("result of game %d", g.ID)
	return n.once(ctx, resultLife, key, func() error {
		_, err := n.jobs.post(ctx, server.Results, gameview.Results([]*game.Game{g}, viewer), key)
		return n.settle("result", err, "a result is not shown", "game", g.ID)
	})
}

// refusedPause is how long the bot waits before it explains again that it may not give the roles of a server.
const refusedPause = 7 * 24 * time.Hour

// giveRole gives a person the role that they have earned by a rating or a number of days, if the server gives any. If
// Discord does not allow it, the bot explains that in the channel. An error means that a retry may help.
func (c *common) giveRole(ctx context.Context, guild, channel string, p game.Person, by game.RankBy, value int) error {
	server, err := c.servers.Server(ctx, guild)
	if err != nil {
		return err
	}
	role, others := server.Ranks.Earned(by, value)
	if role == "" && len(others) == 0 || p == "" || p == game.Deleted {
		return nil
	}
	if by == game.RanksByDays && role == "" {
		return nil // a role once earned by days is kept
	}
	err = discord.SetRole(ctx, c.jobs.client, guild, string(p), role, others)
	reason := discord.PermanentFailure(err)
	switch {
	case err == nil:
		c.outcome("role", "given")
		return nil
	case reason == "":
		c.failed("role", err)
		return fmt.Errorf("giving a role in server %s: %w", guild, err)
	}
	c.log.Warn("a role cannot be given", "server", guild, "role", role, "reason", reason, "err", err)
	return c.explainRefusal(ctx, guild, channel)
}

// explainRefusal says in a channel what the bot needs to give roles, once in refusedPause.
func (c *common) explainRefusal(ctx context.Context, guild, channel string) error {
	viewer, err := c.viewers.InServer(ctx, guild, "")
	if err != nil {
		return err
	}
	key := "roles refused in " + guild
	return c.once(ctx, refusedPause, key, func() error {
		_, err := c.jobs.post(ctx, channel, view.Reply{Text: viewer.Say("permission.roles-refused")}, key)
		if discord.PermanentFailure(err) != "" {
			return nil // it was logged
		}
		return err
	})
}
