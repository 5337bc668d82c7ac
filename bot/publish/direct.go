package publish

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// tellDirectly announces a game whose channel is gone to its people by direct messages: the first time to all of them,
// then to the person who is to act, and the end to all. People who accept no direct messages find the game with /games.
func (p *Publisher) tellDirectly(ctx context.Context, g *game.Game) error {
	viewers := make([]view.Viewer, 0, 2)
	next, err := p.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	for _, person := range g.People() {
		if person == next.Person {
			viewers = append(viewers, next)
		} else if g.House.Why != "" || g.State == game.Finished {
			viewer, err := p.viewers.Of(ctx, person, g.Guild, g.Players[person].Locale)
			if err != nil {
				return err
			}
			viewers = append(viewers, viewer)
		}
	}
	var problems []error
	for _, viewer := range viewers {
		problems = append(problems, p.tellOne(ctx, g, viewer))
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return p.service.ToldDirectly(ctx, g.ID, g.Revision)
}

// tellOne sends a person the board of a game.
func (p *Publisher) tellOne(ctx context.Context, g *game.Game, viewer view.Viewer) error {
	event := string(g.Last.Kind)
	reply := p.view.Turn(g, viewer)
	sent, err := p.write(ctx, viewer.Person, reply, reply.Shows.Nonce()+" to "+string(viewer.Person))
	if errors.Is(err, errOutdated) {
		return nil // what came after it has news of its own
	}
	switch reason := discord.Hopeless(err); {
	case reason != "":
		p.count(event, "given up")
		p.log.Info("a person cannot be told of their game", "game", g.ID, "person", viewer.Person, "reason", reason)
		return nil
	case err != nil:
		p.failed(event, err)
		return fmt.Errorf("writing to a person about game %d: %w", g.ID, err)
	}
	p.count(event, "posted")
	return p.service.Written(ctx, g.ID, viewer.Person, g.Revision, sent)
}

// write sends a person a direct message.
func (p *Publisher) write(
	ctx context.Context, to game.Person, reply view.Reply, nonce string,
) (sent game.Posted, err error) {
	if sent.Channel, err = p.noWait.OpenDM(ctx, string(to)); err != nil {
		return sent, err
	}
	sent.Message, err = p.noWait.Post(ctx, sent.Channel, p.message(reply), nonce)
	return sent, err
}
