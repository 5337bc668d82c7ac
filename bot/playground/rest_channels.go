package playground

import (
	"net/http"
	"slices"

	"xiangqibot/bot/playground/ratelimit"
	"xiangqibot/bot/playground/wire"
)

// restChannels handles the routes for channels, threads and their members.
type restChannels struct {
	core     *core
	guild    *guild
	channels *channels
	messages *messages
}

func (r *restChannels) routes(rates ratelimit.Rates) []route {
	return []route{
		{"GET", "/channels/{channel}", rates.Read, "channel", false, inChannel(r.channels, 0, r.getChannel)},
		{"PATCH", "/channels/{channel}", rates.Threads, "channel", false, inChannel(r.channels, 0, r.patchChannel)},
		{"DELETE", "/channels/{channel}", rates.Threads, "channel", false, inChannel(r.channels, 0, r.deleteChannel)},
		{"POST", "/channels/{channel}/messages/{message}/threads", rates.Threads, "channel", false, inChannel(r.channels, wire.CreatePublicThreads, r.postMessageThread)},
		{"POST", "/channels/{channel}/threads", rates.Threads, "channel", false, inChannel(r.channels, 0, r.postThread)},
		{"PUT", "/channels/{channel}/thread-members/{user}", rates.Threads, "channel", false, inChannel(r.channels, 0, r.putThreadMember)},
		{"DELETE", "/channels/{channel}/thread-members/{user}", rates.Threads, "channel", false, inChannel(r.channels, 0, r.deleteThreadMember)},
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
	if err := r.channels.mayChange(c.app, ch, form); err != nil {
		return 0, nil, err
	}
	r.channels.change(ch, form)
	return http.StatusOK, &ch.Channel, nil
}

func (r *restChannels) deleteChannel(c *call, ch *channel) (int, any, error) {
	if ch.Type == wire.DMChannel {
		return http.StatusOK, &ch.Channel, nil // closing a DM only hides it
	}
	if !ch.IsThread() || r.channels.permissions(c.app, ch)&wire.ManageThreads == 0 {
		return 0, nil, noPermission
	}
	gone := ch.Channel
	r.messages.removeChannel(ch)
	return http.StatusOK, &gone, nil
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
	t := r.channels.open(c.app, ch, m.ID, wire.PublicThread, form)
	r.messages.dispatch("MESSAGE_UPDATE", m)
	return http.StatusCreated, &t.Channel, nil
}

// postThread creates a thread without a starter message. By default it is private, as on Discord.
func (r *restChannels) postThread(c *call, ch *channel) (int, any, error) {
	if ch.Type != wire.TextChannel {
		return 0, nil, wrongChannelType
	}
	form, err := c.threadForm(true)
	if err != nil {
		return 0, nil, err
	}
	kind, need := wire.PrivateThread, wire.CreatePrivateThreads
	if form.Type != nil {
		kind = *form.Type
	}
	switch kind {
	case wire.PublicThread:
		need = wire.CreatePublicThreads
	case wire.PrivateThread:
	default:
		return 0, nil, wrongChannelType
	}
	if r.channels.permissions(c.app, ch)&need == 0 {
		return 0, nil, noPermission
	}
	t := r.channels.open(c.app, ch, r.core.newID(), kind, form)
	if kind == wire.PublicThread {
		m := r.messages.newMessage(ch, c.app.user(), wire.MessageThreadCreated)
		m.Content = t.Name
		m.MessageReference = &wire.MessageReference{ChannelID: t.ID, GuildID: GuildID}
		r.messages.post(m)
	}
	return http.StatusCreated, &t.Channel, nil
}

func (r *restChannels) putThreadMember(c *call, ch *channel) (int, any, error) {
	return r.changeMembers(c, ch, func(members []wire.ID, id wire.ID) []wire.ID {
		if slices.Contains(members, id) {
			return members
		}
		return append(slices.Clone(members), id)
	})
}

func (r *restChannels) deleteThreadMember(c *call, ch *channel) (int, any, error) {
	return r.changeMembers(c, ch, func(members []wire.ID, id wire.ID) []wire.ID {
		return slices.DeleteFunc(slices.Clone(members), func(m wire.ID) bool { return m == id })
	})
}

func (r *restChannels) changeMembers(
	c *call, ch *channel, change func([]wire.ID, wire.ID) []wire.ID,
) (int, any, error) {
	if !ch.IsThread() {
		return 0, nil, wrongChannelType
	}
	id := wire.ID(c.PathValue("user"))
	if id == "@me" {
		id = c.app.ID
	}
	if _, there := r.guild.user(id); !there {
		return 0, nil, unknownUser
	}
	if ch.Thread.Archived {
		return 0, nil, threadArchived
	}
	r.channels.setMembers(ch, id, change(ch.Members, id))
	return http.StatusNoContent, nil, nil
}
