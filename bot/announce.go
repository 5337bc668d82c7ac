package bot

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/notation"
)

// Announce does an Announce job: it tells the game's channel what has happened since the channel last heard of the game.
//
// It may be called twice for one job, by two processes even: Discord drops the second message, by its nonce. A channel that is gone
// or closed to the bot is given up at once; a game is not worth asking for ever. Any other failure is returned, for another try.
func (b *Bot) Announce(ctx context.Context, job game.Announce) error {
	g, err := b.host.service.Untold(ctx, job)
	if err == nil && g != nil && g.Unhoused() {
		if err = b.house(ctx, g, job); err == nil {
			g, err = b.host.service.Untold(ctx, job)
		}
	}
	if errors.Is(err, &game.Refusal{Code: game.NoSuchGame}) {
		return nil
	}
	if err != nil || g == nil {
		return err // a *game.NotYet among them
	}
	if g.House.Gone {
		return b.tellDirectly(ctx, g)
	}
	event := string(g.Last.Kind)
	reply, err := b.host.news(ctx, g)
	if err != nil {
		return err
	}
	if g.Home != "" && g.Message == "" {
		reply = gathered(reply, g)
	}
	id, err := b.router.put(ctx, reply)
	if moved, err := b.host.evicted(ctx, g, err); moved || err != nil {
		return err // it is announced where it lives now
	}
	if reason := discord.Hopeless(err); reason != "" {
		b.counts.announced.WithLabelValues(event, "given up").Inc()
		b.log.Warn("announcement given up", "game", g.ID, "event", event, "channel", g.Channel, "reason", reason, "err", err)
		return b.host.service.Shown(ctx, g.ID, g.Channel, g.Revision, "")
	}
	if err != nil {
		b.counts.announced.WithLabelValues(event, "failed").Inc()
		return fmt.Errorf("announcing game %d: %w", g.ID, err)
	}
	b.counts.announced.WithLabelValues(event, "posted").Inc()
	outdated := b.router.told(ctx, g.Channel, id, reply)
	b.log.Info("announced", "game", g.ID, "event", event, "revision", g.Revision, "channel", g.Channel)
	for _, old := range outdated {
		b.router.retire(ctx, old)
	}
	return nil
}

// Redraw does a Redraw job: the card of the board that its channel saw last is put right. Everything else of the message still holds. A message
// that is gone stays gone.
func (b *Bot) Redraw(ctx context.Context, job game.Redraw) error {
	g, err := b.host.service.Redrawn(ctx, job)
	if err != nil || g == nil {
		return err
	}
	reply, err := b.host.news(ctx, g)
	if err != nil {
		return err
	}
	err = b.client.SetEmbed(ctx, g.Channel, g.Message, reply.Embed)
	if reason := discord.Hopeless(err); reason != "" || discord.HasCode(err, discord.CodeUnknownMessage) {
		b.log.Info("a board keeps its old times", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("putting the times of game %d right: %w", g.ID, err)
	}
	return nil
}

// news is the message about the latest event of g, for everybody in its channel: in the words of the one who has to act on it.
func (h *host) news(ctx context.Context, g *game.Game) (view.Reply, error) {
	reader, err := h.addressee(ctx, g)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Active || g.State == game.Finished {
		return h.view.Turn(g, reader.Shared(g)), nil
	}
	return h.view.Challenge(g, reader), nil
}

// addressee is whom a message about g is written for when nobody asked for it: the person whose answer is awaited, else the one
// whose move is, else the challenger. What stands beside the moves is for the other player.
func (h *host) addressee(ctx context.Context, g *game.Game) (view.Reader, error) {
	who := g.Challenger
	switch offer, _ := view.Question(g); {
	case g.OpenSeat():
	case g.State == game.Offered:
		who = g.Opponent.Person
	case view.ResumeAsked(g) != "":
		who = view.ResumeAsked(g)
	case g.State != game.Active:
	case offer.Pending && g.Seats[offer.By.Opponent()].Person != "":
		who = g.Seats[offer.By.Opponent()].Person
	case g.Seats[g.Turn()].Person != "":
		who = g.Seats[g.Turn()].Person
	}
	reader, err := h.reader(ctx, who, g.Guild, g.Players[who].Locale)
	if err != nil {
		return view.Reader{}, err
	}
	if seat, plays := g.SeatOf(who); plays && !g.Seats[seat.Opponent()].IsBot() {
		other, err := h.service.Settings(ctx, g.Seats[seat.Opponent()].Person)
		if err != nil {
			return view.Reader{}, err
		}
		if view.StyleOf(other.Notation, reader.Words.Language()) == notation.UCI10 {
			reader.Beside = notation.UCI10
		}
	}
	return reader, nil
}
