package publish

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Threads opens, names and archives the threads of games.
type Threads struct {
	*common
	tournaments *tournament.Service
	recovery    *Recovery
	displays    *Displays
}

// open opens the thread of a game that has begun, and links it in the message that announced the beginning. For games
// of a simultaneous display or a tournament, the display's or tournament's message has the link, and the announcement
// is deleted. If no thread can be opened, the game stays in its channel.
//
// A crash between any two steps does no harm: the thread's starter message is saved before the thread is opened, and a
// message has at most one thread, so that a second attempt finds the thread of the first.
func (t *Threads) open(ctx context.Context, g *game.Game, job game.Announce) error {
	viewer, err := t.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	name := t.name(ctx, g, viewer)
	message, thread := g.Board.Starter, ""
	if message == "" {
		if message, err = t.recovery.reuseMessage(ctx, g, gameview.GameStarted(g, viewer, "")); err != nil {
			return err
		}
		if message != "" {
			if err := t.boards.StarterPosted(ctx, g.ID, message); err != nil {
				return err
			}
		}
	}
	if message != "" {
		thread, err = t.jobs.client.OpenThread(ctx, g.Channel, message, name)
	}
	if message == "" || discord.HasCode(err, discord.CodeUnknownMessage) { // it was never posted, or was deleted since
		if message, err = t.postStarter(ctx, g, viewer, message); err == nil {
			thread, err = t.jobs.client.OpenThread(ctx, g.Channel, message, name)
		}
	}
	if err != nil {
		return t.withoutThread(ctx, g, viewer, message, err)
	}
	linked, err := t.link(ctx, g, message, gameview.GameStarted(g, viewer, thread), thread)
	if errors.As(err, new(*discord.RateLimitError)) {
		return err
	}
	if err != nil {
		t.log.Warn("a thread is not linked in its channel", "game", g.ID, "message", message, "err", err)
	}
	if err := t.boards.ThreadOpened(ctx, job, thread, linked); err != nil {
		return err
	}
	t.log.Info("thread opened", "game", g.ID, "channel", g.Channel, "thread", thread)
	return nil
}

// link links the thread of a game in its channel: in the message of its display or tournament, or else in the message
// that announced the beginning. It reports whether another message has the link, so that the announcement is not
// needed. The announcement is deleted only once the thread is recorded, because a second attempt finds the thread by
// it. A tournament updates its own message.
func (t *Threads) link(
	ctx context.Context, g *game.Game, message string, begun view.Reply, thread string,
) (linked bool, err error) {
	if g.Simul != 0 {
		linked, err = t.displays.linkThread(ctx, g, thread)
		if linked || errors.As(err, new(*discord.RateLimitError)) {
			return linked, err
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

// postStarter announces again that the game has begun, if the first message was never posted or was deleted.
func (t *Threads) postStarter(
	ctx context.Context, g *game.Game, viewer view.Viewer, lost string,
) (message string, err error) {
	reply := gameview.GameStarted(g, viewer, "")
	message, err = t.jobs.client.Post(ctx, g.Channel, reply.Message(), reply.Shows.Nonce()+" after "+lost)
	if err != nil {
		return "", err
	}
	return message, t.boards.StarterPosted(ctx, g.ID, message)
}

func (t *Threads) name(ctx context.Context, g *game.Game, viewer view.Viewer) string {
	title := ""
	if f, ok := g.AtEnd.(tournament.Fixture); ok {
		event, err := t.tournaments.Tournament(ctx, f.Tournament)
		if err != nil { // the name with the round is good enough
			t.log.Warn("a thread is named without its tournament", "game", g.ID, "tournament", f.Tournament, "err", err)
		} else {
			title = event.Name
		}
	}
	return gameview.ThreadName(g, title, viewer.Words)
}

// Name handles a NameThread job: it renames a thread in which a rematch is played. Discord allows two renames in ten
// minutes; a job that has to wait uses the state of the game at the later time.
func (t *Threads) Name(ctx context.Context, job game.NameThread) error {
	g, err := t.boards.ToName(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return t.rename(ctx, g, t.jobs.client.RenameThread, "a thread was not renamed")
}

// rename gives the thread of a game its name of now, by a call of Discord.
func (t *Threads) rename(
	ctx context.Context, g *game.Game, call func(ctx context.Context, thread, name string) error, undone string,
) error {
	return t.posting.do(ctx, turnOf(g), func() error {
		viewer, err := t.viewers.Next(ctx, g)
		if err != nil {
			return err
		}
		return t.giveUp(call(ctx, g.Channel, t.name(ctx, g, viewer)), undone, "game", g.ID, "thread", g.Channel)
	})
}

// withoutThread handles a thread that could not be opened: the job is retried, or the game stays in its channel.
func (t *Threads) withoutThread(
	ctx context.Context, g *game.Game, viewer view.Viewer, message string, err error,
) error {
	reason := discord.PermanentFailure(err)
	switch {
	case discord.HasCode(err, discord.CodeUnknownChannel):
		_, err := t.leaveChannel(ctx, g, err)
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
	support := game.ThreadSupportOther
	if discord.NotWritable(err) {
		support = game.ThreadSupportForbidden
	}
	updated, err := t.boards.ThreadRefused(ctx, g, support)
	if err != nil || message == "" {
		return err
	}
	if err := t.jobs.client.Edit(ctx, g.Channel, message, gameview.GameStarted(updated, viewer, "").Message()); err != nil {
		t.log.Warn("a message still announces a thread that could not be opened",
			"game", g.ID, "message", message, "err", err)
	}
	return nil
}

// Archive handles an Archive job: it adds the result to the name of a finished game's thread and archives it.
func (t *Threads) Archive(ctx context.Context, job game.Archive) error {
	g, err := t.boards.ToArchive(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return t.rename(ctx, g, t.jobs.client.ArchiveThread, "a thread was not archived")
}

// mentionAll returns the first message in a thread. It mentions all people of the game, because a mention adds a person
// to the thread.
func mentionAll(reply view.Reply, g *game.Game) view.Reply {
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
