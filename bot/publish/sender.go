package publish

import (
	"context"
	"errors"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// sender posts and edits messages with the features that the bot's permissions allow.
type sender struct {
	client *discord.Client
	games  *game.Service
}

// post posts a message in a channel. Messages with the same nonce are posted once.
func (s sender) post(ctx context.Context, channel string, reply view.Reply, nonce string) (id string, err error) {
	err = s.sendWithFallback(reply, func(m discord.Message) error {
		id, err = s.client.Post(ctx, channel, m, nonce)
		return err
	})
	return id, err
}

// edit replaces one of the bot's own messages.
func (s sender) edit(ctx context.Context, channel, id string, reply view.Reply) error {
	return s.sendWithFallback(reply, func(m discord.Message) error { return s.client.Edit(ctx, channel, id, m) })
}

// reopenIfArchived calls do, which edits a message of a thread. If the thread is archived, it calls do again with the
// thread reopened.
func reopenIfArchived(ctx context.Context, client *discord.Client, thread string, do func() error) error {
	if err := do(); !discord.HasCode(err, discord.CodeArchivedThread) {
		return err
	}
	return client.WithThreadUnarchived(ctx, thread, do)
}

// write sends a person a direct message.
func (s sender) write(
	ctx context.Context, to game.Person, reply view.Reply, nonce string,
) (sent game.MessageRef, err error) {
	if sent.Channel, err = s.client.OpenDM(ctx, string(to)); err != nil {
		return sent, err
	}
	sent.Message, err = s.client.Post(ctx, sent.Channel, s.message(reply), nonce)
	return sent, err
}

// sendWithFallback sends a complete message. If the bot lacks a permission, it sends the message without files, and
// then without embeds: Discord does not say which permission is missing.
func (s sender) sendWithFallback(reply view.Reply, send func(discord.Message) error) error {
	err := send(s.message(reply))
	if discord.HasCode(err, discord.CodeMissingPermissions) && (reply.Picture != nil || len(reply.Files) > 0) {
		err = send(s.message(reply.WithoutFiles()))
	}
	if discord.HasCode(err, discord.CodeMissingPermissions) && reply.Embed != nil {
		err = send(s.message(reply.WithoutEmbed()))
	}
	return err
}

// ErrOutdated means that a message was not sent because the game has moved on: it would appear below newer messages,
// with controls that no longer work.
var ErrOutdated = errors.New("publish: the game has moved on")

// message returns the message of a reply for a channel. Right before it is sent, the game that it shows is read again.
func (s sender) message(reply view.Reply) discord.Message {
	m := reply.Message()
	if shows := reply.Shows; shows != nil {
		m.Check = func(ctx context.Context) error { return s.current(ctx, shows.Game) }
	}
	return m
}

// current returns [ErrOutdated] if a game has changed since it was shown.
func (s sender) current(ctx context.Context, shown *game.Game) error {
	g, err := s.games.Game(ctx, shown.ID)
	switch {
	case err != nil:
		return err
	case g.Revision != shown.Revision, g.Channel != shown.Channel:
		return ErrOutdated
	}
	return nil
}
