package discord

import (
	"context"
	"net/http"
	"time"

	"github.com/bwmarrin/discordgo"
)

// original is Discord's name for the message created by an interaction's first response.
const original = "@original"

const webhookRoute = "/webhooks/{app}/{token}"

// onSent returns a call about a message that answered an interaction.
func onSent(method, application, token, message string) call {
	if message == original {
		return newCall(method, webhookRoute+"/messages/"+original, application, token)
	}
	return newCall(method, webhookRoute+"/messages/{id}", application, token, message)
}

// Sent is a message that answered an interaction. It can be edited and deleted until the interaction expires, even if
// it is ephemeral. It is safe for concurrent use.
type Sent struct {
	// InPlace says that the message replaced the one whose button was pressed.
	InPlace bool

	client             *Client
	application, token string
	id                 string
	until              time.Time
}

// Sent returns the message that was sent last; inPlace says that it replaced the pressed message.
func (a *Answer) Sent(inPlace bool) Sent {
	id := original
	if n := len(a.followUps); n > 0 && !inPlace {
		id = a.followUps[n-1]
	}
	s := a.client.RestoreSent(*a.interaction, id, a.received)
	s.InPlace = inPlace
	return s
}

// MessageID returns the id of the message, or "@original". RestoreSent needs it.
func (s Sent) MessageID() string { return s.id }

// RestoreSent returns a message that answered an interaction received at that time, perhaps by another process. Of the
// interaction it needs the application's id and the token; messageID is the value of [Sent.MessageID].
func (c *Client) RestoreSent(i discordgo.Interaction, messageID string, received time.Time) Sent {
	return Sent{client: c, application: i.AppID, token: i.Token, id: messageID, until: received.Add(TokenLifetime)}
}

// Age returns how long ago the interaction was received.
func (s Sent) Age() time.Duration { return TokenLifetime - time.Until(s.until) }

// Expired reports whether the message can no longer be changed.
func (s Sent) Expired() bool { return time.Now().After(s.until) }

// Edit replaces the message. The error is [ErrExpired] if that is no longer possible.
func (s Sent) Edit(ctx context.Context, m Message) error {
	if s.Expired() {
		return ErrExpired
	}
	return s.client.sendOrSimplify(ctx, m, func(m Message) error {
		q := onSent(http.MethodPatch, s.application, s.token, s.id)
		q.body, q.files, q.check = s.client.mentions.payload(m, true), m.Files, m.Check
		return s.client.do(ctx, q, nil)
	})
}

// Delete deletes the message. Deleting a message that is already gone is no error.
func (s Sent) Delete(ctx context.Context) error {
	if s.Expired() {
		return ErrExpired
	}
	return s.client.delete(ctx, onSent(http.MethodDelete, s.application, s.token, s.id))
}
