package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"slices"

	"github.com/bwmarrin/discordgo"
)

// Post posts a message in a channel, a thread or direct messages, and returns its id. Calls with the same nonce create
// one message within some minutes, whatever their text: the second returns the id of the first. Posting reopens an
// archived thread unless it is locked.
//
// A message that Discord rejects is posted again as plain text.
func (c *Client) Post(ctx context.Context, channel string, m Message, nonce string) (id string, err error) {
	m.Private = false
	sum := sha256.Sum256([]byte(nonce))
	var posted identified
	err = c.sendOrSimplify(ctx, m, func(m Message) error {
		body := c.mentions.payload(m, false)
		body.Nonce, body.EnforceNonce = base64.RawURLEncoding.EncodeToString(sum[:16]), true // 22 of the 25 characters allowed
		q := newCall(http.MethodPost, messagesRoute, channel)
		q.body, q.files, q.check = body, m.Files, m.Check
		return c.do(ctx, q, &posted)
	})
	return posted.ID, err
}

// Edit replaces one of the bot's own messages, files included: what m lacks is removed, except for what KeepContent
// preserves. An edit notifies nobody. In an archived thread it fails with [CodeArchivedThread]. A message that Discord
// rejects is replaced with plain text.
func (c *Client) Edit(ctx context.Context, channel, id string, m Message) error {
	return c.edit(ctx, newCall(http.MethodPatch, messageRoute, channel, id), m)
}

// edit makes a call that replaces a message with m.
func (c *Client) edit(ctx context.Context, q call, m Message) error {
	return c.sendOrSimplify(ctx, m, func(m Message) error {
		q.body, q.files, q.check = c.mentions.payload(m, true), m.Files, m.Check
		return c.do(ctx, q, nil)
	})
}

// RemoveControls removes the buttons and menus from one of the bot's own messages and replaces its embed unless embed
// is nil. The rest of the message stays.
func (c *Client) RemoveControls(ctx context.Context, channel, id string, embed *discordgo.MessageEmbed) error {
	change := payload{Components: []discordgo.MessageComponent{}}
	if embed != nil {
		change.Embeds = []*discordgo.MessageEmbed{embed}
	}
	return c.do(ctx, newCall(http.MethodPatch, messageRoute, channel, id).with(change), nil)
}

// StripToText removes embeds, files and controls from one of the bot's own messages and leaves its text.
func (c *Client) StripToText(ctx context.Context, channel, id string) error {
	bare := payload{
		Components: []discordgo.MessageComponent{}, Embeds: []*discordgo.MessageEmbed{}, Attachments: []attachment{},
	}
	return c.do(ctx, newCall(http.MethodPatch, messageRoute, channel, id).with(bare), nil)
}

// Delete deletes one of the bot's own messages. Deleting a message that is already gone is no error.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	return c.delete(ctx, newCall(http.MethodDelete, messageRoute, channel, id))
}

// delete makes a call that deletes a message, which may be gone already.
func (c *Client) delete(ctx context.Context, q call) error {
	err := c.do(ctx, q, nil)
	if HasCode(err, CodeUnknownMessage) {
		return nil
	}
	return err
}

// Embed returns the current embed of one of the bot's own messages, nil if it has none. The bot needs permission to
// read the channel's history.
func (c *Client) Embed(ctx context.Context, channel, id string) (*discordgo.MessageEmbed, error) {
	var message struct {
		Embeds []*discordgo.MessageEmbed `json:"embeds"`
	}
	err := c.get(ctx, messageRoute, &message, channel, id)
	if err != nil || len(message.Embeds) == 0 {
		return nil, err
	}
	return message.Embeds[0], nil
}

// ListedMessage is a message in a listing of a channel.
type ListedMessage struct {
	ID         string          `json:"id"`
	Author     discordgo.User  `json:"author"`
	Components json.RawMessage `json:"components"`
	Reference  struct {
		Message string `json:"message_id"`
	} `json:"message_reference"`
	Interaction struct {
		ID       string `json:"id"`
		Original string `json:"original_response_message_id"`
	} `json:"interaction_metadata"`
}

// Controls are the custom ids of the buttons and menus of the message.
func (m ListedMessage) Controls() []string { return customIDs(m.Components) }

// LatestMessages lists the newest messages of a channel, at most a hundred, newest first. It returns none if the bot
// may not read the channel's history.
func (c *Client) LatestMessages(ctx context.Context, channel string) ([]ListedMessage, error) {
	return c.listMessages(ctx, channel, "")
}

// Replied reports whether one of the messages right after a message of the channel is a reply of author's to it. It is
// false if the bot may not read the channel's history.
func (c *Client) Replied(ctx context.Context, channel, message, author string) (bool, error) {
	later, err := c.listMessages(ctx, channel, message)
	return slices.ContainsFunc(later, func(m ListedMessage) bool {
		return m.Author.ID == author && m.Reference.Message == message
	}), err
}

// listMessages reads the newest messages of a channel, or the first ones after that of an id: a hundred, as many as
// Discord gives.
func (c *Client) listMessages(ctx context.Context, channel, after string) (messages []ListedMessage, err error) {
	q := newCall(http.MethodGet, messagesRoute, channel)
	q.query = "limit=100"
	if after != "" {
		q.query += "&after=" + after
	}
	err = c.do(ctx, q, &messages)
	return messages, err
}

// React adds the bot's reaction to a message; it may be there already. The bot needs a permission for that in a server,
// none in direct messages.
func (c *Client) React(ctx context.Context, channel, id, emoji string) error {
	return c.do(ctx, newCall(http.MethodPut, messageRoute+"/reactions/{emoji}/@me", channel, id, emoji), nil)
}

// OpenDM returns the channel of direct messages with a person, which is always the same one. Only a Post shows whether
// they accept messages there: see [RefusedDM]. Discord asks bots to open few of these; a caller who keeps the id needs
// no second call.
func (c *Client) OpenDM(ctx context.Context, person string) (channel string, err error) {
	var opened identified
	recipient := map[string]string{"recipient_id": person}
	err = c.do(ctx, newCall(http.MethodPost, "/users/@me/channels").with(recipient), &opened)
	return opened.ID, err
}
