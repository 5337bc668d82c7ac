package bot

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Remind does a Remind job: it tells a person that his time runs, where he wants to be told. Where Discord does not let the bot write to him,
// the game's channel is the place, and the first time that happens he is told why.
//
// As with Announce, two calls for one job make one message, by its nonce.
func (b *Bot) Remind(ctx context.Context, job game.Remind) error {
	g, err := b.host.service.Reminder(ctx, job)
	if err != nil || g == nil {
		return err
	}
	p := g.Seats[g.Turn()].Person
	reader, err := b.host.reader(ctx, p, g.Guild, g.Players[p].Locale)
	if err != nil {
		return err
	}
	reply := b.host.view.Reminder(g, reader)
	nonce := fmt.Sprintf("game %d, ply %d, reminder %d of %d", g.ID, job.Ply, job.N, g.Clock.Since.UnixMilli())
	err = b.remind(ctx, g, reader, reply, nonce)
	reason := discord.Hopeless(err)
	switch {
	case reason != "":
		b.counts.announced.WithLabelValues("reminder", "given up").Inc()
		b.log.Warn("reminder given up", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
	case err != nil:
		b.counts.announced.WithLabelValues("reminder", "failed").Inc()
		return fmt.Errorf("reminding of game %d: %w", g.ID, err)
	default:
		b.counts.announced.WithLabelValues("reminder", "posted").Inc()
	}
	return b.host.service.Reminded(ctx, job)
}

// remind posts a reminder where its reader wants it, or can be reached.
func (b *Bot) remind(ctx context.Context, g *game.Game, reader view.Reader, reply view.Reply, nonce string) error {
	here := func(r view.Reply) error {
		_, err := b.client.Post(ctx, g.Channel, r.Message(), nonce)
		return err
	}
	if g.Habits[reader.Person].Reminders.Where != game.ByDM && !g.House.Gone {
		return here(reply)
	}
	dm, err := b.client.OpenDM(ctx, string(reader.Person))
	if err == nil {
		_, err = b.client.Post(ctx, dm, reply.Message(), nonce)
	}
	if !discord.RefusedDM(err) {
		return err
	}
	err = b.host.service.Once(ctx, "direct messages refused by "+string(reader.Person), func() error {
		said := reply
		said.Text = reader.Words.Sentences([]string{reply.Text, reader.Words.Say("reminder.refused")})
		return here(said)
	})
	if errors.Is(err, &game.Refusal{Code: game.AlreadyDone}) {
		return here(reply)
	}
	return err
}
