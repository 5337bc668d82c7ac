package publish

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Announce handles an Announce job: it shows the game's channel what has happened since the last announcement.
//
// It may be called twice for one job, even by two processes: Discord drops the second message because of its nonce. A
// game leaves a channel that was deleted or where the bot may not write, see leaveChannel. Any other failure is
// returned, so that the job is retried.
func (p *Publisher) Announce(ctx context.Context, job game.Announce) error {
	lost, err := p.Recovery.recordBoards(ctx, job.Game)
	if err != nil {
		return err
	}
	g, err := p.toAnnounce(ctx, job, lost)
	if err != nil || g == nil {
		return err
	}
	return p.posting.do(ctx, turnOf(g), func() error { return p.announce(ctx, job, lost) })
}

// Show announces the current state of a game in which people have acted outside Discord, so that no answer shows it. A
// *[game.NotYet] says when to call it again.
func (p *Publisher) Show(ctx context.Context, id game.ID) error {
	g, err := p.games.Game(ctx, id)
	if err != nil || g.Board.Announced >= g.Revision {
		return err
	}
	if g.Last.Waits && g.Board.Announced < g.Revision-1 { // the answer it waits for will never come
		return p.boards.BoardPosted(ctx, id, g.Channel, g.Revision-1, "") // now the job of this event announces it
	}
	return p.Announce(ctx, game.Announce{Game: id, Revision: g.Revision})
}

// toAnnounce calls [posted.Boards.ToAnnounce]. If the game has changed since recordBoards ran, it repeats recordBoards.
func (p *Publisher) toAnnounce(ctx context.Context, job game.Announce, lost int) (*game.Game, error) {
	g, err := p.boards.ToAnnounce(ctx, job, lost)
	if !errors.Is(err, posted.ErrOvertaken) {
		return g, err
	}
	if _, err := p.Recovery.recordBoards(ctx, job.Game); err != nil {
		return nil, err
	}
	return p.boards.ToAnnounce(ctx, job, 0)
}

// announce does the work of Announce once the limiter admits it.
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
		return p.announceDirectly(ctx, g)
	}
	viewer, err := p.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	seated := p.seated != nil && p.seated(ctx, g)
	if seated {
		viewer.Server.Boards = game.EditBoard // they have seen it: no new message has to notify them
	}
	limit := p.jobs.client.CheckPostLimit(g.Channel)
	if g.InPlace(viewer.Server.Boards) {
		limit = p.jobs.client.CheckEditLimit(g.Channel, g.Board.Message)
	}
	if limit != nil { // before the picture is drawn
		return limit
	}
	reply := p.newsFor(ctx, g, viewer)
	if seated {
		reply.Ping = nil
	}
	if g.Home != "" && g.Board.Message == "" {
		reply = mentionAll(reply, g)
	}
	id, err := p.Recovery.reuseMessage(ctx, g, reply)
	if err != nil {
		return err
	}
	posted := true
	if id != "" {
		err = p.record(ctx, g.Channel, id, reply)
	} else if posted, err = p.publish(ctx, p.jobs, reply); err != nil && !posted {
		return p.handleUnsent(ctx, g, job, err)
	}
	if err != nil { // a retry posts the same message, which Discord shows once
		return fmt.Errorf("recording the announcement of game %d: %w", g.ID, err)
	}
	if posted {
		event := string(g.Last.Kind)
		p.outcome(event, "posted")
		p.log.Info("announced", "game", g.ID, "event", event, "revision", g.Revision, "channel", g.Channel)
	}
	return nil
}

// handleUnsent handles an announcement that was not sent: it is given up if the failure is permanent, and otherwise
// retried.
func (p *Publisher) handleUnsent(ctx context.Context, g *game.Game, job game.Announce, err error) error {
	event := string(g.Last.Kind)
	if errors.Is(err, ErrOutdated) {
		_, err := p.toAnnounce(ctx, job, job.Revision) // the later event is announced by itself
		return err
	}
	if reason := discord.PermanentFailure(err); reason != "" {
		p.outcome(event, "given up")
		p.log.Warn("announcement given up", "game", g.ID, "event", event, "channel", g.Channel, "reason", reason, "err", err)
		return p.boards.BoardPosted(ctx, g.ID, g.Channel, g.Revision, "")
	}
	p.failed(event, err)
	return fmt.Errorf("announcing game %d: %w", g.ID, err)
}

// Redraw handles a Redraw job: it corrects the times in the latest board.
func (p *Publisher) Redraw(ctx context.Context, job game.Redraw) error {
	g, err := p.boards.ToRedraw(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return p.refresh(ctx, g, "a board keeps its old times")
}

// ShowVotes handles a ShowVotes job: it updates the message with the board of a vote game. It is idempotent.
func (p *Publisher) ShowVotes(ctx context.Context, job game.ShowVotes) error {
	g, err := p.votes.Tally(ctx, job)
	if err != nil || g == nil || g.Board.Message == "" {
		return err
	}
	return p.refresh(ctx, g, "votes not shown")
}

// refresh shows the latest board of a game as it is now, in the same message. A deleted message is not posted again:
// the next event brings another. undone is what is logged if that fails for good.
func (c *common) refresh(ctx context.Context, g *game.Game, undone string) error {
	return c.posting.do(ctx, turnOf(g), func() error {
		if err := c.jobs.client.CheckEditLimit(g.Channel, g.Board.Message); err != nil {
			return err
		}
		reply, err := c.News(ctx, g)
		if err != nil {
			return err
		}
		err = c.jobs.edit(ctx, g.Channel, g.Board.Message, reply)
		if errors.Is(err, ErrOutdated) {
			return nil
		}
		return c.giveUp(err, undone, "game", g.ID, "channel", g.Channel)
	})
}

// announceDirectly announces a game whose channel is gone to its players by direct messages: first to all of them, then
// to the person who is to act, and the end to all. People who accept no direct messages find the game with /games.
func (p *Publisher) announceDirectly(ctx context.Context, g *game.Game) error {
	next, err := p.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	var errs []error
	for _, person := range g.People() {
		if person != next.Person && g.Board.Why == "" && g.State != game.Finished {
			continue
		}
		viewer, err := p.viewers.Of(ctx, person, g.Guild, g.Players[person].Locale)
		if err == nil {
			err = p.sendDirectly(ctx, g, viewer)
		}
		errs = append(errs, err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	return p.boards.AnnouncedDirectly(ctx, g.ID, g.Revision)
}

func (p *Publisher) sendDirectly(ctx context.Context, g *game.Game, viewer view.Viewer) error {
	reply := gameview.Turn(p.view, g, viewer)
	sent, err := p.jobs.write(ctx, viewer.Person, reply, reply.Shows.Nonce()+" to "+string(viewer.Person))
	if errors.Is(err, ErrOutdated) {
		return nil // the later event is announced by itself
	}
	about := []any{"game", g.ID, "person", viewer.Person}
	retryErr := p.settle(string(g.Last.Kind), err, "a person cannot be sent their game", about...)
	if retryErr != nil || err != nil {
		return retryErr
	}
	return p.boards.DirectPosted(ctx, g.ID, viewer.Person, g.Revision, sent)
}
