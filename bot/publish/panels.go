package publish

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Panels maintains the private messages in which people choose their moves, at most one for each game and person. They
// are updated when the game goes on.
//
// The private message that says that the bot considers a draw offer is one too: it becomes the bot's answer.
//
// A panel is stored with the interaction that created it, so that any process can edit it for a quarter of an hour
// after the person's last press. Later it is updated only when its button is pressed.
type Panels struct {
	*common
	store       game.PanelStore
	client      *discord.Client
	application func() string
}

// Keep records a private message of a person that shows g: their panel, or their question to the bot. The previous one
// is deleted unless this one replaced it. Discord may confirm two answers in another order than it got them: then the
// one of the later press stays recorded.
func (p *Panels) Keep(
	ctx context.Context, g *game.Game, shows view.Subject, by discordgo.Interaction, person game.Person, sent discord.Sent,
) {
	if shows != view.Panel && shows != view.PrivateNews {
		return
	}
	asks := shows == view.PrivateNews
	if offer, _ := gameview.Question(g); asks && !offer.Pending {
		return // the bot has already answered
	}
	old, err := p.store.KeepPanel(ctx, game.Panel{
		Game: g.ID, Person: person, Asks: asks, Token: game.Secret(by.Token), Message: sent.MessageID(),
		Locale: string(by.Locale), Revision: g.Revision, At: p.games.Now().Add(-sent.Age()),
	})
	if err == nil && old.Message != "" && !sent.InPlace {
		err = p.sent(old).Delete(ctx)
	}
	if err != nil {
		p.log.Debug("an old panel was not deleted", "game", g.ID, "person", person, "err", err)
	}
}

// sent returns the message of a panel, which an earlier process may have sent.
func (p *Panels) sent(old game.Panel) discord.Sent {
	by := discordgo.Interaction{AppID: p.application(), Token: string(old.Token)}
	return p.client.RestoreSent(by, old.Message, time.Now().Add(-p.games.Now().Sub(old.At)))
}

// show updates the panels of a game. A failed edit is not retried: the person also has the board.
func (p *Panels) show(ctx context.Context, g *game.Game) {
	stale, err := p.store.StalePanels(ctx, g.ID, g.Revision)
	if err != nil {
		p.log.Warn("panels were not updated", "game", g.ID, "err", err)
		return
	}
	for _, old := range stale {
		viewer, err := p.viewers.Of(ctx, old.Person, g.Guild, old.Locale)
		if err == nil {
			shown := gameview.Answered(g, viewer)
			if !old.Asks {
				shown = gameview.Panel(p.view, g, viewer)
			}
			m := shown.Message()
			m.Check = func(ctx context.Context) error { return p.jobs.current(ctx, g) }
			err = p.sent(old).Edit(ctx, m)
		}
		if err != nil {
			p.log.Debug("a panel was not updated", "game", g.ID, "person", old.Person, "err", err)
		}
	}
}
