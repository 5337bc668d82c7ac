package discord

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/bwmarrin/discordgo"
)

// Discord's time limits for an interaction, counted from its arrival and shortened by a safety margin.
const (
	// FirstResponseTimeout bounds the first response, for which Discord allows three seconds.
	FirstResponseTimeout = 2800 * time.Millisecond
	// TokenLifetime is how long an interaction accepts further messages after its first response.
	TokenLifetime = 15*time.Minute - 10*time.Second
)

// Why an answer did not arrive.
var (
	// ErrDuplicate: another delivery of the same interaction has already answered it. Nothing remains to be sent.
	ErrDuplicate = errors.New("discord: the interaction has already been answered")
	// ErrExpired: Discord no longer accepts an answer to this interaction.
	ErrExpired = errors.New("discord: the interaction has expired")
)

const webhookRoute = "/webhooks/{app}/{token}"

// original is Discord's name for the message created by an interaction's first response.
const original = "@original"

// onSent returns a call about a message that answered an interaction.
func onSent(method string, i *discordgo.Interaction, message string) call {
	if message == original {
		return newCall(method, webhookRoute+"/messages/"+original, i.AppID, i.Token)
	}
	return newCall(method, webhookRoute+"/messages/{id}", i.AppID, i.Token, message)
}

// Sent is a message that answered an interaction. It can be edited and deleted until the interaction expires, even if
// it is ephemeral. It is safe for concurrent use.
type Sent struct {
	// InPlace says that the message replaced the one whose button was pressed.
	InPlace bool

	client      *Client
	interaction *discordgo.Interaction
	id          string
	until       time.Time
}

// RestoreSent returns a message that answered an interaction received at that time, perhaps by another process. Of the
// interaction it needs the application's id and the token; messageID is the value of [Sent.MessageID].
func (c *Client) RestoreSent(i discordgo.Interaction, messageID string, received time.Time) Sent {
	return Sent{client: c, interaction: &i, id: messageID, until: received.Add(TokenLifetime)}
}

// MessageID returns the id of the message, or "@original". RestoreSent needs it.
func (s Sent) MessageID() string { return s.id }

// Age returns how long ago the interaction was received.
func (s Sent) Age() time.Duration { return TokenLifetime - time.Until(s.until) }

// expired reports whether the message can no longer be changed.
func (s Sent) expired() bool { return time.Now().After(s.until) }

// Edit replaces the message. The error is [ErrExpired] if that is no longer possible.
func (s Sent) Edit(ctx context.Context, m Message) error {
	if s.expired() {
		return ErrExpired
	}
	return s.client.edit(ctx, onSent(http.MethodPatch, s.interaction, s.id), m)
}

// Delete deletes the message. Deleting a message that is already gone is no error.
func (s Sent) Delete(ctx context.Context) error {
	if s.expired() {
		return ErrExpired
	}
	return s.client.delete(ctx, onSent(http.MethodDelete, s.interaction, s.id))
}

// Original is the message created by an interaction's first response or, after a press, the pressed message.
type Original struct {
	ID      string
	Channel string
	// Deferred is set while the person sees that the bot is thinking.
	Deferred bool
	// Private says that nobody else sees it.
	Private bool

	text     string
	controls []string
}

// fetchOriginal returns the current @original of an interaction.
func fetchOriginal(ctx context.Context, c *Client, i *discordgo.Interaction) (Original, error) {
	var now struct {
		ID         string                 `json:"id"`
		ChannelID  string                 `json:"channel_id"`
		Flags      discordgo.MessageFlags `json:"flags"`
		Content    string                 `json:"content"`
		Components json.RawMessage        `json:"components"`
	}
	err := c.do(ctx, onSent(http.MethodGet, i, original), &now)
	return Original{
		ID: now.ID, Channel: now.ChannelID, text: now.Content, controls: customIDs(now.Components),
		Deferred: now.Flags&discordgo.MessageFlagsLoading != 0, Private: now.Flags&discordgo.MessageFlagsEphemeral != 0,
	}, err
}

// Shows reports whether the message shows m, judged by its controls, or by its text if it has none.
func (o Original) Shows(m Message) bool {
	rows, err := json.Marshal(m.Rows)
	if err != nil || o.Deferred {
		return false
	}
	if controls := customIDs(rows); len(controls) > 0 || len(o.controls) > 0 {
		return slices.Equal(controls, o.controls)
	}
	return o.text != "" && o.text == Cut(m.Text, TextLimit)
}

// HasControls reports whether the message has buttons or menus.
func (o Original) HasControls() bool { return len(o.controls) > 0 }
