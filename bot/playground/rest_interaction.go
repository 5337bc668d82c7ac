package playground

import (
	"encoding/json"
	"net/http"

	"xiangqibot/bot/playground/wire"
)

var (
	unknownInteraction = wire.Refuse(404, 10062, "Unknown interaction")
	alreadyAnswered    = wire.Refuse(400, 40060, "Interaction has already been acknowledged.")
	unknownWebhook     = wire.Refuse(404, 10015, "Unknown Webhook")
	invalidToken       = wire.Refuse(401, 50027, "Invalid Webhook Token")
)

// postCallback is the first answer to an interaction, which has to come within three seconds, and once.
func (s *Server) postCallback(c *call) (int, any, error) {
	x := s.world.interactions[wire.ID(c.PathValue("id"))]
	if x == nil || x.Token != c.PathValue("token") || x.State == dead {
		return 0, nil, unknownInteraction
	}
	if x.State != waiting {
		return 0, nil, alreadyAnswered
	}
	if s.clock.Now().Sub(x.Created) > s.opt.AnswerWithin {
		return 0, nil, unknownInteraction
	}
	var cb wire.Callback
	if err := c.decode(&cb); err != nil {
		return 0, nil, err
	}
	opened := x.Message != "" && x.Type == wire.ModalSubmit
	if err := cb.Fits(x.Type, opened); err != nil {
		return 0, nil, err
	}
	m, err := s.answer(x, &cb, c)
	if err != nil {
		return 0, nil, wire.Under("data", err)
	}
	if cb.Type != wire.AnswerCompletion {
		s.hub.publish(only(x.Person), "ack", map[string]any{"interaction": x.ID, "nonce": x.Nonce})
	}
	if c.URL.Query().Get("with_response") != "true" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, s.callbackResponse(x, &cb, m), nil
}

// answer does what the callback says and returns the message that came of it, if one did.
func (s *Server) answer(x *interaction, cb *wire.Callback, c *call) (*wire.Message, error) {
	data := []byte(cb.Data)
	if len(data) == 0 || string(data) == "null" {
		data = []byte("{}")
	}
	inner := &call{Request: c.Request, version: c.version, body: data, files: c.files}
	switch cb.Type {
	case wire.AnswerMessage:
		d, err := inner.messageForm(wire.ForAnswer, nil)
		if err != nil {
			return nil, err
		}
		m, err := s.respond(x, d, deref(d.form.Flags)&wire.FlagEphemeral != 0)
		if err != nil {
			return nil, err
		}
		s.setState(x, answered)
		return m, nil
	case wire.DeferMessage:
		d, err := inner.messageForm(wire.ForDefer, nil)
		if err != nil {
			return nil, err
		}
		return s.think(x, deref(d.form.Flags)&wire.FlagEphemeral != 0), nil
	case wire.DeferUpdate:
		x.Original = x.Message
		s.setState(x, silent)
		return s.original(x), nil
	case wire.UpdateMessage:
		x.Original = x.Message
		old := s.original(x)
		if old == nil {
			return nil, unknownMessage
		}
		d, err := inner.messageForm(wire.ForUpdate, old)
		if err != nil {
			return nil, err
		}
		m, err := s.edit(old, d)
		if err != nil {
			return nil, err
		}
		s.setState(x, answered)
		return m, nil
	case wire.AnswerCompletion:
		return nil, s.complete(x, data)
	default: // OpenModal; Fits lets no other through
		return nil, s.openModal(x, data)
	}
}

// respond makes the first message of an interaction.
func (s *Server) respond(x *interaction, d draft, ephemeral bool) (*wire.Message, error) {
	ch := s.world.channel(x.Channel)
	if ch == nil {
		return nil, unknownChannel
	}
	m := s.interactionMessage(x, ch, ephemeral)
	if err := s.compose(m, d, nil); err != nil {
		return nil, err
	}
	x.Original = m.ID
	s.post(ch, m)
	return m, nil
}

// think puts up the message that says the bot is thinking.
func (s *Server) think(x *interaction, ephemeral bool) *wire.Message {
	ch := s.world.channel(x.Channel)
	m := s.interactionMessage(x, ch, ephemeral)
	m.Loading = true
	m.Flags |= wire.FlagLoading
	x.Original = m.ID
	s.post(ch, m)
	s.setState(x, thinking)
	return m
}

// interactionMessage is an empty message that tells where it comes from: a command's reply, or a reply to the message with the button.
func (s *Server) interactionMessage(x *interaction, ch *channel, ephemeral bool) *wire.Message {
	m := s.newMessage(ch, botUser(), wire.MessageCommandReply)
	if x.Message != "" {
		m.Type = wire.MessageReply
		m.MessageReference = &wire.MessageReference{MessageID: x.Message, ChannelID: ch.ID, GuildID: ch.GuildID}
	}
	m.ApplicationID, m.WebhookID, m.Metadata = ApplicationID, ApplicationID, s.metadata(x)
	if x.Command != "" {
		m.Interaction = &wire.InteractionNote{ID: x.ID, Type: x.Type, Name: x.Command, User: m.Metadata.User}
	}
	if ephemeral {
		m.EphemeralFor = x.Person
	}
	return m
}

func (s *Server) complete(x *interaction, data []byte) error {
	var form struct {
		Choices *[]wire.Choice `json:"choices"`
	}
	if err := wire.Decode(data, &form); err != nil {
		return err
	}
	list := deref(form.Choices)
	if err := wire.CheckChoices(list, x.Focused); err != nil {
		return err
	}
	s.setState(x, answered)
	if x.completion != nil {
		x.completion <- list
		x.completion = nil
	}
	return nil
}

