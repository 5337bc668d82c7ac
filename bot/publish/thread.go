package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
)

// threadQuiet is the time without a message after which Discord archives a thread: the longest there is. A move opens
// it again.
const threadQuiet = 7 * 24 * time.Hour

// Threads opens the threads of games, names them and archives them.
type Threads struct {
	*common
	unanswered  *Unanswered
	tournaments *tournament.Service
	displays    *Displays
}

// open opens the thread of a game that has begun, and links it in the message that announced the beginning. For
// games of a simultaneous display or a tournament its message has the link, and the other one goes. Where no thread can
// be opened, the game stays in its channel.
//
// A crash between any two steps does no harm: the message on which the thread hangs is saved before the thread is
// opened, and a message has at most one thread, so that the second attempt finds the thread of the first.
func (t *Threads) open(ctx context.Context, g *game.Game, job game.Announce) error {
	viewer, err := t.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	message, thread := g.Board.Starter, ""
	if message == "" {
		if message, err = t.unanswered.takeUp(ctx, g, t.view.Begun(g, viewer, "")); err != nil {
			return err
		}
		if message != "" {
			if err := t.boards.StarterPosted(ctx, g.ID, message); err != nil {
				return err
			}
		}
	}
	if message != "" {
		thread, err = t.threadOn(ctx, g, message, viewer)
	}
	if message == "" || discord.HasCode(err, discord.CodeUnknownMessage) { // it never arrived, or was deleted since
		if message, err = t.begin(ctx, g, viewer, message); err == nil {
			thread, err = t.threadOn(ctx, g, message, viewer)
		}
	}
	if err != nil {
		return t.withoutThread(ctx, g, viewer, message, err)
	}
	elsewhere, err := t.link(ctx, g, message, t.view.Begun(g, viewer, thread), thread)
	if errors.As(err, new(*discord.RateLimitError)) {
		return err
	}
	if err != nil {
		t.log.Warn("a thread is not linked in its channel", "game", g.ID, "message", message, "err", err)
	}
	opened := t.boards.ThreadOpened
	if elsewhere {
		opened = t.boards.ThreadLinked
	}
	if err := opened(ctx, job, thread); err != nil {
		return err
	}
	t.log.Info("thread opened", "game", g.ID, "channel", g.Channel, "thread", thread)
	return nil
}

// link leads from the channel of a game to its thread: by the message of its display or its tournament, or else by the
// one that announced the beginning. It reports whether that one is not needed. It goes once the thread is recorded, not
// before: a second attempt finds the thread by it. What a tournament's message has of its games is the tournament's
// business.
func (t *Threads) link(
	ctx context.Context, g *game.Game, message string, begun view.Reply, thread string,
) (elsewhere bool, err error) {
	if g.Simul != 0 {
		elsewhere, err = t.displays.seat(ctx, g, thread)
		if elsewhere || errors.As(err, new(*discord.RateLimitError)) {
			return elsewhere, err
		}
	}
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		event, err := t.tournaments.Tournament(ctx, f.Tournament)
		if err == nil && event.Notice.Message != "" {
			return true, nil
		}
	}
	return false, t.jobs.client.Edit(ctx, g.Channel, message, begun.Message())
}

// begin posts that the game has begun, for a message that never arrived or was deleted.
func (t *Threads) begin(
	ctx context.Context, g *game.Game, viewer view.Viewer, lost string,
) (message string, err error) {
	reply := t.view.Begun(g, viewer, "")
	message, err = t.jobs.client.Post(ctx, g.Channel, reply.Message(), reply.Shows.Nonce()+" after "+lost)
	if err != nil {
		return "", err
	}
	return message, t.boards.StarterPosted(ctx, g.ID, message)
}

// threadOn opens the thread of a message.
func (t *Threads) threadOn(
	ctx context.Context, g *game.Game, message string, viewer view.Viewer,
) (thread string, err error) {
	return t.jobs.client.OpenThread(ctx, g.Channel, message, t.name(ctx, g, viewer), threadQuiet)
}

