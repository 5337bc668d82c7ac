package bot

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// TellRound does a TellRound job: it announces a round of a tournament, or its final table, and then lets the boards of the round begin. As with
// Announce, two calls for one job make one message. A channel that is gone or closed to the bot is given up: the games are played all the
// same, and /tournament show tells what the channel does not.
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
		_, err := b.client.Post(ctx, t.Channel, view.TournamentRound(t, job.Round, reader.Words).Message(), key)
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
	if err != nil && !errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
		return err
	}
	return b.host.service.RoundTold(ctx, job)
}

// TellTournament does a TellTournament job: it posts the message of a tournament that is opened, and later brings it up to date. Doing it twice
// does no harm. A message that is gone stays gone: /tournament show brings another.
func (b *Bot) TellTournament(ctx context.Context, job game.TellTournament) error {
	t, err := b.host.service.Unseen(ctx, job)
	for t != nil && err == nil {
		var message string
		if message, err = b.showTournament(ctx, t); err != nil || message == "" {
			return err
		}
		shown := t.Revision
		if t, err = b.host.service.Noticed(ctx, t.ID, message, shown); err == nil && t.Revision == shown {
			return nil
		}
	}
	return err
}

// showTournament makes the message of a tournament show how it stands, and returns its id, "" where that is hopeless.
func (b *Bot) showTournament(ctx context.Context, t *game.Tournament) (message string, err error) {
	reader, err := b.host.reader(ctx, t.Organiser, t.Guild, t.Locale)
	if err != nil {
		return "", err
	}
	card, err := b.host.tournamentCard(ctx, t, reader)
	if err != nil {
		return "", err
	}
	if message = t.Notice.Message; message == "" {
		message, err = b.client.Post(ctx, t.Channel, card.Message(), fmt.Sprintf("tournament %d", t.ID))
	} else {
		err = b.client.Edit(ctx, t.Channel, message, card.Message())
	}
	if reason := discord.Hopeless(err); reason != "" {
		b.log.Warn("tournament not shown", "tournament", t.ID, "channel", t.Channel, "reason", reason, "err", err)
		return "", nil
	}
	if err != nil {
		return "", fmt.Errorf("showing tournament %d: %w", t.ID, err)
	}
	return message, nil
}
