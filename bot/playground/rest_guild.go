package playground

import (
	"net/http"
	"slices"

	"xiangqibot/bot/playground/wire"
)

// A guildAPI handles the routes about the server: its members, its channels and their messages. Direct messages are among
// the channels.
type guildAPI struct {
	app      *application
	guild    *guild
	channels *channels
	messages *messages
}

// inChannel is a handler that needs the channel of the path, in which the bot must have all of the permissions.
func (a *guildAPI) inChannel(permissions uint64, do func(*call, *channel) (any, error)) handler {
	return func(c *call) (any, error) {
		ch, err := a.channels.reach(c.id("channel"), permissions)
		if err != nil {
			return nil, err
		}
		return do(c, ch)
	}
}

// onMessage is a handler that needs the channel and the message of the path. Ephemeral ones are accessible only by their
// interaction's token.
func (a *guildAPI) onMessage(permissions uint64, do func(*call, *channel, *wire.Message) (any, error)) handler {
	return a.inChannel(permissions, func(c *call, ch *channel) (any, error) {
		m := a.messages.find(ch.ID, c.id("message"))
		if m == nil || m.EphemeralFor != "" {
			return nil, unknownMessage
		}
		return do(c, ch, m)
	})
}

func (a *guildAPI) getGuild(c *call) (any, error) {
	return a.guild.object(), nil
}

func (a *guildAPI) getGuildMember(c *call) (any, error) {
	m := a.guild.member(c.id("user"))
	if m == nil {
		return nil, wire.NewError(404, 10007, "Unknown Member")
	}
	return m, nil
}

// changeRoles gives a person the role of the path (PUT) or takes it (DELETE). The bot needs MANAGE_ROLES; whether its
// own role is above that one is not checked.
func (a *guildAPI) changeRoles(c *call) (any, error) {
	p, role := a.guild.person(c.id("user")), c.id("role")
	switch {
	case p == nil || p.Left:
		return nil, wire.NewError(404, 10007, "Unknown Member")
	case a.guild.role(role) == nil:
		return nil, wire.NewError(404, 10011, "Unknown Role")
	case a.app.Permissions&wire.ManageRoles == 0:
		return nil, noPermission
	}
	changed := *p
	changed.Roles = slices.DeleteFunc(slices.Clone(p.Roles), func(id wire.ID) bool { return id == role })
	if c.request.Method == http.MethodPut {
		changed.Roles = slices.Sorted(slices.Values(append(changed.Roles, role)))
	}
	a.guild.put(&changed)
	a.guild.publishPeople()
	return nil, nil
}

// postDM returns the DM channel with a person.
func (a *guildAPI) postDM(c *call) (any, error) {
	var form struct {
		RecipientID wire.ID `json:"recipient_id"`
	}
	if err := c.decode(&form); err != nil {
		return nil, err
	}
	p := a.guild.person(form.RecipientID)
	if p == nil {
		return nil, wire.NewError(400, 50033, "Invalid Recipient(s)")
	}
	return &a.channels.get(p.DM).Channel, nil // it was opened when the person was added
}

// threadForm reads and checks the body that opens or changes a thread.
func (c *call) threadForm(opens bool) (*wire.ThreadForm, error) {
	form := new(wire.ThreadForm)
	if err := c.decode(form); err != nil {
		return nil, err
	}
	return form, form.Check(opens)
}

func (a *guildAPI) getChannel(c *call, ch *channel) (any, error) {
	return &ch.Channel, nil
}

func (a *guildAPI) patchChannel(c *call, ch *channel) (any, error) {
	form, err := c.threadForm(false)
	if err != nil {
		return nil, err
	}
	if !ch.IsThread() {
		return nil, noPermission // the bot's invitation lacks the permission to change channels
	}
	if err := a.channels.mayChange(ch, form); err != nil {
		return nil, err
	}
	a.channels.change(ch, form)
	return &ch.Channel, nil
}

// postThread creates a thread on a message; the thread has the message's id.
func (a *guildAPI) postThread(c *call, ch *channel, m *wire.Message) (any, error) {
	if ch.Type != wire.TextChannel {
		return nil, wrongChannelType
	}
	form, err := c.threadForm(true)
	if err != nil {
		return nil, err
	}
	if a.channels.get(m.ID) != nil {
		return nil, wire.NewError(400, 160004, "A thread has already been created for this message")
	}
	t := a.channels.open(ch, m.ID, form)
	a.messages.publish(ch, m)
	return created{&t.Channel}, nil
}

