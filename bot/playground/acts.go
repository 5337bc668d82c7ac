package playground

import (
	"net/http"
	"strings"
	"unicode/utf8"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/wire"
)

// An actAPI handles the acts of people in a channel, from the page or a script: each method with a body is an endpoint of
// the API.
type actAPI struct {
	core         *core
	guild        *guild
	channels     *channels
	messages     *messages
	commands     *commands
	interactions *interactions
	uploads      *attachments.Uploads
}

// actBody is the common part of every act's body: the person, and the channel they are in.
type actBody struct {
	Person  wire.ID `json:"person"`
	Channel wire.ID `json:"channel"`
	actOptions
}

func (b *actBody) common() *actBody { return b }

// actRequest is the body of an act: a struct that embeds an actBody.
type actRequest interface{ common() *actBody }

// act is an endpoint whose body has a person and a channel, for which do is called with the state locked.
func act[In any, Body interface {
	*In
	actRequest
}](a *actAPI, do func(*person, *channel, *In) (any, error)) func(*http.Request, []byte) (any, error) {
	return locked(a.core, func(_ *http.Request, in *In) (any, error) {
		p, err := a.guild.lookup(Body(in).common().Person)
		if err != nil {
			return nil, err
		}
		ch, err := a.channels.lookup(p, Body(in).common().Channel)
		if err != nil {
			return nil, err
		}
		return do(p, ch, in)
	})
}

// client returns Discord's client of a person in a channel.
func (a *actAPI) client(p *person, ch *channel) *client {
	return &client{guild: a.guild, channels: a.channels, commands: a.commands, uploads: a.uploads,
		person: p, channel: ch, resolved: wire.Resolved{Users: map[wire.ID]wire.User{},
			Members: map[wire.ID]wire.Member{}, Attachments: map[wire.ID]wire.Attachment{}}}
}

// send sends a person's act to the bot.
func (a *actAPI) send(p *person, ch *channel, kind int, data any, opt actOptions) (any, error) {
	x, err := a.interactions.act(p, ch, kind, data, opt)
	if err != nil {
		return nil, err
	}
	return map[string]any{"interaction": x.ID}, nil
}

// commandBody is a command with its options, or a context menu command of a message or a person.
type commandBody struct {
	actBody
	commandInput
	Message wire.ID `json:"message"`
	User    wire.ID `json:"user"`
}

func (a *actAPI) command(p *person, ch *channel, in *commandBody) (any, error) {
	client := a.client(p, ch)
	var data *wire.CommandData
	var err error
	if in.Message != "" || in.User != "" {
		data, err = a.menuCommand(client, in)
	} else {
		data, _, err = client.build(&in.commandInput, false, "")
	}
	if err != nil {
		return nil, err
	}
	return a.send(p, ch, wire.CommandInteraction, data, in.actOptions)
}

// menuCommand builds the data of a context menu command of a message or of a user, which may be a bot. Like Discord's
// client, it offers none on ephemeral messages.
func (a *actAPI) menuCommand(c *client, in *commandBody) (*wire.CommandData, error) {
	kind, target := wire.UserMenu, in.User
	if target != "" && !c.resolveUser(target) {
		return nil, fail(404, "There is nobody with the id %q.", target)
	}
	if target == "" {
		m := a.messages.find(c.channel.ID, in.Message)
		if m == nil || m.EphemeralFor != "" {
			return nil, fail(404, "There is no message %q in this channel that everybody can see.", in.Message)
		}
		kind, target = wire.MessageMenu, m.ID
		c.resolved.Messages = map[wire.ID]wire.Message{m.ID: *a.messages.forBot(m)}
	}
	cmd, err := c.named(kind, "", in.Name)
	if err != nil {
		return nil, err
	}
	data := c.data(cmd)
	data.TargetID, data.Resolved = target, &c.resolved
	return data, nil
}

