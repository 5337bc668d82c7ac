package playground

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/wire"
)

// Acts that need no answer from a bot.

// say posts a message. With reply_to it replies to a message of the channel and mentions its author, unless quiet is
// set, which corresponds to the switch in Discord's client.
func (a *acts) say(_ *http.Request, body []byte) (any, error) {
	var in struct {
		actBody
		Content string  `json:"content"`
		ReplyTo wire.ID `json:"reply_to"`
		Quiet   bool    `json:"quiet"`
	}
	return a.perform(body, &in, func(p *person, ch *channel) (any, error) {
		if n := utf8.RuneCountInString(in.Content); strings.TrimSpace(in.Content) == "" || n > 2000 {
			return nil, fail(400, "A message has 1 to 2000 characters, not %d.", n)
		}
		var to *wire.Message
		if in.ReplyTo != "" {
			if to = a.messages.find(ch.ID, in.ReplyTo); to == nil || to.EphemeralFor != "" {
				return nil, fail(404, "There is no message %q in this channel that can be answered.", in.ReplyTo)
			}
		}
		if err := a.channels.unarchiveFor(p, ch, 0); err != nil {
			return nil, err
		}
		m := a.messages.newMessage(ch, p.user(), wire.MessageDefault)
		m.Content = in.Content
		a.messages.setMentions(m, nil)
		if to != nil {
			m.Type = wire.MessageReply
			m.MessageReference = &wire.MessageReference{MessageID: to.ID, ChannelID: ch.ID, GuildID: ch.GuildID}
		}
		if to != nil && to.Author.ID != p.ID && !in.Quiet {
			a.messages.addMention(m, to.Author.ID)
		}
		a.messages.post(ch, m)
		if in.Twice {
			a.messages.tell("MESSAGE_CREATE", m)
		}
		return a.messages.forPage(m), nil
	})
}

func (a *acts) clock(r *http.Request, body []byte) (any, error) {
	var in struct {
		Advance string `json:"advance"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	d, err := ParseDuration(in.Advance)
	if err != nil {
		return nil, fail(400, "%v", err)
	}
	a.core.settleAndAdvance(r.Context(), d)
	return map[string]any{"now": wire.At(a.core.now())}, nil
}

func (a *acts) gateway(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Action string `json:"action"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	switch in.Action {
	case "reconnect":
		a.core.gateway.Reconnect()
	case "invalidate":
		a.core.gateway.Invalidate(false)
	case "drop":
		a.core.gateway.Drop(0)
	case "hold", "release":
		a.core.lock.Lock()
		defer a.core.lock.Unlock()
		a.interactions.hold(in.Action == "hold")
	default:
		return nil, fail(400, "%q is no action. There are: reconnect, invalidate, drop, hold, release.", in.Action)
	}
	return map[string]any{}, nil
}

// permissions grants and revokes permissions of an application's bot, in one channel or in the whole server.
func (a *acts) permissions(_ *http.Request, body []byte) (any, error) {
	var in struct {
		Application wire.ID  `json:"application"`
		Channel     wire.ID  `json:"channel"`
		Lose        []string `json:"lose"`
		Get         []string `json:"get"`
	}
	if err := readJSON(body, &in); err != nil {
		return nil, err
	}
	lose, err := permissionBits(in.Lose)
	if err != nil {
		return nil, err
	}
	get, err := permissionBits(in.Get)
	if err != nil {
		return nil, err
	}
	a.core.lock.Lock()
	defer a.core.lock.Unlock()
	of, err := a.apps.lookup(in.Application)
	if err != nil {
		return nil, err
	}
	if in.Channel == "" {
		a.apps.allow(of, of.Permissions&^lose|get)
		a.channels.publishAll()
		return map[string]any{"permissions": permissionNames(of.Permissions)}, nil
	}
	c := a.channels.get(in.Channel)
	if c == nil || c.Type != wire.TextChannel {
		return nil, fail(404, "%q is no text channel of the server. A thread follows the channel it is in.", in.Channel)
	}
	a.channels.permit(of, c, a.channels.permissions(of, c)&^lose|get)
	return map[string]any{"permissions": permissionNames(a.channels.permissions(of, c))}, nil
}
