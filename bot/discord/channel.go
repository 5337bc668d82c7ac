package discord

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/bwmarrin/discordgo"
)

// Post puts a message into a channel, a thread or direct messages, and returns its id. Calls with the same nonce, any
// text, make one message within some minutes: the second returns the first's id. An archived thread opens again by it,
// unless it is locked.
//
// A message that Discord does not take is posted once more as words alone.
func (c *Client) Post(ctx context.Context, channel string, m Message, nonce string) (id string, err error) {
	m.Private = false
	err = c.simplify(ctx, m, func(m Message) error {
		id, err = c.post(ctx, channel, m, nonce)
		return err
	})
	return id, err
}

func (c *Client) post(ctx context.Context, channel string, m Message, nonce string) (string, error) {
	body := m.form(false)
	sum := sha256.Sum256([]byte(nonce))
	body.Nonce, body.EnforceNonce = base64.RawURLEncoding.EncodeToString(sum[:16]), true // 22 of the 25 characters allowed
	var posted identified
	err := c.do(ctx, call{
		method: http.MethodPost, path: "/channels/" + channel + "/messages", route: "/channels/{id}/messages",
		bucket: postBucket(channel), body: body, files: m.Files, again: true, check: m.Check,
	}, &posted)
	return posted.ID, err
}

// Edit puts another message in the place of one of the bot's own, files included: what m lacks is removed from the
// message, except for what Keep leaves. Nobody is notified by an edit. An archived thread refuses it with
// CodeArchivedThread. What Discord does not take becomes words alone.
func (c *Client) Edit(ctx context.Context, channel, id string, m Message) error {
	return c.simplify(ctx, m, func(m Message) error { return c.edit(ctx, channel, id, m.form(true), m.Files, m.Check) })
}

// Retire takes the buttons and menus off one of the bot's own messages, and gives it another embed, unless that is nil.
// The rest of it stays.
func (c *Client) Retire(ctx context.Context, channel, id string, embed *discordgo.MessageEmbed) error {
	retired := form{Components: &[]discordgo.MessageComponent{}}
	if embed != nil {
		retired.Embeds = &[]*discordgo.MessageEmbed{embed}
	}
	return c.edit(ctx, channel, id, retired, nil, nil)
}

// Strip leaves one of the bot's own messages its text and nothing else: embeds, files and controls are removed.
func (c *Client) Strip(ctx context.Context, channel, id string) error {
	bare := form{
		Components: &[]discordgo.MessageComponent{}, Embeds: &[]*discordgo.MessageEmbed{}, Attachments: &[]attachment{},
	}
	return c.edit(ctx, channel, id, bare, nil, nil)
}

// SetEmbed gives one of the bot's own messages another embed. The rest of it stays.
func (c *Client) SetEmbed(ctx context.Context, channel, id string, embed *discordgo.MessageEmbed) error {
	return c.edit(ctx, channel, id, form{Embeds: &[]*discordgo.MessageEmbed{embed}}, nil, nil)
}

// Embed is the embed of one of the bot's own messages as it is now; nil where it has none. The bot must be allowed to
// read what was said.
func (c *Client) Embed(ctx context.Context, channel, id string) (*discordgo.MessageEmbed, error) {
	var said struct {
		Embeds []*discordgo.MessageEmbed `json:"embeds"`
	}
	err := c.do(ctx, call{
		method: http.MethodGet, path: "/channels/" + channel + "/messages/" + id, route: "/channels/{id}/messages/{id}",
		bucket: "read " + channel, again: true,
	}, &said)
	if err != nil || len(said.Embeds) == 0 {
		return nil, err
	}
	return said.Embeds[0], nil
}

// Said is a message of a channel, as far as it tells whose it is and what can be done with it.
type Said struct {
	ID     string
	Author string // the id of a user
	// Controls are the custom ids of its buttons and menus.
	Controls []string
}

// listed bounds how many messages of a channel are looked at: as many as Discord gives at once.
const listed = 100

// Latest lists the newest messages of a channel, at most a hundred, the newest first. Where the bot may not read what
// was said there are none.
func (c *Client) Latest(ctx context.Context, channel string) ([]Said, error) {
	var messages []struct {
		identified
		Author     identified      `json:"author"`
		Components json.RawMessage `json:"components"`
	}
	if err := c.list(ctx, channel, nil, &messages); err != nil {
		return nil, err
	}
	said := make([]Said, len(messages))
	for i, m := range messages {
		said[i] = Said{ID: m.ID, Author: m.Author.ID, Controls: customIDs(m.Components)}
	}
	return said, nil
}

// list reads messages of a channel; which says where to begin, and nil means at the newest.
func (c *Client) list(ctx context.Context, channel string, which url.Values, result any) error {
	query := url.Values{"limit": {strconv.Itoa(listed)}}
	maps.Copy(query, which)
	return c.do(ctx, call{
		method: http.MethodGet, path: "/channels/" + channel + "/messages?" + query.Encode(),
		route: "/channels/{id}/messages", bucket: "list " + channel, again: true,
	}, result)
}

func (c *Client) edit(
	ctx context.Context, channel, id string, body form, files []File, check func(context.Context) error,
) error {
	return c.do(ctx, call{
		method: http.MethodPatch, path: "/channels/" + channel + "/messages/" + id, route: "/channels/{id}/messages/{id}",
		bucket: editBucket(channel), old: oldEdits(channel, id), body: body, files: files, again: true, check: check,
	}, nil)
}

// Delete takes one of the bot's own messages away. One that is gone already is no error.
func (c *Client) Delete(ctx context.Context, channel, id string) error {
	err := c.do(ctx, call{
		method: http.MethodDelete, path: "/channels/" + channel + "/messages/" + id, route: "/channels/{id}/messages/{id}",
		bucket: "delete " + channel, again: true,
	}, nil)
	if HasCode(err, CodeUnknownMessage) {
		return nil
	}
	return err
}

// React puts an emoji below a message, of which there may be one of the bot's already. In a server the bot needs a
// permission for that, in direct messages none.
func (c *Client) React(ctx context.Context, channel, id, emoji string) error {
	return c.do(ctx, call{
		method: http.MethodPut, path: "/channels/" + channel + "/messages/" + id + "/reactions/" + url.PathEscape(emoji) + "/@me",
		route: "/channels/{id}/messages/{id}/reactions/{emoji}/@me", bucket: "react " + channel, again: true,
	}, nil)
}

// OpenDM returns the channel of direct messages with a person, which is always the same one. Whether they accept
// messages there, the Post will tell: see RefusedDM. Discord asks bots to open few of these; a caller who keeps the id
// needs no second call.
func (c *Client) OpenDM(ctx context.Context, person string) (channel string, err error) {
	var opened identified
	err = c.do(ctx, call{
		method: http.MethodPost, path: "/users/@me/channels", route: "/users/@me/channels", bucket: "open direct messages",
		body: map[string]string{"recipient_id": person}, again: true,
	}, &opened)
	return opened.ID, err
}

// identified is what is read of an answer that tells of a message, a channel or anything else with an id.
type identified struct {
	ID string `json:"id"`
}