func (a *guildAPI) postMessage(c *call, ch *channel) (any, error) {
	d, err := newDraft(c.body, c.files, false, nil)
	if err != nil {
		return nil, err
	}
	if err := a.maySend(ch, d); err != nil {
		return nil, err
	}
	if d.form.EnforceNonce {
		if m := a.messages.findByNonce(ch, d.form.Nonce); m != nil {
			return a.messages.forBot(m), nil
		}
	}
	m := a.messages.newMessage(ch, botUser(), wire.MessageDefault)
	if ref := d.form.MessageReference; ref != nil && a.messages.find(ch.ID, ref.MessageID) != nil {
		a.messages.replyTo(m, ref.MessageID)
	}
	if err := a.messages.compose(m, d); err != nil {
		return nil, err
	}
	a.messages.post(m)
	return a.messages.forBot(m), nil
}

// maySend returns an error if the bot may not send a message. In threads a different permission is required than in
// channels.
func (a *guildAPI) maySend(ch *channel, d draft) error {
	if ch.Type == wire.DMChannel {
		return mayWrite(a.channels.recipient(ch))
	}
	need := wire.SendMessages
	if ch.IsThread() {
		need = wire.SendMessagesInThreads
		if ch.Thread.Locked {
			if ch.Thread.Archived {
				return threadArchived
			}
			return wire.NewError(400, 160005, "This thread is locked")
		}
	}
	have := a.channels.permissions(ch)
	if len(d.files) > 0 {
		need |= wire.AttachFiles
	}
	if have&need != need {
		return noPermission
	}
	if have&wire.EmbedLinks == 0 { // Discord drops them without an error
		d.form.Embeds = nil
	}
	return nil
}

// mayWrite returns an error if a person takes no direct messages. It does not apply to answers to their interactions.
func mayWrite(p *person) error {
	switch {
	case p.Left:
		return wire.NewError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
	case p.NoDMs:
		return wire.NewError(403, 50007, "Cannot send messages to this user")
	}
	return nil
}

func (a *guildAPI) getMessage(c *call, ch *channel, m *wire.Message) (any, error) {
	return a.messages.forBot(m), nil
}

func (a *guildAPI) getMessages(c *call, ch *channel) (any, error) {
	list := []*wire.Message{}
	if ch.Type != wire.DMChannel && a.channels.permissions(ch)&wire.ReadMessageHistory == 0 {
		return list, nil // what Discord answers
	}
	part, ok := window(a.messages.visible(ch, ""), c.request.URL.Query())
	if !ok {
		return nil, wire.NewError(400, 50035, "Invalid Form Body: limit has to be 1 to 100.")
	}
	for _, m := range part {
		list = append(list, a.messages.forBot(m))
	}
	return list, nil
}

func (a *guildAPI) patchMessage(c *call, ch *channel, old *wire.Message) (any, error) {
	if old.Author.ID != ApplicationID {
		return nil, wire.NewError(403, 50005, "Cannot edit a message authored by another user")
	}
	if ch.IsThread() && ch.Thread.Archived {
		return nil, threadArchived
	}
	m, err := a.messages.edit(old, c.body, c.files)
	if err != nil {
		return nil, err
	}
	return a.messages.forBot(m), nil
}

func (a *guildAPI) deleteMessage(c *call, ch *channel, m *wire.Message) (any, error) {
	if m.Author.ID != ApplicationID {
		return nil, noPermission
	}
	a.messages.remove(m)
	return nil, nil
}

func (a *guildAPI) putReaction(c *call, ch *channel, old *wire.Message) (any, error) {
	emoji := c.request.PathValue("emoji")
	switch {
	case !wire.IsEmoji(emoji):
		return nil, wire.NewError(400, 10014, "Unknown Emoji")
	case slices.ContainsFunc(old.Reactions, func(r wire.Reaction) bool { return r.Emoji.Name == emoji }):
		return nil, nil
	case a.channels.permissions(ch)&wire.AddReactions == 0 && ch.Type != wire.DMChannel:
		return nil, noPermission
	}
	m := *old
	m.Reactions = append(slices.Clone(old.Reactions), wire.Reaction{Emoji: wire.Emoji{Name: emoji}, Count: 1,
		CountDetails: map[string]int{"normal": 1, "burst": 0}, BurstColors: []string{}, Me: true})
	a.messages.put(&m)
	a.messages.publish(ch, &m)
	return nil, nil
}
