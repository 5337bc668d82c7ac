package playground

import (
	"cmp"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/playground/attachments"
	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// maxMessages is how many messages of a channel are kept.
const maxMessages = 2000

// messages are the messages in the channels. A message in a list is never modified: an edit replaces it by a copy. The
// state lock guards the lists.
type messages struct {
	core     *core
	guild    *guild
	channels *channels
	files    *attachments.Store
	in       map[wire.ID][]*wire.Message // by channel, oldest first
}

// load loads the state of an earlier process.
func (ms *messages) load() error {
	return eachOf(ms.core.db, "messages", func(m *wire.Message) {
		ms.in[m.ChannelID] = append(ms.in[m.ChannelID], m) // ids increase with rowid
		ms.core.ids.Observe(m.ID)
		for _, a := range m.Attachments {
			ms.core.ids.Observe(a.ID)
		}
		if m.EphemeralFor == "" {
			ms.channels.get(m.ChannelID).LastMessageID = &m.ID
		}
	})
}

// index returns the index of a message in its channel's list, or where it would be inserted.
func (ms *messages) index(channel, id wire.ID) (int, bool) {
	return slices.BinarySearchFunc(ms.in[channel], id.Number(), func(m *wire.Message, id uint64) int {
		return cmp.Compare(m.ID.Number(), id)
	})
}

func (ms *messages) find(channel, id wire.ID) *wire.Message {
	i, ok := ms.index(channel, id)
	if !ok {
		return nil
	}
	return ms.in[channel][i]
}

// put stores a new or changed message, and removes the channel's oldest if there are too many.
func (ms *messages) put(m *wire.Message) {
	ms.core.db.save("messages (id, channel, body)", m, m.ID, m.ChannelID)
	list := ms.in[m.ChannelID]
	i, found := ms.index(m.ChannelID, m.ID)
	if found {
		list[i] = m
		return
	}
	list = slices.Insert(list, i, m)
	if len(list) > maxMessages {
		ms.core.db.delete("messages", list[0].ID)
		list = slices.Delete(list, 0, 1)
	}
	ms.in[m.ChannelID] = list
}

// post adds a message to its channel and sends it to everybody who may see it.
func (ms *messages) post(m *wire.Message) {
	if m.EphemeralFor == "" {
		ms.channels.countMessage(ms.channels.get(m.ChannelID), m)
	}
	ms.put(m)
	ch := ms.channels.get(m.ChannelID)
	ms.publish(ch, m)
	if m.EphemeralFor == "" && ch.hasBot() {
		ms.dispatchToBot(ch, m)
	}
}

// change replaces a message by a changed copy and sends it to everybody who may see it.
func (ms *messages) change(m *wire.Message) {
	ms.put(m)
	ms.publish(ms.channels.get(m.ChannelID), m)
}

// remove deletes a message and its files.
func (ms *messages) remove(m *wire.Message) {
	ms.dropFiles(m)
	ms.core.db.delete("messages", m.ID)
	if i, ok := ms.index(m.ChannelID, m.ID); ok {
		ms.in[m.ChannelID] = slices.Delete(ms.in[m.ChannelID], i, i+1)
	}
	ms.core.hub.publish(ms.audience(ms.channels.get(m.ChannelID), m), "message_delete",
		map[string]any{"id": m.ID, "channel_id": m.ChannelID})
}

func (ms *messages) dropFiles(m *wire.Message) {
	for _, a := range m.Attachments {
		ms.files.Drop(a.ID)
	}
}

// removeChannel deletes a thread, or a channel with its threads, and their messages. The bot gets an event for the
// channel only, not for its threads.
func (ms *messages) removeChannel(ch *channel) {
	gone := *ch
	ms.clear(ch) // before its threads, so that a page in a thread does not switch to it
	for _, t := range ms.channels.threadsOf(gone.ID) {
		ms.clear(t)
	}
	event := "CHANNEL_DELETE"
	if gone.IsThread() {
		event = "THREAD_DELETE"
	}
	ms.core.gateway.Dispatch(gateway.Audience{Intent: gateway.Guilds}, event, &gone.Channel)
}

func (ms *messages) clear(ch *channel) {
	for _, m := range ms.in[ch.ID] {
		ms.dropFiles(m)
	}
	delete(ms.in, ch.ID)
	ms.channels.remove(ch.ID)
}

// dispatchToBot sends a new message to the bot.
func (ms *messages) dispatchToBot(ch *channel, m *wire.Message) {
	v := ms.forBot(m)
	v.GuildID = ch.GuildID
	to := gateway.Audience{Intent: gateway.Messages}
	if ch.GuildID == "" {
		to = gateway.Audience{Direct: true, Intent: gateway.DirectMessages}
	} else if v.Member = ms.guild.member(m.Author.ID); v.Member != nil {
		v.Member.User = nil
	}
	if !hidesContent(v) {
		ms.core.gateway.Dispatch(to, "MESSAGE_CREATE", v)
		return
	}
	reads, not := to, to
	reads.Intent |= gateway.MessageContent
	not.Without = gateway.MessageContent
	ms.core.gateway.Dispatch(reads, "MESSAGE_CREATE", v)
	v.Content, v.Embeds, v.Attachments, v.Components = "", []wire.Embed{}, []wire.Attachment{}, []wire.Component{}
	ms.core.gateway.Dispatch(not, "MESSAGE_CREATE", v)
}

// hidesContent reports whether the bot needs the message content intent to read the message: one in the server that it
// did not write and that does not mention it.
func hidesContent(m *wire.Message) bool {
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == ApplicationID })
	return m.GuildID != "" && m.Author.ID != ApplicationID && !mentioned
}

