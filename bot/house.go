package bot

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// This file brings games into threads of their own, and out of channels that are no more.

// threadQuiet is after how long without a word Discord puts a thread away by itself: the longest there is. A move opens it again.
const threadQuiet = 7 * 24 * time.Hour

// house opens the thread of a game that has begun, and links it in the message that told so. Where no thread can be had the game stays.
//
// A crash between any two steps does no harm. Which message the thread hangs on is saved before the thread is opened, and a message has
// one thread at most: whoever does it again finds the thread of the first time.
func (b *Bot) house(ctx context.Context, g *game.Game, job game.Announce) error {
	reader, err := b.host.addressee(ctx, g)
	if err != nil {
		return err
	}
	message, thread := g.House.Message, ""
	if message != "" {
		thread, err = b.openThread(ctx, g, message, reader)
	}
	if message == "" || discord.HasCode(err, discord.CodeUnknownMessage) { // the answer did not arrive, or was deleted since
		if message, err = b.begin(ctx, g, reader, message); err == nil {
			thread, err = b.openThread(ctx, g, message, reader)
		}
	}
	if err != nil {
		return b.unhoused(ctx, g, reader, message, err)
	}
	if err := b.client.Edit(ctx, g.Channel, message, b.host.view.Begun(g, reader, thread).Message()); err != nil {
		b.log.Warn("a thread is not linked in its channel", "game", g.ID, "message", message, "err", err)
	}
	old, err := b.host.service.Housed(ctx, job, thread)
	if err != nil {
		return err
	}
	if asked := g.House.Asked; asked.Message != "" && asked.Message != message {
		b.router.retire(ctx, oldBoard{channel: asked.Channel, id: asked.Message})
	}
	b.log.Info("thread opened", "game", g.ID, "channel", g.Channel, "thread", thread)
	if old != "" { // somebody moved before the thread was there
		b.router.retire(ctx, oldBoard{channel: g.Channel, id: old, timed: g.Timed()})
	}
	return nil
}

// begin tells the channel that the game has begun, in place of a message that is not there.
func (b *Bot) begin(ctx context.Context, g *game.Game, reader view.Reader, lost string) (message string, err error) {
	reply := b.host.view.Begun(g, reader, "")
	message, err = b.client.Post(ctx, g.Channel, reply.Message(), reply.Tells.Nonce()+" after "+lost)
	if err != nil {
		return "", err
	}
	return message, b.host.service.HangOn(ctx, g.ID, message)
}

func (b *Bot) openThread(ctx context.Context, g *game.Game, message string, reader view.Reader) (thread string, err error) {
	return b.client.OpenThread(ctx, g.Channel, message, threadName(g, reader.Words), threadQuiet)
}

// unhoused deals with a thread that could not be opened: it is tried again, or the game stays where it is.
func (b *Bot) unhoused(ctx context.Context, g *game.Game, reader view.Reader, message string, err error) error {
	moved, evicting := b.host.evicted(ctx, g, err)
	reason := discord.Hopeless(err)
	switch {
	case moved || evicting != nil:
		return evicting
	case reason == "":
		return fmt.Errorf("opening the thread of game %d: %w", g.ID, err)
	}
	b.log.Warn("no thread for a game", "game", g.ID, "channel", g.Channel, "reason", reason, "err", err)
	ground := game.GroundOther
	if discord.HasCode(err, discord.CodeMissingAccess, discord.CodeMissingPermissions) {
		ground = game.GroundBarred
	}
	stays, err := b.host.service.Stays(ctx, g, ground)
	if err != nil || message == "" {
		return err
	}
	if err := b.client.Edit(ctx, g.Channel, message, b.host.view.Begun(stays, reader, "").Message()); err != nil {
		b.log.Warn("a channel waits for a thread that does not come", "game", g.ID, "message", message, "err", err)
	}
	return nil
}

// evicted takes a game out of its channel where err says that the channel is no more, or out of a thread that is closed to the bot. It
// tells whether it did: the game is announced where it lives now.
func (h *host) evicted(ctx context.Context, g *game.Game, err error) (bool, error) {
	gone := discord.HasCode(err, discord.CodeUnknownChannel)
	closed := g.Home != "" && discord.HasCode(err, discord.CodeMissingAccess, discord.CodeMissingPermissions, discord.CodeArchivedThread)
	if !gone && !closed || g.State != game.Active && g.State != game.Finished {
		return false, nil
	}
	return true, h.service.Evicted(ctx, g.ID, g.Channel)
}

