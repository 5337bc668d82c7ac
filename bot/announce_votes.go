package bot

import (
	"context"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// TellVotes does a TellVotes job: it brings the message with the board of a vote game up to date. Doing it twice does no harm. A message
// that is gone stays gone: the next turn brings another.
func (b *Bot) TellVotes(ctx context.Context, job game.TellVotes) error {
	g, err := b.host.service.Votes(ctx, job)
	if err != nil || g == nil || g.Message == "" {
		return err
	}
	reply, err := b.host.news(ctx, g)
	if err != nil {
		return err
	}
	err = b.client.Edit(ctx, g.Channel, g.Message, reply.Message())
	if reason := discord.Hopeless(err); reason != "" || discord.HasCode(err, discord.CodeUnknownMessage) {
		b.log.Warn("votes not shown", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("showing the votes of game %d: %w", g.ID, err)
	}
	return nil
}
