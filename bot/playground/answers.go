package playground

import (
	"errors"
	"strings"

	"xiangqibot/bot/playground/wire"
)

// accept handles the first answer to an interaction, which must come within three seconds, and only once.
func (is *interactions) accept(
	x *interaction, body []byte, files []wire.FormFile,
) (*wire.Callback, *wire.Message, error) {
	switch {
	case x.State == dead:
		return nil, nil, unknownInteraction
	case x.State != waiting:
		return nil, nil, alreadyAnswered
	case is.core.now().Sub(x.Created) > is.answerWithin:
		return nil, nil, unknownInteraction
	}
	var cb wire.Callback
	if err := wire.Decode(body, &cb); err != nil {
		return nil, nil, err
	}
	opened := x.Message != "" && x.Type == wire.ModalSubmit
	if err := cb.CheckFor(x.Type, opened); err != nil {
		return nil, nil, err
	}
	m, err := is.answer(x, &cb, files)
	if err != nil {
		return nil, nil, wire.NestErrors("data", err)
	}
	if cb.Type != wire.AutocompleteResult {
		is.core.hub.publish(only(x.Person), "ack", map[string]any{"interaction": x.ID, "nonce": x.Nonce})
	}
	return &cb, m, nil
}

// answer carries out a callback and returns the resulting message, if any.
func (is *interactions) answer(x *interaction, cb *wire.Callback, files []wire.FormFile) (*wire.Message, error) {
	data := []byte(cb.Data)
	if len(data) == 0 || string(data) == "null" {
		data = []byte("{}")
	}
	switch cb.Type {
	case wire.AnswerMessage:
		return is.respond(x, data, files)
	case wire.DeferMessage:
		return is.think(x, data)
	case wire.DeferUpdate:
		x.Original = x.Message
		is.setState(x, silent)
		return is.original(x), nil
	case wire.UpdateMessage:
		x.Original = x.Message
		old := is.original(x)
		if old == nil {
			return nil, unknownMessage
		}
		m, err := is.messages.edit(old, data, files)
		if err == nil {
			is.setState(x, answered)
		}
		return m, err
	case wire.AutocompleteResult:
		return nil, is.complete(x, data)
	default: // OpenModal; CheckFor allows no other
		return nil, is.openModal(x, data)
	}
}

// respond answers an interaction with a message.
func (is *interactions) respond(x *interaction, data []byte, files []wire.FormFile) (*wire.Message, error) {
	d, err := newDraft(data, files, true, nil)
	if err != nil {
		return nil, err
	}
	m := is.reply(x, d.form)
	if err := is.messages.compose(m, d); err != nil {
		return nil, err
	}
	is.postOriginal(x, m, answered)
	return m, nil
}

// think answers an interaction with a message that says that the bot is thinking. Of its form only the flags are used.
func (is *interactions) think(x *interaction, data []byte) (*wire.Message, error) {
	form := new(wire.MessageForm)
	if err := errors.Join(wire.Decode(data, form), form.CheckFlags(true)); err != nil {
		return nil, err
	}
	m := is.reply(x, form)
	m.Loading, m.Flags = true, wire.FlagLoading
	is.postOriginal(x, m, thinking)
	return m, nil
}

// postOriginal posts the first message of an interaction.
func (is *interactions) postOriginal(x *interaction, m *wire.Message, state string) {
	x.Original = m.ID
	is.messages.post(m)
	is.setState(x, state)
}

// reply returns an empty message with the metadata of its interaction: a response to a command, or a reply to the
// message with the component.
func (is *interactions) reply(x *interaction, form *wire.MessageForm) *wire.Message {
	ch := is.channels.get(x.Channel)
	m := is.messages.newMessage(ch, botUser(), wire.MessageChatInputCommand)
	if x.Target != "" {
		m.Type = wire.MessageContextMenuCommand
	}
	if x.Message != "" {
		is.messages.replyTo(m, x.Message)
	}
	m.ApplicationID, m.WebhookID, m.Metadata = ApplicationID, ApplicationID, is.metadata(x)
	if x.Command != "" {
		m.Interaction = &wire.MessageInteraction{ID: x.ID, Type: x.Type, Name: x.Command, User: m.Metadata.User}
	}
	if form.Flags == wire.FlagEphemeral {
		m.EphemeralFor = x.Person
	}
	return m
}

func (is *interactions) complete(x *interaction, data []byte) error {
	var form wire.ChoicesForm
	if err := wire.Decode(data, &form); err != nil {
		return err
	}
	if err := form.Check(x.Focused); err != nil {
		return err
	}
	is.setState(x, answered)
	if x.completion != nil {
		x.completion <- form.Choices
		x.completion = nil
	}
	return nil
}

