package main

import (
	"context"
	"fmt"
	"io"
	"strings"
	"time"

	"xiangqibot/bot"
	api "xiangqibot/bot/discord"
	"xiangqibot/store/jobs"
)

// parseRoles parses the value of -role: some of gateway, engine and jobs. An empty value is nil.
func parseRoles(text string) (*jobs.Role, error) {
	if text == "" {
		return nil, nil
	}
	share := &jobs.Role{}
	roles := map[string]*bool{"gateway": &share.Gateway, "engine": &share.Engine, "jobs": &share.Jobs}
	for role := range strings.SplitSeq(text, ",") {
		does, known := roles[strings.TrimSpace(role)]
		if !known {
			return nil, fmt.Errorf("%q is none of gateway, engine and jobs; join several with commas", role)
		}
		*does = true
	}
	return share, nil
}

// serve runs the bot on Discord. share is its part of the work, nil for all of it; clock is the time in which games are
// played, nil for that of the machine.
func serve(
	ctx context.Context, c config, token string, share *jobs.Role, clock func() time.Time, stdout io.Writer,
) error {
	if _, _, err := api.ReadToken(token); err != nil {
		return err // before a database is made
	}
	log, level := c.Log.changeable()
	return runBot(ctx, c, discord{
		level: level,
		token: token, transport: c.Discord.transport(), clock: clock, share: share, supervised: true,
		tell: func(line string) { _, _ = fmt.Fprintln(stdout, line) }, // the log has it, too
		started: func(b *bot.Bot) error {
			_, err := fmt.Fprintf(stdout, "Invite the bot: %s\n", b.InviteURL())
			return err
		},
	}, log)
}
