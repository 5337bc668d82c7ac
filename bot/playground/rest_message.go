package playground

import (
	"net/http"
	"slices"
	"strconv"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Discord's codes for what cannot be found.
var (
	unknownChannel = wire.Refuse(404, 10003, "Unknown Channel")
	unknownMessage = wire.Refuse(404, 10008, "Unknown Message")
	missingAccess  = wire.Refuse(403, 50001, "Missing Access")
	noPermission   = wire.Refuse(403, 50013, "Missing Permissions")
)

// channelFor finds the channel of the request in which the bot has all of the permissions; in direct messages it has them.
func (s *Server) channelFor(c *call, permissions uint64) (*channel, error) {
	id, err := c.id("channel")
	if err != nil {
		return nil, err
	}
	ch := s.world.channel(id)
	if ch == nil {
		return nil, unknownChannel
	}
	if ch.Type == wire.DMChannel {
		return ch, nil
	}
	have := s.botPermissions(ch)
	if have&wire.ViewChannel == 0 {
		return nil, missingAccess
	}
	if have&permissions != permissions {
		return nil, noPermission
	}
	return ch, nil
}

func (s *Server) messageFor(c *call, ch *channel) (*wire.Message, error) {
	id, err := c.id("message")
	if err != nil {
		return nil, err
	}
	m := s.world.message(ch, id)
	if m == nil || m.EphemeralFor != "" { // ephemeral ones are only reached by their token
		return nil, unknownMessage
	}
	return m, nil
}

// messageForm reads and checks a message body.
func (c *call) messageForm(purpose wire.Purpose, old *wire.Message) (draft, error) {
	body := c.body
	if len(body) == 0 {
		body = []byte("{}")
	}
	form, err := wire.ReadMessage(body, c.version)
	if err != nil {
		return draft{}, err
	}
	return draft{form, c.files}, form.Check(purpose, c.files, old)
}

func (s *Server) postMessage(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	d, err := c.messageForm(wire.ForChannel, nil)
	if err != nil {
		return 0, nil, err
	}
	if err := s.maySend(ch, d); err != nil {
		return 0, nil, err
	}
	if deref(d.form.EnforceNonce) && len(d.form.Nonce) > 0 {
		if m := s.sameNonce(ch, d.form.Nonce); m != nil {
			return http.StatusOK, s.rendered(m), nil
		}
	}
	m := s.newMessage(ch, botUser(), wire.MessageDefault)
	if ref := d.form.MessageReference; ref != nil {
		if err := s.reply(ch, m, ref.MessageID, ref.FailIfNotExists == nil || *ref.FailIfNotExists); err != nil {
			return 0, nil, err
		}
	}
	if err := s.compose(m, d, nil); err != nil {
		return 0, nil, err
	}
	s.post(ch, m)
	return http.StatusOK, s.rendered(m), nil
}

// maySend holds the permissions of sending: in a thread another one counts than in its channel.
func (s *Server) maySend(ch *channel, d draft) error {
	if ch.Type == wire.DMChannel {
		return mayWrite(s.world.recipient(ch))
	}
	need := wire.SendMessages
	if ch.IsThread() {
		need = wire.SendMessagesInThreads
		if ch.Thread.Locked && s.botPermissions(ch)&wire.ManageThreads == 0 {
			if ch.Thread.Archived {
				return wire.Refuse(400, 50083, "Thread is archived")
			}
			return wire.Refuse(400, 160005, "This thread is locked")
		}
	}
	have := s.botPermissions(ch)
	if len(d.files) > 0 {
		need |= wire.AttachFiles
	}
	if have&need != need {
		return noPermission
	}
	if have&wire.EmbedLinks == 0 { // Discord says nothing and leaves them away
		d.form.Embeds = nil
	}
	return nil
}

// mayWrite tells whether a direct message reaches a person. Answers to what he does reach him always.
func mayWrite(p *person) error {
	switch {
	case p == nil:
		return nil
	case p.Left:
		return wire.Refuse(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
	case p.NoDMs:
		return wire.Refuse(403, 50007, "Cannot send messages to this user")
	}
	return nil
}

// sameNonce is the message that the bot sent a moment ago with that nonce.
func (s *Server) sameNonce(ch *channel, nonce []byte) *wire.Message {
	since := s.clock.Now().Add(-3 * time.Minute)
	for _, m := range slices.Backward(ch.messages) {
		if m.Timestamp.Before(since) {
			return nil
		}
		if m.Author.ID == ApplicationID && string(m.Nonce) == string(nonce) {
			return m
		}
	}
	return nil
}

// reply makes the message an answer to another one of the same channel.
func (s *Server) reply(ch *channel, m *wire.Message, to wire.ID, must bool) error {
	if s.world.message(ch, to) == nil {
		if must {
			return &wire.Error{Status: 400, Code: 50035, Message: "Invalid Form Body", Errors: map[string]any{
				"message_reference": map[string]any{"_errors": []any{map[string]any{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}}}}}
		}
		return nil
	}
	m.Type = wire.MessageReply
	m.MessageReference = &wire.MessageReference{MessageID: to, ChannelID: ch.ID, GuildID: ch.GuildID}
	return nil
}

func (s *Server) rendered(m *wire.Message) *wire.Message {
	v := s.render(m, s.wireLink)
	return &v
}

func (s *Server) getMessage(c *call) (int, any, error) {
	ch, err := s.channelFor(c, wire.ReadMessageHistory)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.messageFor(c, ch)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.rendered(m), nil
}

func (s *Server) getMessages(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	list := []*wire.Message{}
	if ch.Type != wire.DMChannel && s.botPermissions(ch)&wire.ReadMessageHistory == 0 {
		return http.StatusOK, list, nil // what Discord answers
	}
	q := c.URL.Query()
	limit := 50
	if text := q.Get("limit"); text != "" {
		limit, err = strconv.Atoi(text)
		if err != nil || limit < 1 || limit > 100 {
			return 0, nil, wire.Refuse(400, 50035, "Invalid Form Body: limit has to be 1 to 100.")
		}
	}
	visible := slices.DeleteFunc(slices.Clone(ch.messages), func(m *wire.Message) bool { return m.EphemeralFor != "" })
	before, after := len(visible), 0
	at := func(id wire.ID) int {
		i, _ := slices.BinarySearchFunc(visible, id, func(m *wire.Message, id wire.ID) int {
			if m.ID.Before(id) {
				return -1
			}
			return 1
		})
		return i
	}
	switch {
	case q.Get("before") != "":
		before = at(wire.ID(q.Get("before")))
		after = max(before-limit, 0)
	case q.Get("after") != "":
		after = at(wire.ID(q.Get("after")))
		if after < len(visible) && visible[after].ID == wire.ID(q.Get("after")) {
			after++
		}
		before = min(after+limit, len(visible))
	case q.Get("around") != "":
		after = max(at(wire.ID(q.Get("around")))-limit/2, 0)
		before = min(after+limit, len(visible))
	default:
		after = max(before-limit, 0)
	}
	for _, m := range slices.Backward(visible[after:before]) {
		list = append(list, s.rendered(m))
	}
	return http.StatusOK, list, nil
}

func (s *Server) patchMessage(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	old, err := s.messageFor(c, ch)
	if err != nil {
		return 0, nil, err
	}
	if old.Author.ID != ApplicationID {
		return 0, nil, wire.Refuse(403, 50005, "Cannot edit a message authored by another user")
	}
	if ch.IsThread() && ch.Thread.Archived {
		return 0, nil, wire.Refuse(400, 50083, "Thread is archived")
	}
	d, err := c.messageForm(wire.ForEdit, old)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.rendered(m), nil
}

func (s *Server) deleteMessage(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.messageFor(c, ch)
	if err != nil {
		return 0, nil, err
	}
	if m.Author.ID != ApplicationID && (ch.Type == wire.DMChannel || s.botPermissions(ch)&wire.ManageMessages == 0) {
		return 0, nil, noPermission
	}
	s.remove(m)
	return http.StatusNoContent, nil, nil
}

func (s *Server) putReaction(c *call) (int, any, error) {
	ch, err := s.channelFor(c, wire.ReadMessageHistory)
	if err != nil {
		return 0, nil, err
	}
	old, err := s.messageFor(c, ch)
	if err != nil {
		return 0, nil, err
	}
	emoji := c.PathValue("emoji")
	if !wire.IsEmoji(emoji) {
		return 0, nil, wire.Refuse(400, 10014, "Unknown Emoji")
	}
	if slices.ContainsFunc(old.Reactions, func(r wire.Reaction) bool { return r.Emoji.Name == emoji }) {
		return http.StatusNoContent, nil, nil
	}
	if s.botPermissions(ch)&wire.AddReactions == 0 && ch.Type != wire.DMChannel {
		return 0, nil, noPermission
	}
	m := *old
	m.Reactions = append(slices.Clone(old.Reactions), wire.Reaction{Emoji: wire.Emoji{Name: emoji}, Count: 1,
		CountDetails: map[string]int{"normal": 1, "burst": 0}, BurstColors: []string{}, Me: true})
	s.change(entry{Message: &m})
	s.hub.publish(s.audience(ch, &m), "message", s.pageMessage(&m))
	return http.StatusNoContent, nil, nil
}

func (s *Server) postTyping(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	if err := s.maySend(ch, draft{form: &wire.MessageForm{}}); err != nil {
		return 0, nil, err
	}
	s.hub.publish(func(p wire.ID) bool { return s.world.sees(p, ch) }, "typing", map[string]any{"channel_id": ch.ID, "person": ApplicationID})
	return http.StatusNoContent, nil, nil
}
