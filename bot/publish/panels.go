package publish

import (
	"context"
	"sync"

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
// person's last press. What this process does not remember goes on by its button.
type Panels struct {
	*common
	lock sync.Mutex
	open map[seat]panel
}

// seat is a person in a game, with the message in which they choose moves, or the one that says what they ask of the
// bot.
type seat struct {
	game   game.ID
	person game.Person
	asking bool
}

// panel is a message as it was shown last.
type panel struct {
	sent     discord.Sent
	locale   string // of the person's client, as Discord names it
	revision int    // of the game that it shows
}

// Keep remembers a private message of a person that shows g: their panel, or what they ask of the bot. The one that they
// had before is deleted, unless this one took its place.
func (p *Panels) Keep(
	ctx context.Context, g *game.Game, shows view.Subject, person game.Person, locale string, sent discord.Sent,
) {
	if shows != view.Panel && shows != view.Told {
		return
	}
	offer, _ := view.Question(g)
	key := seat{g.ID, person, shows == view.Told}
	if key.asking && !offer.Pending {
		return // it is settled
	}
	p.lock.Lock()
	for other, old := range p.open {
		if old.sent.Lost() {
			delete(p.open, other)
		}
	}
	old, had := p.open[key]
	p.open[key] = panel{sent, locale, g.Revision}
	p.lock.Unlock()
	if !had || sent.InPlace {
		return
	}
	if err := old.sent.Delete(ctx); err != nil {
		p.log.Debug("an old panel stays", "game", g.ID, "person", person, "err", err)
	}
}

// show brings the panels of a game up to date. What Discord does not take is given up: the person has the board.
func (p *Panels) show(ctx context.Context, g *game.Game) {
	for key, old := range p.behind(g) {
		viewer, err := p.viewers.Of(ctx, key.person, g.Guild, old.locale)
		if err == nil {
			shown := view.Answered(g, viewer)
			if !key.asking {
				shown = p.view.Panel(g, viewer)
			}
			m := shown.Message()
			m.Check = func(ctx context.Context) error { return p.jobs.current(ctx, g) }
			err = old.sent.Edit(ctx, m)
		}
		if err != nil {
			p.log.Debug("a panel stays as it is", "game", g.ID, "person", key.person, "err", err)
		}
	}
}

// behind takes note that the panels of a game are to show it as it is now, and returns those that do not.
func (p *Panels) behind(g *game.Game) map[seat]panel {
	p.lock.Lock()
	defer p.lock.Unlock()
	late := make(map[seat]panel)
	for key, old := range p.open {
		if key.game == g.ID && old.revision < g.Revision && !old.sent.Lost() {
			late[key] = old
			old.revision = g.Revision
			p.open[key] = old
			if key.asking {
				delete(p.open, key)
			}
		}
	}
	return late
}
