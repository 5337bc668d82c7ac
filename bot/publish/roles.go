package publish

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
)

// refusedPause is how long the bot waits before it explains again that it may not give the roles of a server.
const refusedPause = 7 * 24 * time.Hour

// giveRole gives a person the role that they have earned by a rating or a number of days, if the server gives any. If
// Discord does not allow it, the bot explains that in the channel. An error means that a retry may help.
func (c *common) giveRole(ctx context.Context, guildID, channel string, p game.Person, by guild.RankBy, value int) error {
	server, err := c.servers.Server(ctx, guildID)
	if err != nil {
		return err
	}
	role, others := server.Ranks.Earned(by, value)
	if role == "" && len(others) == 0 || p == "" || p == game.Deleted {
		return nil
	}
	if by == guild.RanksByDays && role == "" {
		return nil // a role once earned by days is kept
	}
	err = discord.SetRole(ctx, c.jobs.client, guildID, string(p), role, others)
	reason := discord.PermanentFailure(err)
	switch {
	case err == nil:
		c.outcome("role", "given")
		return nil
	case reason == "":
		c.failed("role", err)
		return fmt.Errorf("giving a role in server %s: %w", guildID, err)
	}
	c.log.Warn("a role cannot be given", "server", guildID, "role", role, "reason", reason, "err", err)
	return c.explainRefusal(ctx, guildID, channel)
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