// autocomplete sends the interaction with the state locked, and waits for the answer without the lock.
func (a *actAPI) autocomplete(r *http.Request, body []byte) (any, error) {
	type completionBody struct {
		actBody
		commandInput
		Focused string `json:"focused"`
	}
	var answer <-chan []wire.Choice
	var locale string
	_, err := act(a, func(p *person, ch *channel, in *completionBody) (any, error) {
		client := a.client(p, ch)
		data, kind, err := client.build(&in.commandInput, true, in.Focused)
		if err != nil {
			return nil, err
		}
		in.focused = kind
		x, err := a.interactions.act(p, ch, wire.Autocomplete, data, in.actOptions)
		if err != nil {
			return nil, err
		}
		answer, locale = x.completion, p.Locale
		return nil, nil
	})(r, body)
	if err != nil {
		return nil, err
	}
	select {
	case choices, ok := <-answer:
		if !ok {
			return nil, fail(504, "%s", didNotRespond)
		}
		list := []map[string]any{}
		for _, c := range choices {
			list = append(list, map[string]any{"name": wire.Localized(c.NameLocalized, locale, c.Name), "value": c.Value})
		}
		return map[string]any{"choices": list}, nil
	case <-r.Context().Done():
		return nil, fail(499, "The request was canceled.")
	}
}

// componentBody is the use of a button or a menu.
type componentBody struct {
	actBody
	Message  wire.ID `json:"message"`
	CustomID string  `json:"custom_id"`
}

// component returns the component that a person uses, and records its message for the interaction.
func (a *actAPI) component(p *person, ch *channel, b *componentBody) (*wire.Component, error) {
	m := a.messages.find(ch.ID, b.Message)
	if m == nil || m.EphemeralFor != "" && m.EphemeralFor != p.ID {
		return nil, fail(404, "There is no message %q in this channel that %s can see.", b.Message, p.Name)
	}
	c := wire.Find(m.Components, b.CustomID)
	switch {
	case c == nil:
		return nil, fail(404, "The message has no component with the custom_id %q.", b.CustomID)
	case c.Disabled:
		return nil, fail(409, "This component is disabled.")
	}
	b.message = m
	return c, nil
}

func (a *actAPI) click(p *person, ch *channel, in *componentBody) (any, error) {
	c, err := a.component(p, ch, in)
	if err != nil {
		return nil, err
	}
	if c.Type != wire.Button {
		return nil, fail(400, "%q is not a button. Menus are used with /playground/select.", in.CustomID)
	}
	data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID}
	return a.send(p, ch, wire.ComponentInteraction, data, in.actOptions)
}

func (a *actAPI) selectOption(p *person, ch *channel, in *struct {
	componentBody
	Values []string `json:"values"`
}) (any, error) {
	c, err := a.component(p, ch, &in.componentBody)
	if err != nil {
		return nil, err
	}
	if !c.IsSelect() {
		return nil, fail(400, "%q is not a menu. Buttons are used with /playground/click.", in.CustomID)
	}
	client := a.client(p, ch)
	if err := client.chosen(c, in.Values); err != nil {
		return nil, err
	}
	data := wire.ComponentData{CustomID: c.CustomID, ComponentType: c.Type, ID: c.ID,
		Values: in.Values, Resolved: &client.resolved}
	return a.send(p, ch, wire.ComponentInteraction, data, in.actOptions)
}

func (a *actAPI) modal(p *person, ch *channel, in *struct {
	actBody
	Interaction wire.ID        `json:"interaction"`
	CustomID    string         `json:"custom_id"`
	Values      map[string]any `json:"values"`
}) (any, error) {
	opener := a.interactions.get(in.Interaction)
	if opener == nil || opener.Person != p.ID || opener.Modal == nil || opener.Modal.CustomID != in.CustomID {
		return nil, fail(404, "There is no open form %q of the interaction %q.", in.CustomID, in.Interaction)
	}
	client := a.client(p, ch)
	fields, err := client.fill(opener.Modal, in.Values)
	if err != nil {
		return nil, err
	}
	if opener.Message != "" {
		in.message = a.messages.find(ch.ID, opener.Message)
	}
	in.parent = a.interactions.metadata(opener)
	return a.send(p, ch, wire.ModalSubmit, wire.ModalData{CustomID: in.CustomID,
		Components: fields, Resolved: &client.resolved}, in.actOptions)
}

// say posts a message. With reply_to it replies to a message of the channel and mentions its author, unless quiet is
// set, which corresponds to the switch in Discord's client.
func (a *actAPI) say(p *person, ch *channel, in *struct {
	actBody
	Content string  `json:"content"`
	ReplyTo wire.ID `json:"reply_to"`
	Quiet   bool    `json:"quiet"`
}) (any, error) {
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
		a.messages.replyTo(m, to.ID)
		if to.Author.ID != p.ID && !in.Quiet {
			a.messages.addMention(m, to.Author.ID)
		}
	}
	a.messages.post(m)
	if in.Twice {
		a.messages.dispatchToBot(ch, m)
	}
	return a.messages.forPage(m), nil
}
