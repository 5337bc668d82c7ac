package playground

import (
	"slices"

	"xiangqibot/bot/playground/wire"
)

// threadForm reads and checks the body that opens or changes a thread.
func (c *call) threadForm(opens bool) (*wire.ThreadForm, error) {
	form := new(wire.ThreadForm)
	if err := c.decode(form); err != nil {
		return nil, err
	}
	return form, form.Check(opens)
}

func (b *botAPI) getChannel(c *call, ch *channel) (any, error) {
	return &ch.Channel, nil
}

func (b *botAPI) patchChannel(c *call, ch *channel) (any, error) {
	form, err := c.threadForm(false)
	if err != nil {
		return nil, err
	}
	if !ch.IsThread() {
		return nil, noPermission // the bot's invitation lacks the permission to change channels
	}
	if err := b.channels.mayChange(ch, form); err != nil {
		return nil, err
	}
	b.channels.change(ch, form)
	return &ch.Channel, nil
}

// postThread creates a thread on a message; the thread has the message's id.
func (b *botAPI) postThread(c *call, ch *channel, m *wire.Message) (any, error) {
	if ch.Type != wire.TextChannel {
		return nil, wrongChannelType
	}
	form, err := c.threadForm(true)
	if err != nil {
		return nil, err
	}
	if b.channels.get(m.ID) != nil {
		return nil, wire.NewError(400, 160004, "A thread has already been created for this message")
	}
	t := b.channels.open(ch, m.ID, form)
	b.messages.publish(ch, m)
	return created{&t.Channel}, nil
}

// onMessage is a handler that needs the channel and the message of the path.
func (b *botAPI) onMessage(
	permissions uint64, do func(*call, *channel, *wire.Message) (any, error),
) handler {
	return b.inChannel(permissions, func(c *call, ch *channel) (any, error) {
		m, err := c.message(b.messages, ch)
		if err != nil {
			return nil, err
		}
		return do(c, ch, m)
	})
}

func (b *botAPI) postMessage(c *call, ch *channel) (any, error) {
	d, err := c.messageForm(false, nil)
	if err != nil {
		return nil, err
	}
	if err := b.maySend(ch, d); err != nil {
		return nil, err
	}
	if d.form.EnforceNonce {
		if m := b.messages.findByNonce(ch, d.form.Nonce); m != nil {
			return b.messages.forBot(m), nil
		}
	}
	m := b.messages.newMessage(ch, botUser(), wire.MessageDefault)
	if ref := d.form.MessageReference; ref != nil && b.messages.find(ch.ID, ref.MessageID) != nil {
		b.messages.replyTo(m, ref.MessageID)
	}
	if err := b.messages.compose(m, d); err != nil {
		return nil, err
	}
	b.messages.post(m)
	return b.messages.forBot(m), nil
}

// maySend returns an error if the bot may not send a message. In threads a different permission is required than in
// channels.
func (b *botAPI) maySend(ch *channel, d draft) error {
	if ch.Type == wire.DMChannel {
		return mayWrite(b.channels.recipient(ch))
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
	have := b.channels.permissions(ch)
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
	case p == nil:
		return nil
	case p.Left:
		return wire.NewError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")
	case p.NoDMs:
		return wire.NewError(403, 50007, "Cannot send messages to this user")
	}
	return nil
}

func (b *botAPI) getMessage(c *call, ch *channel, m *wire.Message) (any, error) {
	return b.messages.forBot(m), nil
}

func (b *botAPI) getMessages(c *call, ch *channel) (any, error) {
	list := []*wire.Message{}
	if ch.Type != wire.DMChannel && b.channels.permissions(ch)&wire.ReadMessageHistory == 0 {
		return list, nil // what Discord answers
	}
	part, ok := window(b.messages.visible(ch, ""), c.URL.Query())
	if !ok {
		return nil, wire.NewError(400, 50035, "Invalid Form Body: limit has to be 1 to 100.")
	}
	for _, m := range part {
		list = append(list, b.messages.forBot(m))
	}
	return list, nil
}

func (b *botAPI) patchMessage(c *call, ch *channel, old *wire.Message) (any, error) {
	if old.Author.ID != ApplicationID {
		return nil, wire.NewError(403, 50005, "Cannot edit a message authored by another user")
	}
	if ch.IsThread() && ch.Thread.Archived {
		return nil, threadArchived
	}
	m, err := c.edit(b.messages, old)
	if err != nil {
		return nil, err
	}
	return b.messages.forBot(m), nil
}

func (b *botAPI) deleteMessage(c *call, ch *channel, m *wire.Message) (any, error) {
	if m.Author.ID != ApplicationID {
		return nil, noPermission
	}
	b.messages.remove(m)
	return nil, nil
}

func (b *botAPI) putReaction(c *call, ch *channel, old *wire.Message) (any, error) {
	emoji := c.PathValue("emoji")
	switch {
	case !wire.IsEmoji(emoji):
		return nil, wire.NewError(400, 10014, "Unknown Emoji")
	case slices.ContainsFunc(old.Reactions, func(r wire.Reaction) bool { return r.Emoji.Name == emoji }):
		return nil, nil
	case b.channels.permissions(ch)&wire.AddReactions == 0 && ch.Type != wire.DMChannel:
		return nil, noPermission
	}
	m := *old
	m.Reactions = append(slices.Clone(old.Reactions), wire.Reaction{Emoji: wire.Emoji{Name: emoji}, Count: 1,
		CountDetails: map[string]int{"normal": 1, "burst": 0}, BurstColors: []string{}, Me: true})
	b.messages.put(&m)
	b.messages.publish(ch, &m)
	return nil, nil
}
