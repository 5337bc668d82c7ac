package publish

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
)

// Announce does an Announce job: it tells the game's channel what has happened since the channel last heard of the
// game.
//
// It may be called twice for one job, even by two processes: Discord drops the second message, by its nonce. A game
// leaves a channel that was deleted or is closed to the bot, see moveOut. Any other failure is returned, for another
// try.
func (p *Publisher) Announce(ctx context.Context, job game.Announce) error {
	lost, err := p.Unanswered.adopt(ctx, job.Game)
	if err != nil {
		return err
	}
	g, err := p.toAnnounce(ctx, job, lost)
	if err != nil || g == nil {
		return err
	}
	return p.posting.do(ctx, turnOf(g), func() error { return p.announce(ctx, job, lost) })
}

// toAnnounce is game.Boards.ToAnnounce. If something has happened in the game since adopt looked, adopt looks once more.
func (p *Publisher) toAnnounce(ctx context.Context, job game.Announce, lost int) (*game.Game, error) {
	g, err := p.boards.ToAnnounce(ctx, job, lost)
	if !errors.Is(err, game.ErrOvertaken) {
		return g, err
	}
	if _, err := p.Unanswered.adopt(ctx, job.Game); err != nil {
		return nil, err
	}
	return p.boards.ToAnnounce(ctx, job, 0)
}

// announce is Announce when its turn has come.
func (p *Publisher) announce(ctx context.Context, job game.Announce, lost int) error {
	g, err := p.toAnnounce(ctx, job, lost)
	if err == nil && g != nil && g.AwaitsThread() {
		if err = p.Threads.open(ctx, g, job); err == nil {
			g, err = p.toAnnounce(ctx, job, lost)
		}
	}
	if err != nil || g == nil {
		return err
	}
	if g.Board.Gone {
		return p.direct.tell(ctx, g)
	}
	viewer, err := p.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	if err := p.room(g, g.InPlace(viewer.Server.Boards)); err != nil {
		return err
	}
	reply := p.newsFor(ctx, g, viewer)
	if g.Home != "" && g.Board.Message == "" {
		reply = gathered(reply, g)
	}
	id, err := p.Unanswered.takeUp(ctx, g, reply)
	if err != nil {
		return err
	}
	posted := true
	if id != "" {
		err = p.record(ctx, g.Channel, id, reply)
	} else if posted, err = p.publish(ctx, p.jobs, reply); err != nil && !posted {
		return p.unpublished(ctx, g, job, err)
	}
	if err != nil { // another try posts the same message, and it is there once
		return fmt.Errorf("recording the announcement of game %d: %w", g.ID, err)
	}
	if posted {
		event := string(g.Last.Kind)
		p.count(event, "posted")
		p.log.Info("announced", "game", g.ID, "event", event, "revision", g.Revision, "channel", g.Channel)
	}
	return nil
}

// unpublished deals with an announcement that was not sent: it is given up where Discord never takes it, and otherwise
// tried again.
func (p *Publisher) unpublished(ctx context.Context, g *game.Game, job game.Announce, err error) error {
	event := string(g.Last.Kind)
	if errors.Is(err, errOutdated) {
		_, err := p.toAnnounce(ctx, job, job.Revision) // what came after it has news of its own
		return err
	}
	if reason := discord.PermanentFailure(err); reason != "" {
		p.count(event, "given up")
		p.log.Warn("announcement given up", "game", g.ID, "event", event, "channel", g.Channel, "reason", reason, "err", err)
		return p.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "")
	}
	p.failed(event, err)
	return fmt.Errorf("announcing game %d: %w", g.ID, err)
}

// room returns a *discord.RateLimitError if the news of a game would have to wait for a rate limit. Asking before the
// picture is drawn saves the drawing.
func (p *Publisher) room(g *game.Game, inPlace bool) error {
	if inPlace {
		return p.jobs.client.CheckEditLimit(g.Channel, g.Board.Message)
	}
	return p.jobs.client.CheckPostLimit(g.Channel)
}

// Redraw does a Redraw job: it corrects the times in the card of the newest board. The rest of the message is still
// right. A message that was deleted is not posted again.
func (p *Publisher) Redraw(ctx context.Context, job game.Redraw) error {
	g, err := p.boards.ToRedraw(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return p.posting.do(ctx, turnOf(g), func() error { return p.redraw(ctx, g) })
}

// redraw is Redraw when its turn has come.
func (p *Publisher) redraw(ctx context.Context, g *game.Game) error {
	if err := p.jobs.client.CheckEditLimit(g.Channel, g.Board.Message); err != nil {
		return err
	}
	reply, err := p.News(ctx, g)
	if err != nil {
		return err
	}
	err = p.jobs.client.SetEmbed(ctx, g.Channel, g.Board.Message, reply.Embed)
	if reason := discord.PermanentFailure(err); reason != "" {
		p.log.Info("a board keeps its old times", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
		return nil
	}
	if err != nil {
		return fmt.Errorf("putting the times of game %d right: %w", g.ID, err)
	}
	return nil
}