func (s *Server) openModal(x *interaction, data []byte) error {
	var form wire.ModalForm
	if err := wire.Decode(data, &form); err != nil {
		return err
	}
	if err := form.Check(); err != nil {
		return err
	}
	wire.Finish(form.Components)
	x.Modal = &form
	s.setState(x, answered)
	s.hub.publish(only(x.Person), "modal", map[string]any{"interaction": x.ID, "nonce": x.Nonce, "channel_id": x.Channel,
		"custom_id": form.CustomID, "title": form.Title, "components": form.Components})
	return nil
}

// callbackResponse is the answer for ?with_response=true.
func (s *Server) callbackResponse(x *interaction, cb *wire.Callback, m *wire.Message) any {
	in := map[string]any{"id": x.ID, "type": x.Type}
	out := map[string]any{"interaction": in}
	if m == nil {
		return out
	}
	in["response_message_id"] = m.ID
	in["response_message_loading"] = m.Loading
	in["response_message_ephemeral"] = m.EphemeralFor != ""
	in["channel_id"] = x.Channel
	if x.Channel != "" {
		if ch := s.world.channel(x.Channel); ch.GuildID != "" {
			in["guild_id"] = ch.GuildID
		}
	}
	if cb.Type == wire.AnswerMessage || cb.Type == wire.UpdateMessage {
		out["resource"] = map[string]any{"type": cb.Type, "message": s.rendered(m)}
	}
	return out
}

// webhook finds the interaction of a token that still serves.
func (s *Server) webhook(c *call) (*interaction, error) {
	if wire.ID(c.PathValue("app")) != ApplicationID {
		return nil, unknownWebhook
	}
	x := s.world.byToken(c.PathValue("token"))
	switch {
	case x == nil:
		return nil, invalidToken
	case s.clock.Now().Sub(x.Created) >= tokenLife:
		return nil, invalidToken
	case x.State == waiting || x.State == dead || x.Type == wire.Autocomplete:
		return nil, unknownWebhook
	}
	return x, nil
}

// webhookMessage finds a message that the token reaches: @original, or one that came of this interaction.
func (s *Server) webhookMessage(c *call) (*interaction, *wire.Message, error) {
	x, err := s.webhook(c)
	if err != nil {
		return nil, nil, err
	}
	id := wire.ID(c.PathValue("message"))
	if id == "@original" {
		if m := s.original(x); m != nil {
			return x, m, nil
		}
		return nil, nil, unknownMessage
	}
	ch := s.world.channel(x.Channel)
	if ch == nil {
		return nil, nil, unknownMessage
	}
	m := s.world.message(ch, id)
	if m == nil || m.WebhookID == "" || id != x.Original && (m.Metadata == nil || m.Metadata.ID != x.ID) {
		return nil, nil, unknownMessage
	}
	return x, m, nil
}

func (s *Server) getWebhookMessage(c *call) (int, any, error) {
	_, m, err := s.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, s.rendered(m), nil
}

func (s *Server) patchWebhookMessage(c *call) (int, any, error) {
	x, old, err := s.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	d, err := c.messageForm(wire.ForEdit, old)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.edit(old, d)
	if err != nil {
		return 0, nil, err
	}
	if x.State == thinking && m.ID == x.Original || x.State == silent {
		s.setState(x, answered)
	}
	return http.StatusOK, s.rendered(m), nil
}

func (s *Server) deleteWebhookMessage(c *call) (int, any, error) {
	x, m, err := s.webhookMessage(c)
	if err != nil {
		return 0, nil, err
	}
	s.remove(m)
	if x.State == thinking && m.ID == x.Original {
		s.setState(x, answered)
	}
	return http.StatusNoContent, nil, nil
}

// postFollowUp adds a message to an answered interaction. Right after a deferral it fills the thinking message instead,
// as Discord still does.
func (s *Server) postFollowUp(c *call) (int, any, error) {
	x, err := s.webhook(c)
	if err != nil {
		return 0, nil, err
	}
	d, err := c.messageForm(wire.ForAnswer, nil)
	if err != nil {
		return 0, nil, err
	}
	m, err := s.followUp(x, d)
	if err != nil {
		return 0, nil, err
	}
	if c.URL.Query().Get("wait") == "false" {
		return http.StatusNoContent, nil, nil
	}
	return http.StatusOK, s.rendered(m), nil
}

func (s *Server) followUp(x *interaction, d draft) (*wire.Message, error) {
	if old := s.original(x); x.State == thinking && old != nil {
		m, err := s.edit(old, d)
		if err == nil {
			s.setState(x, answered)
		}
		return m, err
	}
	ch := s.world.channel(x.Channel)
	if ch == nil {
		return nil, unknownChannel
	}
	m := s.interactionMessage(x, ch, deref(d.form.Flags)&wire.FlagEphemeral != 0)
	if x.Original != "" {
		m.Type = wire.MessageReply
		m.MessageReference = &wire.MessageReference{MessageID: x.Original, ChannelID: ch.ID, GuildID: ch.GuildID}
		m.Metadata.OriginalMessage = x.Original
	}
	if err := s.compose(m, d, nil); err != nil {
		return nil, err
	}
	s.post(ch, m)
	return m, nil
}

// raw is a JSON value as it is.
func raw(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return b
}
