package discord

import (
	"context"
	"net/http"
	"path"
	"time"

	"github.com/bwmarrin/discordgo"
)

// original is Discord's name for the message created by an interaction's first response.
const original = "@original"

// Sent is a message that answered an interaction. It can be edited and deleted until the interaction expires, even if
// it is ephemeral. It is safe for concurrent use.
type Sent struct {
	// InPlace says that the message replaced the one whose button was pressed.
	InPlace bool

	client *Client
	path   string
	route  string
	until  time.Time
}

// Sent returns the message that was sent last; inPlace says that it replaced the pressed message.
func (a *Answer) Sent(inPlace bool) Sent {
	s := Sent{
		InPlace: inPlace, client: a.client, until: a.received.Add(TokenLifetime),
		path: a.originalPath(), route: "/webhooks/{app}/{token}/messages/@original",
	}
	if n := len(a.followUps); n > 0 && !inPlace {
		s.path, s.route = a.webhook()+"/messages/"+a.followUps[n-1], "/webhooks/{app}/{token}/messages/{id}"
	}
	return s
}

// MessageID returns the id of the message, or "@original". RestoreSent needs it.
func (s Sent) MessageID() string { return path.Base(s.path) }

// RestoreSent returns a message that answered an interaction received at that time, perhaps by another process. Of the
// interaction it needs the application's id and the token; messageID is the value of [Sent.MessageID].
func (c *Client) RestoreSent(i discordgo.Interaction, messageID string, received time.Time) Sent {
	s := Sent{client: c, until: received.Add(TokenLifetime), route: "/webhooks/{app}/{token}/messages/{id}"}
	s.path = "/webhooks/" + i.AppID + "/" + i.Token + "/messages/" + messageID
	if messageID == original {
		s.route = "/webhooks/{app}/{token}/messages/@original"
	}
	return s
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
		return s.client.do(ctx, call{
			method: http.MethodPatch, path: s.path, route: s.route, tokenless: true,
			body: s.client.mentions.payload(m, true), files: m.Files, idempotent: true, check: m.Check,
		}, nil)
	})
}

// Delete deletes the message. Deleting a message that is already gone is no error.
func (s Sent) Delete(ctx context.Context) error {
	if s.Expired() {
		return ErrExpired
	}
	err := s.client.do(ctx, call{
		method: http.MethodDelete, path: s.path, route: s.route, tokenless: true, idempotent: true,
	}, nil)
	if HasCode(err, CodeUnknownMessage) {
		return nil
	}
	return err
}
