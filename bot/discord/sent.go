package discord

import (
	"context"
	"net/http"
	"path"
	"time"

	"github.com/bwmarrin/discordgo"
)

// original is Discord's name for the message that was an interaction's first answer.
const original = "@original"

// Sent is a message that answered an interaction. For as long as the interaction takes messages, it can be changed and
// deleted, be it one that only the person sees. It may be used by many at once.
type Sent struct {
	// InPlace says that the message took the place of the one whose button was used.
	InPlace bool

	client *Client
	path   string
	route  string
	until  time.Time
}

// Sent is the message that was sent last; inPlace says that it took the place of the one pressed.
func (a *Answer) Sent(inPlace bool) Sent {
	s := Sent{
		InPlace: inPlace, client: a.client, until: a.received.Add(TokenLife),
		path: a.originalPath(), route: "/webhooks/{app}/{token}/messages/@original",
	}
	if n := len(a.followUps); n > 0 && !inPlace {
		s.path, s.route = a.webhook()+"/messages/"+a.followUps[n-1], "/webhooks/{app}/{token}/messages/{id}"
	}
	return s
}

// Name is what SentBefore has to know of the message.
func (s Sent) Name() string { return path.Base(s.path) }

// SentBefore is a message that answered an interaction which came at that moment, perhaps to another process. Of the
// interaction it needs the ids of its application and its token; name is what Sent.Name was.
func (c *Client) SentBefore(i discordgo.Interaction, name string, received time.Time) Sent {
	s := Sent{client: c, until: received.Add(TokenLife), route: "/webhooks/{app}/{token}/messages/{id}"}
	s.path = "/webhooks/" + i.AppID + "/" + i.Token + "/messages/" + name
	if name == original {
		s.route = "/webhooks/{app}/{token}/messages/@original"
	}
	return s
}

// Lost reports whether the message can no longer be changed.
func (s Sent) Lost() bool { return time.Now().After(s.until) }

// Edit puts another message in its place. The error is ErrLost where that is no longer possible.
func (s Sent) Edit(ctx context.Context, m Message) error {
	if s.Lost() {
		return ErrLost
	}
	return s.client.simplify(ctx, m, func(m Message) error {
		return s.client.do(ctx, call{
			method: http.MethodPatch, path: s.path, route: s.route, open: true, body: m.form(true), files: m.Files,
			again: true, check: m.Check,
		}, nil)
	})
}

// Delete takes the message away. One that is gone already is no error.
func (s Sent) Delete(ctx context.Context) error {
	if s.Lost() {
		return ErrLost
	}
	err := s.client.do(ctx, call{method: http.MethodDelete, path: s.path, route: s.route, open: true, again: true}, nil)
	if HasCode(err, CodeUnknownMessage) {
		return nil
	}
	return err
}
