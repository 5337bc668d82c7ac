package bot

import (
	"context"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
)

// registerPause is how long the bot waits after Discord has refused its commands. Somebody has to do something before
// they are taken.
const registerRetryDelay = 5 * time.Minute

// keepRegistering registers the commands, however long it takes. The bot is of use meanwhile: buttons work, and so do
// the commands that Discord knows from before.
func (b *Bot) keepRegistering(ctx context.Context) {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		case <-b.invited:
		}
		err := discord.RetryWhileUnreachable(ctx, b.log, "registering the commands", b.register)
		if err == nil || ctx.Err() != nil {
			return
		}
		b.log.Error("the commands are not registered; the bot goes on without the new ones and tries again", "err", err, "pause", registerRetryDelay)
		timer.Reset(registerRetryDelay)
	}
}

// joined notes that a server has shown itself: a refusal of the commands that are for it may be over.
func (b *Bot) joined(guild string) {
	if b.guild == "" || guild != b.guild {
		return
	}
	select {
	case b.invited <- struct{}{}:
	default:
	}
}

// register makes Discord's list of the bot's commands equal to ours. An error says what to do where the bot is not in
// the server.
func (b *Bot) register(ctx context.Context) error {
	ours := make([]*discordgo.ApplicationCommand, 0, len(b.commands))
	for _, c := range b.commands {
		ours = append(ours, c.definition(b.host.phrases))
	}
	changed, err := b.client.SetCommands(ctx, b.applicationID(), b.guild, ours)
	if b.guild != "" && discord.HasCode(err, discord.CodeMissingAccess, discord.CodeUnknownGuild) {
		return fmt.Errorf("the bot is not in the server %s, where its commands are to be: invite it with %s, or give another server's id (%w)",
			b.guild, b.InviteURL(), err)
	}
	if err != nil {
		return err
	}
	what := "commands are registered already"
	if changed {
		what = "commands registered"
	}
	b.log.Info(what, "commands", len(ours), "guild", b.guild)
	return nil
}