// name is what the thread of a game is called.
func (t *Threads) name(ctx context.Context, g *game.Game, viewer view.Viewer) string {
	title := ""
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		event, err := t.tournaments.Tournament(ctx, f.Tournament)
		if err != nil { // the round says enough
			t.log.Warn("a thread is named without its tournament", "game", g.ID, "tournament", f.Tournament, "err", err)
		} else {
			title = event.Name
		}
	}
	return view.ThreadName(g, title, viewer.Words)
}

// Name does a NameThread job: the thread in which a rematch is played is named after it. Discord lets a name be changed
// twice in ten minutes; a job that has to wait for that finds the game as it is then.
func (t *Threads) Name(ctx context.Context, job game.NameThread) error {
	g, err := t.boards.ToName(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return t.posting.do(ctx, turnOf(g), func() error { return t.rename(ctx, g) })
}

// rename is Name when its turn has come.
func (t *Threads) rename(ctx context.Context, g *game.Game) error {
	viewer, err := t.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	err = t.jobs.client.RenameThread(ctx, g.Channel, t.name(ctx, g, viewer))
	if reason := discord.PermanentFailure(err); reason != "" {
		t.log.Info("a thread keeps its name", "game", g.ID, "thread", g.Channel, "reason", reason)
		return nil
	}
	if err != nil {
		return fmt.Errorf("naming the thread of game %d: %w", g.ID, err)
	}
	return nil
}

// withoutThread deals with a thread that could not be opened: it is tried again, or the game stays in its channel.
func (t *Threads) withoutThread(
	ctx context.Context, g *game.Game, viewer view.Viewer, message string, err error,
) error {
	reason := discord.PermanentFailure(err)
	switch {
	case discord.HasCode(err, discord.CodeUnknownChannel):
		_, err := t.moveOut(ctx, g, err)
		return err
	case reason == "":
		return fmt.Errorf("opening the thread of game %d: %w", g.ID, err)
	}
	if message != "" {
		if err := t.jobs.client.CheckEditLimit(g.Channel, message); err != nil {
			return err
		}
	}
	t.log.Warn("no thread for a game", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
	ground := game.GroundOther
	if discord.NotWritable(err) {
		ground = game.GroundBarred
	}
	stays, err := t.boards.ThreadRefused(ctx, g, ground)
	if err != nil || message == "" {
		return err
	}
	if err := t.jobs.client.Edit(ctx, g.Channel, message, t.view.Begun(stays, viewer, "").Message()); err != nil {
		t.log.Warn("a channel waits for a thread that does not come", "game", g.ID, "message", message, "err", err)
	}
	return nil
}

// Archive does an Archive job: the thread of a game that is over gets the result in its name and is archived.
func (t *Threads) Archive(ctx context.Context, job game.Archive) error {
	g, err := t.boards.ToArchive(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return t.posting.do(ctx, turnOf(g), func() error { return t.archive(ctx, g) })
}

// archive is Archive when its turn has come.
func (t *Threads) archive(ctx context.Context, g *game.Game) error {
	viewer, err := t.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	err = t.jobs.client.ArchiveThread(ctx, g.Channel, t.name(ctx, g, viewer))
	if reason := discord.PermanentFailure(err); reason != "" {
		t.log.Info("a thread stays as it is", "game", g.ID, "thread", g.Channel, "reason", reason)
		return nil
	}
	if err != nil {
		return fmt.Errorf("archiving the thread of game %d: %w", g.ID, err)
	}
	return nil
}

// gathered is the first message in a thread. A mention adds a person to the thread, so that the message mentions all
// the people of the game.
func gathered(reply view.Reply, g *game.Game) view.Reply {
	var missing []string
	reply.Ping = nil
	for _, p := range g.People() {
		reply.Ping = append(reply.Ping, p)
		if !strings.Contains(reply.Text, view.Mention(p)) {
			missing = append(missing, view.Mention(p))
		}
	}
	if len(missing) > 0 {
		reply.Text = strings.Join(missing, " ") + "\n" + reply.Text
	}
	return reply
}
