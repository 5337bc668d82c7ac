package publish

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
)

// ranks gives members the roles that they have earned, in servers that give any.
type ranks struct {
	*common
	servers *lobby.Servers
}

// refusedPause is how long the bot waits before it explains again that it may not give the roles of a server.
const refusedPause = 7 * 24 * time.Hour

// earned gives a person the role for a rating or a number of days. If Discord does not allow it, the bot explains that
// in the channel. An error means that a retry may help.
func (n ranks) earned(ctx context.Context, guild, channel string, p game.Person, by game.RankBy, value int) error {
	server, err := n.servers.Server(ctx, guild)
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
	err = discord.Roles{Client: n.jobs.client}.Set(ctx, guild, string(p), role, others)
	reason := discord.PermanentFailure(err)
	switch {
	case err == nil:
		n.count("role", "given")
		return nil
	case reason == "":
		n.failed("role", err)
		return fmt.Errorf("giving a role in server %s: %w", guild, err)
	}
	n.log.Warn("a role cannot be given", "server", guild, "role", role, "reason", reason, "err", err)
	return n.explainRefusal(ctx, guild, channel)
}

// explainRefusal says in a channel what the bot needs to give roles, once in refusedPause.
func (n ranks) explainRefusal(ctx context.Context, guild, channel string) error {
	viewer, err := n.viewers.InServer(ctx, guild, "")
	if err != nil {
		return err
	}
	key := "roles refused in " + guild
	return n.once(ctx, refusedPause, key, func() error {
		_, err := n.jobs.post(ctx, channel, view.RolesRefused(viewer), key)
		if discord.PermanentFailure(err) != "" {
			return nil // it was logged
		}
		return err
	})
}
