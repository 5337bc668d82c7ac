package bot

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/handlers"
)

// registerRetryDelay is how long the bot waits after Discord has rejected its commands. Retrying sooner is useless,
// since somebody has to fix something first.
const registerRetryDelay = 5 * time.Minute

// keepRegistering registers the commands, and retries until it succeeds. Meanwhile buttons work, and so do the
// commands registered before. After the first attempt it closes registerTried: from then on texts name commands that
// can be clicked.
func (b *Bot) keepRegistering(ctx context.Context) {
	first := sync.OnceFunc(func() { close(b.registerTried) })
	defer first()
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-b.guildJoined:
		}
		err := discord.RetryWhileUnreachable(ctx, b.log, "registering the commands", b.register)
		first()
		if err == nil || ctx.Err() != nil {
			return
		}
		b.log.Error("the commands could not be registered; the bot continues with the old ones and retries",
			"err", err, "pause", registerRetryDelay)
		timer.Reset(registerRetryDelay)
	}
}

// joined records that the bot is in a server: a rejection of the commands for that server may no longer apply.
func (b *Bot) joined(guild string) {
	if b.config.Guild == "" || guild != b.config.Guild {
		return
	}
	select {
	case b.guildJoined <- struct{}{}:
	default:
	}
}

// register registers the commands with Discord. If the bot is not in the server, the error says
// what to do.
func (b *Bot) register(ctx context.Context) error {
	b.mu.Lock()
	application := b.application
	b.mu.Unlock()
	definitions := make([]*discordgo.ApplicationCommand, 0, len(b.commands))
	for _, c := range handlers.Offered(b.commands) {
		definitions = append(definitions, c.Definition(b.host.Phrases, application.UserInstall))
	}
	changed, err := discord.SetCommands(ctx, b.client, application.ID, b.config.Guild, definitions)
	if b.config.Guild != "" && discord.HasCode(err, discord.CodeMissingAccess, discord.CodeUnknownGuild) {
		return fmt.Errorf("the bot is not in the server %s, for which its commands are to be registered: invite it with %s, or give another server's id (%w)",
			b.config.Guild, b.InviteURL(), err)
	}
	if err != nil {
		return err
	}
	what := "commands are registered already"
	if changed {
		what = "commands registered"
	}
	b.log.Info(what, "commands", len(definitions), "guild", b.config.Guild)
	return nil
}