// publish sends a message to the pages of the people who may see it.
func (ms *messages) publish(ch *channel, m *wire.Message) {
	ms.core.hub.publish(ms.audience(ch, m), "message", ms.forPage(m))
}

// audience returns the filter for the people who may see the message.
func (ms *messages) audience(ch *channel, m *wire.Message) func(wire.ID) bool {
	return func(p wire.ID) bool {
		return (m.EphemeralFor == "" || m.EphemeralFor == p) && ms.channels.sees(p, ch)
	}
}

// findByNonce returns the message that the bot sent with a nonce in the last three minutes, or nil.
func (ms *messages) findByNonce(ch *channel, nonce string) *wire.Message {
	since := ms.core.now().Add(-3 * time.Minute)
	for _, m := range slices.Backward(ms.in[ch.ID]) {
		if time.Time(m.Timestamp).Before(since) {
			return nil
		}
		if m.Author.ID == ApplicationID && m.Nonce == nonce {
			return m
		}
	}
	return nil
}

// visible returns the messages of a channel that a person can see, oldest first; those for everybody if the id is
// empty.
func (ms *messages) visible(ch *channel, person wire.ID) []*wire.Message {
	return slices.DeleteFunc(slices.Clone(ms.in[ch.ID]), func(m *wire.Message) bool {
		return m.EphemeralFor != "" && m.EphemeralFor != person
	})
}

// window returns the messages that a query for a list selects, newest first, and false if its limit is invalid.
func window(list []*wire.Message, q url.Values) ([]*wire.Message, bool) {
	limit := 50
	if text := q.Get("limit"); text != "" {
		var err error
		if limit, err = strconv.Atoi(text); err != nil || limit < 1 || limit > 100 {
			return nil, false
		}
	}
	index := func(id wire.ID) int { // of the first message that is not older
		return sort.Search(len(list), func(i int) bool { return !list[i].ID.Before(id) })
	}
	start, end := max(len(list)-limit, 0), len(list)
	if before := wire.ID(q.Get("before")); before != "" {
		end = index(before)
		start = max(end-limit, 0)
	} else if after := wire.ID(q.Get("after")); after != "" {
		start = index(after)
		if start < len(list) && list[start].ID == after {
			start++
		}
		end = min(start+limit, len(list))
	}
	list = list[start:end]
	slices.Reverse(list)
	return list, true
}

// forPage returns the message for the page: URLs are paths, and the fields for the page are set.
func (ms *messages) forPage(m *wire.Message) *wire.Message {
	v := ms.render(m, "")
	v.EphemeralFor, v.Loading, v.Failed = m.EphemeralFor, m.Loading, m.Failed
	return v
}

// forBot returns the message for the bot.
func (ms *messages) forBot(m *wire.Message) *wire.Message {
	return ms.render(m, attachments.CDNHost)
}

// render resolves attachment:// and the URLs of stored files, which are on a host or else paths, and adds what is stored
// elsewhere: the thread of the message, and the message that it replies to.
func (ms *messages) render(m *wire.Message, host string) *wire.Message {
	v := wire.Clone(m)
	v.EphemeralFor, v.Loading, v.Failed = "", false, ""
	if m.EphemeralFor != "" {
		v.Flags |= wire.FlagEphemeral
	}
	byName := map[string]*wire.Attachment{}
	for i := range v.Attachments {
		a := &v.Attachments[i]
		a.URL = attachments.Link(host, m.ChannelID, a.ID, a.Filename)
		a.ProxyURL = a.URL
		byName[a.Filename] = a
	}
	for _, e := range v.Embeds {
		if e.Image == nil {
			continue
		}
		name, attached := strings.CutPrefix(e.Image.URL, "attachment://")
		if a := byName[attachments.CleanName(name)]; attached && a != nil {
			*e.Image = wire.EmbedImage{URL: a.URL, ProxyURL: a.ProxyURL, Width: a.Width, Height: a.Height}
		}
	}
	if t := ms.channels.get(m.ID); t != nil && t.IsThread() {
		v.Thread = new(t.Channel)
		v.Flags |= wire.FlagHasThread
	}
	if ref := m.MessageReference; ref != nil {
		var shown *wire.Message
		if old := ms.find(ref.ChannelID, ref.MessageID); old != nil && old.EphemeralFor == "" {
			inner := *old
			inner.MessageReference = nil // one level, as on Discord
			shown = ms.render(&inner, host)
		}
		v.Referenced = &shown
	}
	return v
}
