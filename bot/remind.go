package bot

import (
	"context"
	"errors"
	"fmt"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
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
	reply := b.host.view.reminder(g, reader)
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
func (b *Bot) remind(ctx context.Context, g *game.Game, reader Reader, reply Reply, nonce string) error {
	here := func(r Reply) error {
		_, err := b.client.Post(ctx, g.Channel, r.message(), nonce)
		return err
	}
	if g.Habits[reader.Person].Reminders.Where != game.ByDM && !g.House.Gone {
		return here(reply)
	}
	dm, err := b.client.OpenDM(ctx, string(reader.Person))
	if err == nil {
		_, err = b.client.Post(ctx, dm, reply.message(), nonce)
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

// reminder asks the side to move for its move.
func (v *view) reminder(g *game.Game, r Reader) Reply {
	c := g.Turn()
	p := g.Seats[c].Person
	text := r.Words.Say("reminder.text", words.Vars{
		"Who": mention(p), "Game": g.ID, "Opponent": who(g, c.Opponent(), r.Words), "Time": moment(g.Clock.Flag),
	})
	if link := boardLink(g); link != "" {
		text = r.Words.Sentences([]string{text, r.Words.Say("reminder.link", words.Vars{"Link": link})})
	}
	show := button(r.Words.Say("button.game", words.Vars{"Game": g.ID}), discordgo.PrimaryButton, Press{Act: PressBoard, Game: g.ID})
	return Reply{Text: text, Ping: []game.Person{p}, Rows: rows([]discordgo.MessageComponent{show})}
}
