package publish

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// TellVotes does a TellVotes job: it brings the message with the board of a vote game up to date. Doing it twice does
// no harm. A message that was deleted is not posted again: the next turn brings another.
func (p *Publisher) TellVotes(ctx context.Context, job game.TellVotes) error {
	g, err := p.votes.Tally(ctx, job)
	if err != nil || g == nil || g.Message == "" {
		return err
	}
	return p.posting.do(ctx, turnOf(g), func() error { return p.tellVotes(ctx, g) })
}

// tellVotes is TellVotes when its turn has come.
func (p *Publisher) tellVotes(ctx context.Context, g *game.Game) error {
	if err := p.noWait.RoomToEdit(g.Channel); err != nil {
		return err
	}
	reply, err := p.News(ctx, g)
	if err != nil {
		return err
	}
	err = p.edit(ctx, p.noWait, g.Channel, g.Message, reply)
	if errors.Is(err, errOutdated) {
		return nil
	}
	if reason := discord.Hopeless(err); reason != "" || discord.HasCode(err, discord.CodeUnknownMessage) {
		p.log.Warn("votes not shown", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("showing the votes of game %d: %w", g.ID, err)
	}
	return nil
}