// vanished takes the games out of a channel or a thread that somebody deleted.
func (b *Bot) vanished(ctx context.Context, data json.RawMessage) {
	var gone struct {
		ID string `json:"id"`
	}
	if err := json.Unmarshal(data, &gone); err != nil || gone.ID == "" {
		b.log.Warn("a channel was deleted, but which one cannot be read", "err", err)
		return
	}
	if err := b.host.service.Vanished(ctx, gone.ID); err != nil {
		b.log.Warn("the games of a channel that was deleted stay there until their next move", "channel", gone.ID, "err", err)
	}
}

// tellDirectly announces a game that has no channel any more to its people: the first time to all of them, then to the one who is to act,
// and the end to all. Who takes no direct messages finds the game by /games.
func (b *Bot) tellDirectly(ctx context.Context, g *game.Game) error {
	readers := make([]view.Reader, 0, 2)
	next, err := b.host.addressee(ctx, g)
	if err != nil {
		return err
	}
	for _, p := range g.People() {
		if p == next.Person {
			readers = append(readers, next)
		} else if g.House.Why != "" || g.State == game.Finished {
			reader, err := b.host.reader(ctx, p, g.Guild, g.Players[p].Locale)
			if err != nil {
				return err
			}
			readers = append(readers, reader)
		}
	}
	var problems []error
	for _, reader := range readers {
		problems = append(problems, b.write(ctx, g, reader))
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return b.host.service.Shown(ctx, g.ID, g.Channel, g.Revision, "")
}

// write sends a person the board of his game.
func (b *Bot) write(ctx context.Context, g *game.Game, reader view.Reader) error {
	event := string(g.Last.Kind)
	reply := b.host.view.Turn(g, reader)
	channel, err := b.client.OpenDM(ctx, string(reader.Person))
	if err == nil {
		_, err = b.client.Post(ctx, channel, reply.Message(), reply.Tells.Nonce()+" to "+string(reader.Person))
	}
	switch reason := discord.Hopeless(err); {
	case reason != "":
		b.counts.announced.WithLabelValues(event, "given up").Inc()
		b.log.Info("a person does not hear of his game", "game", g.ID, "person", reader.Person, "reason", reason)
		return nil
	case err != nil:
		b.counts.announced.WithLabelValues(event, "failed").Inc()
		return fmt.Errorf("writing to a person about game %d: %w", g.ID, err)
	}
	b.counts.announced.WithLabelValues(event, "posted").Inc()
	return nil
}

// Archive does an Archive job: the thread of a game that is over gets the result into its name and is put away.
func (b *Bot) Archive(ctx context.Context, job game.Archive) error {
	g, err := b.host.service.Archivable(ctx, job)
	if err != nil || g == nil {
		return err
	}
	reader, err := b.host.addressee(ctx, g)
	if err != nil {
		return err
	}
	err = b.client.ArchiveThread(ctx, g.Channel, threadName(g, reader.Words))
	if reason := discord.Hopeless(err); reason != "" {
		b.log.Info("a thread stays as it is", "game", g.ID, "thread", g.Channel, "reason", reason)
		return nil
	}
	if err != nil {
		return fmt.Errorf("archiving the thread of game %d: %w", g.ID, err)
	}
	return nil
}

// threadName names the thread of a game after its players, Red first, and once it is over begins with the result.
func threadName(g *game.Game, w words.Words) string {
	name := view.SeatLabel(g, board.Red, w) + " – " + view.SeatLabel(g, board.Black, w)
	if g.State != game.Finished {
		return name
	}
	return resultMark(g.Outcome) + " · " + name
}

// resultMark is a result as tables write it, Red's score first.
func resultMark(o rules.Outcome) string {
	switch o {
	case rules.RedWins:
		return "1-0"
	case rules.BlackWins:
		return "0-1"
	case rules.Draw:
		return "½-½"
	case rules.Ongoing: // called off
	}
	return "–"
}

// gathered is the first message in a thread: whoever is mentioned in a thread is led into it, so that it mentions all the people of its game.
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
