package playground

import (
	"net/http"
	"slices"

	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// restChannels handles the routes for channels, threads and messages.
type restChannels struct {
	channels *channels
	messages *messages
}

func (r *restChannels) routes(rates ratelimit.Rates) []route {
	return []route{
		{"GET", "/channels/{channel}", rates.Read, "channel", false, inChannel(r.channels, 0, r.getChannel)},
		{"PATCH", "/channels/{channel}", rates.Threads, "channel", false, inChannel(r.channels, 0, r.patchChannel)},
		{"POST", "/channels/{channel}/messages/{message}/threads", rates.Threads, "channel", false, inChannel(r.channels, wire.CreatePublicThreads, r.postMessageThread)},
		{"GET", "/channels/{channel}/messages", rates.Read, "channel", false, inChannel(r.channels, 0, r.getMessages)},
		{"POST", "/channels/{channel}/messages", rates.Send, "channel", false, inChannel(r.channels, 0, r.postMessage)},
		{"GET", "/channels/{channel}/messages/{message}", rates.Read, "channel", false, r.onMessage(wire.ReadMessageHistory, r.getMessage)},
		{"PATCH", "/channels/{channel}/messages/{message}", rates.Edit, "channel", false, r.onMessage(0, r.patchMessage)},
		{"DELETE", "/channels/{channel}/messages/{message}", rates.Delete, "channel", false, r.onMessage(0, r.deleteMessage)},
		{"PUT", "/channels/{channel}/messages/{message}/reactions/{emoji}/@me", rates.Edit, "channel", false, r.onMessage(wire.ReadMessageHistory, r.putReaction)},
	}
}

// threadForm reads and checks the body that opens or changes a thread.
func (c *call) threadForm(opens bool) (*wire.ThreadForm, error) {
	form := new(wire.ThreadForm)
	if err := c.decode(form); err != nil {
		return nil, err
	}
	return form, form.Check(opens)
}

func (r *restChannels) getChannel(c *call, ch *channel) (int, any, error) {
	return http.StatusOK, &ch.Channel, nil
}

func (r *restChannels) patchChannel(c *call, ch *channel) (int, any, error) {
	form, err := c.threadForm(false)
	if err != nil {
		return 0, nil, err
	}
	if !ch.IsThread() {
		return 0, nil, noPermission // the bot's invitation lacks the permission to change channels
	}
	if err := r.channels.mayChange(ch, form); err != nil {
		return 0, nil, err
	}
	r.channels.change(ch, form)
	return http.StatusOK, &ch.Channel, nil
}

// postMessageThread creates a thread on a message; the thread has the message's id.
func (r *restChannels) postMessageThread(c *call, ch *channel) (int, any, error) {
	if ch.Type != wire.TextChannel {
		return 0, nil, wrongChannelType
	}
	m, err := c.message(r.messages, ch)
	if err != nil {
		return 0, nil, err
	}
	form, err := c.threadForm(true)
	if err != nil {
		return 0, nil, err
	}
	if r.channels.get(m.ID) != nil {
		return 0, nil, wire.NewError(400, 160004, "A thread has already been created for this message")
	}
	t := r.channels.open(ch, m.ID, form)
	r.messages.dispatch("MESSAGE_UPDATE", m)
	return http.StatusCreated, &t.Channel, nil
}

// onMessage is a handler that needs the channel and the message of the path.
func (r *restChannels) onMessage(
	permissions uint64, do func(*call, *channel, *wire.Message) (int, any, error),
) handler {
	return inChannel(r.channels, permissions, func(c *call, ch *channel) (int, any, error) {
		m, err := c.message(r.messages, ch)
		if err != nil {
			return 0, nil, err
		}
		return do(c, ch, m)
	})
}

func (r *restChannels) postMessage(c *call, ch *channel) (int, any, error) {
	d, err := c.messageForm(false, nil)
	if err != nil {
		return 0, nil, err
	}
	if err := r.maySend(ch, d); err != nil {
		return 0, nil, err
	}
	if d.form.EnforceNonce {
		if m := r.messages.findByNonce(ch, d.form.Nonce); m != nil {
			return http.StatusOK, r.messages.forBot(m), nil
		}
	}
	m := r.messages.newMessage(ch, botUser(), wire.MessageDefault)
	if ref := d.form.MessageReference; ref != nil && r.messages.find(ch.ID, ref.MessageID) != nil {
		r.messages.replyTo(m, ref.MessageID)
	}
	if err := r.messages.compose(m, d, nil); err != nil {
		return 0, nil, err
	}
	r.messages.post(m)
	return http.StatusOK, r.messages.forBot(m), nil
}

// maySend returns an error if the bot may not send a message. In threads a different permission is required than in
// channels.
func (r *restChannels) maySend(ch *channel, d draft) error {
	if ch.Type == wire.DMChannel {
		return mayWrite(r.channels.recipient(ch))
	}
	need := wire.SendMessages
	if ch.IsThread() {
		need = wire.SendMessagesInThreads
		if ch.Thread.Locked && r.channels.permissions(ch)&wire.ManageThreads == 0 {
			if ch.Thread.Archived {
				return threadArchived
			}
			return wire.NewError(400, 160005, "This thread is locked")
		}
	}
	have := r.channels.permissions(ch)
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

func (r *restChannels) getMessage(c *call, ch *channel, m *wire.Message) (int, any, error) {
	return http.StatusOK, r.messages.forBot(m), nil
}

func (r *restChannels) getMessages(c *call, ch *channel) (int, any, error) {
	list := []*wire.Message{}
	if ch.Type != wire.DMChannel && r.channels.permissions(ch)&wire.ReadMessageHistory == 0 {
		return http.StatusOK, list, nil // what Discord answers
	}
	part, ok := window(r.messages.visible(ch, ""), c.URL.Query())
	if !ok {
		return 0, nil, wire.NewError(400, 50035, "Invalid Form Body: limit has to be 1 to 100.")
	}
	for _, m := range part {
		list = append(list, r.messages.forBot(m))
	}
	return http.StatusOK, list, nil
}

func (r *restChannels) patchMessage(c *call, ch *channel, old *wire.Message) (int, any, error) {
	if old.Author.ID != ApplicationID {
		return 0, nil, wire.NewError(403, 50005, "Cannot edit a message authored by another user")
	}
	if ch.IsThread() && ch.Thread.Archived {
		return 0, nil, threadArchived
	}
	m, err := c.edit(r.messages, old)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, r.messages.forBot(m), nil
}

func (r *restChannels) deleteMessage(c *call, ch *channel, m *wire.Message) (int, any, error) {
	manages := ch.Type != wire.DMChannel && r.channels.permissions(ch)&wire.ManageMessages != 0
	if m.Author.ID != ApplicationID && !manages {
		return 0, nil, noPermission
	}
	r.messages.remove(m)
	return http.StatusNoContent, nil, nil
}

func (r *restChannels) putReaction(c *call, ch *channel, old *wire.Message) (int, any, error) {
	emoji := c.PathValue("emoji")
	switch {
	case !wire.IsEmoji(emoji):
		return 0, nil, wire.NewError(400, 10014, "Unknown Emoji")
	case slices.ContainsFunc(old.Reactions, func(r wire.Reaction) bool { return r.Emoji.Name == emoji }):
		return http.StatusNoContent, nil, nil
	case r.channels.permissions(ch)&wire.AddReactions == 0 && ch.Type != wire.DMChannel:
		return 0, nil, noPermission
	}
	m := *old
	m.Reactions = append(slices.Clone(old.Reactions), wire.Reaction{Emoji: wire.Emoji{Name: emoji}, Count: 1,
		CountDetails: map[string]int{"normal": 1, "burst": 0}, BurstColors: []string{}, Me: true})
	r.messages.put(&m)
	r.messages.publish(ch, &m)
	return http.StatusNoContent, nil, nil
}
