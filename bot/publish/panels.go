package publish

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Panels are the private messages in which people choose their moves, at most one for each game and person. When a game
// has gone on, they show how.
//
// The private line that says that the bot thinks over a draw is one too: it becomes the bot's answer.
//
// They are known by the interactions that made them, so that each can be changed for a quarter of an hour after the
// person's last press, by whatever process is there then. Later each goes on by its button.
type Panels struct {
	*common
	store       game.PanelStore
	client      *discord.Client
	application func() string
}

// Keep remembers a private message of a person that shows g: their panel, or what they ask of the bot. The one that they
// had before is deleted, unless this one took its place.
func (p *Panels) Keep(
	ctx context.Context, g *game.Game, shows view.Subject, by discordgo.Interaction, person game.Person, sent discord.Sent,
) {
	if shows != view.Panel && shows != view.Told {
		return
	}
	asks := shows == view.Told
	if offer, _ := view.Question(g); asks && !offer.Pending {
		return // it is settled
	}
	old, err := p.store.KeepPanel(ctx, game.Panel{
		Game: g.ID, Person: person, Asks: asks, Token: game.Secret(by.Token), Message: sent.MessageID(),
		Locale: string(by.Locale), Revision: g.Revision, At: p.games.Now(),
	})
	if err == nil && old.Message != "" && !sent.InPlace {
		err = p.sent(old).Delete(ctx)
	}
	if err != nil {
		p.log.Debug("an old panel stays", "game", g.ID, "person", person, "err", err)
	}
}

// sent is the message of a panel, perhaps of a process before this one.
func (p *Panels) sent(old game.Panel) discord.Sent {
	by := discordgo.Interaction{AppID: p.application(), Token: string(old.Token)}
	return p.client.RestoreSent(by, old.Message, time.Now().Add(-p.games.Now().Sub(old.At)))
}

// show brings the panels of a game up to date. What Discord does not take is given up: the person has the board.
func (p *Panels) show(ctx context.Context, g *game.Game) {
	late, err := p.store.LatePanels(ctx, g.ID, g.Revision)
	if err != nil {
		p.log.Warn("panels stay as they are", "game", g.ID, "err", err)
		return
	}
	for _, old := range late {
		viewer, err := p.viewers.Of(ctx, old.Person, g.Guild, old.Locale)
		if err == nil {
			shown := view.Answered(g, viewer)
			if !old.Asks {
				shown = p.view.Panel(g, viewer)
			}
			m := shown.Message()
			m.Check = func(ctx context.Context) error { return p.jobs.current(ctx, g) }
			err = p.sent(old).Edit(ctx, m)
		}
		if err != nil {
			p.log.Debug("a panel stays as it is", "game", g.ID, "person", old.Person, "err", err)
		}
	}
}
