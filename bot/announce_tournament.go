package bot

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// TellRound does a TellRound job: it announces a round of a tournament, or its final table. As with Announce, two calls for one job make one
// message. A channel that is gone or closed to the bot is given up: /tournament show tells the same.
func (b *Bot) TellRound(ctx context.Context, job game.TellRound) error {
	t, err := b.host.service.Tournament(ctx, job.Tournament)
	switch {
	case errors.Is(err, &game.Refusal{Code: game.NoTournament}):
		return nil
	case err != nil:
		return err
	case job.Round < 1 || job.Round > len(t.Boards)+1, job.Round > len(t.Boards) && t.Stage != game.Decided:
		return nil
	}
	reader, err := b.host.reader(ctx, t.Organiser, t.Guild, t.Locale)
	if err != nil {
		return err
	}
	key := fmt.Sprintf("tournament %d, round %d", job.Tournament, job.Round)
	err = b.host.service.Once(ctx, key, func() error {
		_, err := b.client.Post(ctx, t.Channel, tournamentRound(t, job.Round, reader.Words).message(), key)
		if reason := discord.Hopeless(err); reason != "" {
			b.counts.announced.WithLabelValues("round", "given up").Inc()
			b.log.Warn("round not announced", "tournament", t.ID, "round", job.Round, "channel", t.Channel, "reason", reason, "err", err)
			return nil
		}
		if err != nil {
			b.counts.announced.WithLabelValues("round", "failed").Inc()
			return fmt.Errorf("announcing round %d of tournament %d: %w", job.Round, t.ID, err)
		}
		b.counts.announced.WithLabelValues("round", "posted").Inc()
		return nil
	})
	if errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
		return nil
	}
	return err
}
