package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"xiangqibot/bot"
	api "xiangqibot/bot/discord"
)

// serve runs the bot on Discord.
func serve(ctx context.Context, c config, token string, stdout io.Writer) error {
	if token == "" {
		return &incurableError{errors.New("no token: set the environment variable DISCORD_TOKEN to the bot's token; " +
			"you get one at https://discord.com/developers/applications (your application, Bot, Reset Token). " +
			"To try the bot without one: xiangqi-bot play")}
	}
	if _, _, err := api.ReadToken(token); err != nil {
		return err // before a database is made
	}
	return runBot(ctx, c, discord{
		token: token, transport: c.Discord.transport(), clock: time.Now,
		tell: func(line string) { _, _ = fmt.Fprintln(stdout, line) }, // the log has it, too
		started: func(b *bot.Bot) error {
			_, err := fmt.Fprintf(stdout, "Invite the bot: %s\n", b.InviteURL())
			return err
		},
	}, c.Log.logger())
}
