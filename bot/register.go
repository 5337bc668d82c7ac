package bot

import (
	"context"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/words"
)

// registerRetryDelay is how long the bot waits after Discord has rejected its commands. Retrying sooner is useless,
// since somebody has to fix something first.
const registerRetryDelay = 5 * time.Minute

// registration registers the commands with Discord.
type registration struct {
	commands    []*handlers.Command
	phrases     *words.Phrases
	client      *discord.Client
	application func() discord.Application
	guild       string // the server that the commands are for; empty for all servers
	log         *slog.Logger

	announced chan struct{} // gets a value when Discord announces that server
	tried     chan struct{} // closed when the commands were registered, or rejected, for the first time
}

// keep registers the commands, and retries until it succeeds. Meanwhile buttons work, and so do the
// commands registered before. After the first attempt texts name commands that can be clicked.
func (r *registration) keep(ctx context.Context) {
	first := sync.OnceFunc(func() { close(r.tried) })
	defer first()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-r.announced:
		}
		err := discord.RetryWhileUnreachable(ctx, r.log, "registering the commands", r.register)
		first()
		if err == nil || ctx.Err() != nil {
			return
		}
		r.log.Error("the commands could not be registered; the bot continues with the old ones and retries",
			"err", err, "pause", registerRetryDelay)
		timer.Reset(registerRetryDelay)
	}
}

// joined records that the bot is in a server: a rejection of the commands for that server may no longer apply.
func (r *registration) joined(guild string) {
	if r.guild == "" || guild != r.guild {
		return
	}
	select {
	case r.announced <- struct{}{}:
	default:
	}
}

// register registers the commands with Discord. If the bot is not in the server, the error says
// what to do.
func (r *registration) register(ctx context.Context) error {
	application := r.application()
	definitions := make([]*discordgo.ApplicationCommand, 0, len(r.commands))
	for _, c := range handlers.Offered(r.commands) {
		definitions = append(definitions, c.Definition(r.phrases, application.UserInstall))
	}
	changed, err := discord.SetCommands(ctx, r.client, application.ID, r.guild, definitions)
	if r.guild != "" && discord.HasCode(err, discord.CodeMissingAccess, discord.CodeUnknownGuild) {
		return fmt.Errorf("the bot is not in the server %s, for which its commands are to be registered: invite it with %s, or give another server's id (%w)",
			r.guild, inviteURL(application.ID), err)
	}
	if err != nil {
		return err
	}
	what := "commands are registered already"
	if changed {
		what = "commands registered"
	}
	r.log.Info(what, "commands", len(definitions), "guild", r.guild)
	return nil
}