func (is *interactions) openModal(x *interaction, data []byte) error {
	var form wire.ModalForm
	if err := wire.Decode(data, &form); err != nil {
		return err
	}
	if err := form.Check(); err != nil {
		return err
	}
	wire.FillDefaults(form.Components)
	x.Modal = &form
	is.setState(x, answered)
	is.core.hub.publish(only(x.Person), "modal", map[string]any{"interaction": x.ID, "nonce": x.Nonce,
		"channel_id": x.Channel, "custom_id": form.CustomID, "title": form.Title, "components": form.Components})
	return nil
}

// followUp posts a further message of an interaction.
func (is *interactions) followUp(x *interaction, body []byte, files []wire.FormFile) (*wire.Message, error) {
	d, err := newDraft(body, files, true, nil)
	if err != nil {
		return nil, err
	}
	if x.Owners["0"] == "" && x.FollowUps >= userInstallFollowUps {
		return nil, wire.NewError(400, 40094, "This interaction has reached the maximum number of follow up messages")
	}
	m := is.reply(x, d.form)
	if x.Original != "" {
		is.messages.replyTo(m, x.Original)
		m.Metadata.OriginalMessage = x.Original
	}
	if err := is.messages.compose(m, d); err != nil {
		return nil, err
	}
	is.messages.post(m)
	x.FollowUps++
	is.put(x)
	return m, nil
}

// userInstallFollowUps is how many follow-ups an interaction can have where only the person has the application.
const userInstallFollowUps = 5

// byToken returns the interaction of a token by which messages can be posted, edited and deleted.
func (is *interactions) byToken(token string) (*interaction, error) {
	id, _, _ := strings.Cut(token, ".")
	x := is.get(wire.ID(id))
	switch {
	case x == nil || x.Token != token || is.core.now().Sub(x.Created) >= tokenTTL:
		return nil, invalidToken
	case x.State == waiting || x.State == dead || x.Type == wire.Autocomplete:
		return nil, unknownWebhook
	}
	return x, nil
}

// An answerAPI handles the routes by which interactions are answered.
type answerAPI struct {
	interactions *interactions
	messages     *messages
}

// webhook returns the interaction of the token of the path.
func (a *answerAPI) webhook(c *call) (*interaction, error) {
	if c.id("app") != ApplicationID {
		return nil, unknownWebhook
	}
	return a.interactions.byToken(c.request.PathValue("token"))
}

func (a *answerAPI) postCallback(c *call) (any, error) {
	x := a.interactions.get(c.id("id"))
	if x == nil || x.Token != c.request.PathValue("token") {
		return nil, unknownInteraction
	}
	cb, m, err := a.interactions.accept(x, c.body, c.files)
	if err != nil {
		return nil, err
	}
	if c.request.URL.Query().Get("with_response") != "true" {
		return nil, nil
	}
	answer := map[string]any{"interaction": map[string]any{"id": x.ID, "type": x.Type}}
	if cb.Type == wire.AnswerMessage || cb.Type == wire.UpdateMessage {
		answer["resource"] = map[string]any{"type": cb.Type, "message": a.messages.forBot(m)}
	}
	return answer, nil
}

// ofInteraction is a handler that needs the message of the path: @original, or one of the token's interaction.
func (a *answerAPI) ofInteraction(do func(*call, *interaction, *wire.Message) (any, error)) handler {
	return func(c *call) (any, error) {
		x, err := a.webhook(c)
		if err != nil {
			return nil, err
		}
		id := c.id("message")
		m := a.messages.find(x.Channel, id)
		switch {
		case id == "@original":
			m = a.interactions.original(x)
		case m != nil && (m.WebhookID == "" || id != x.Original && (m.Metadata == nil || m.Metadata.ID != x.ID)):
			m = nil
		}
		if m == nil {
			return nil, unknownMessage
		}
		return do(c, x, m)
	}
}

func (a *answerAPI) getWebhookMessage(_ *call, x *interaction, m *wire.Message) (any, error) {
	return a.messages.forBot(m), nil
}

func (a *answerAPI) patchWebhookMessage(c *call, x *interaction, old *wire.Message) (any, error) {
	m, err := a.messages.edit(old, c.body, c.files)
	if err != nil {
		return nil, err
	}
	if x.State == thinking && m.ID == x.Original || x.State == silent {
		a.interactions.setState(x, answered)
	}
	return a.messages.forBot(m), nil
}

func (a *answerAPI) deleteWebhookMessage(_ *call, x *interaction, m *wire.Message) (any, error) {
	a.messages.remove(m)
	if x.State == thinking && m.ID == x.Original {
		a.interactions.setState(x, answered)
	}
	return nil, nil
}

// postFollowUp posts a follow-up message.
func (a *answerAPI) postFollowUp(c *call) (any, error) {
	x, err := a.webhook(c)
	if err != nil {
		return nil, err
	}
	m, err := a.interactions.followUp(x, c.body, c.files)
	if err != nil {
		return nil, err
	}
	return a.messages.forBot(m), nil
}
