package playground

import (
	"net/http"
	"slices"
	"strings"

	"xiangqibot/bot/playground/wire"
)

func (s *Server) getChannel(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	return http.StatusOK, &ch.Channel, nil
}

func (s *Server) patchChannel(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	var form wire.ThreadForm
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	if err := form.Check(false); err != nil {
		return 0, nil, err
	}
	if !ch.IsThread() {
		return 0, nil, noPermission // changing the server's own channels is not in the bot's invitation
	}
	if err := s.mayChange(ch, &form); err != nil {
		return 0, nil, err
	}
	t := ch.Channel
	meta := *t.Thread
	if form.Name != nil {
		t.Name = strings.TrimSpace(*form.Name)
	}
	if form.Archived != nil && *form.Archived != meta.Archived {
		meta.Archived, meta.ArchiveTimestamp = *form.Archived, wire.At(s.clock.Now())
	}
	if form.Locked != nil {
		meta.Locked = *form.Locked
	}
	if form.AutoArchiveDuration != nil {
		meta.AutoArchiveDuration = *form.AutoArchiveDuration
	}
	if form.Slowmode != nil {
		t.Slowmode = form.Slowmode
	}
	t.Thread = &meta
	s.changeThread(ch, t)
	return http.StatusOK, &ch.Channel, nil
}

// mayChange tells whether the bot may make this change to a thread. To wake one up is for whoever may write; what is locked is for those who manage threads.
func (s *Server) mayChange(ch *channel, form *wire.ThreadForm) error {
	manages := s.botPermissions(ch)&wire.ManageThreads != 0
	wakes := form.Archived != nil && !*form.Archived
	only := form.Name == nil && form.Locked == nil && form.Slowmode == nil && form.AutoArchiveDuration == nil
	switch {
	case manages:
	case form.Locked != nil || form.Slowmode != nil || wakes && ch.Thread.Locked:
		return noPermission
	case ch.OwnerID != ApplicationID && (!wakes || !only):
		return noPermission
	}
	if ch.Thread.Archived && !wakes {
		return wire.Refuse(400, 50083, "Thread is archived")
	}
	return nil
}

// changeThread puts a changed thread in the place of the old one and tells everybody.
func (s *Server) changeThread(ch *channel, t wire.Channel) {
	s.change(entry{Channel: &channelEntry{t, ch.Members}})
	s.tellChannel("THREAD_UPDATE", ch)
	s.sleepLater(ch)
}

func (s *Server) deleteChannel(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	if ch.Type == wire.DMChannel {
		return http.StatusOK, &ch.Channel, nil // closing a DM only hides it
	}
	if !ch.IsThread() || s.botPermissions(ch)&wire.ManageThreads == 0 {
		return 0, nil, noPermission
	}
	gone := ch.Channel
	s.dropChannel(ch)
	return http.StatusOK, &gone, nil
}

// dropChannel deletes a thread, or a channel with all threads in it. Of those Discord says nothing: they went with their channel.
func (s *Server) dropChannel(ch *channel) {
	gone := ch.Channel
	s.forgetChannel(ch) // before its threads: a page that shows one of them does not go there
	for _, t := range slices.Clone(s.world.channels) {
		if t.IsThread() && deref(t.ParentID) == gone.ID {
			s.forgetChannel(t)
		}
	}
	if gone.IsThread() {
		s.dispatchTo(s.guildFilter(intentGuilds), "THREAD_DELETE", map[string]any{
			"id": gone.ID, "guild_id": GuildID, "parent_id": gone.ParentID, "type": gone.Type})
		return
	}
	s.dispatchTo(s.guildFilter(intentGuilds), "CHANNEL_DELETE", &gone)
}

func (s *Server) forgetChannel(ch *channel) {
	for _, m := range ch.messages {
		for _, a := range m.Attachments {
			s.files.drop(a.ID)
		}
	}
	s.change(entry{ChannelGone: ch.ID})
	s.hub.publish(all, "channel_delete", map[string]any{"id": ch.ID})
}

// postMessageThread opens a thread on a message; the thread has the message's id.
func (s *Server) postMessageThread(c *call) (int, any, error) {
	ch, err := s.channelFor(c, wire.CreatePublicThreads)
	if err != nil {
		return 0, nil, err
	}
	if ch.Type != wire.TextChannel {
		return 0, nil, wire.Refuse(400, 50024, "Cannot execute action on this channel type")
	}
	m, err := s.messageFor(c, ch)
	if err != nil {
		return 0, nil, err
	}
	var form wire.ThreadForm
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	if err := form.Check(true); err != nil {
		return 0, nil, err
	}
	if s.world.channel(m.ID) != nil {
		return 0, nil, wire.Refuse(400, 160004, "A thread has already been created for this message")
	}
	t := s.openThread(ch, m.ID, wire.PublicThread, &form)
	s.tellMessage("MESSAGE_UPDATE", m)
	return http.StatusCreated, &t.Channel, nil
}

// postThread opens a thread that hangs on no message. Without a type it is private, as on Discord.
func (s *Server) postThread(c *call) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	if ch.Type != wire.TextChannel {
		return 0, nil, wire.Refuse(400, 50024, "Cannot execute action on this channel type")
	}
	var form wire.ThreadForm
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	if err := form.Check(true); err != nil {
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
		return 0, nil, wire.Refuse(400, 50024, "Cannot execute action on this channel type")
	}
	if s.botPermissions(ch)&need == 0 {
		return 0, nil, noPermission
	}
	t := s.openThread(ch, s.ids.Next(s.clock.Now()), kind, &form)
	if kind == wire.PublicThread {
		m := s.newMessage(ch, botUser(), wire.MessageThreadCreated)
		m.Content = t.Name
		m.MessageReference = &wire.MessageReference{ChannelID: t.ID, GuildID: GuildID}
		s.post(ch, m)
	}
	return http.StatusCreated, &t.Channel, nil
}

func (s *Server) openThread(parent *channel, id wire.ID, kind int, form *wire.ThreadForm) *channel {
	now := wire.At(s.clock.Now())
	minutes := 4320
	if form.AutoArchiveDuration != nil {
		minutes = *form.AutoArchiveDuration
	}
	parentID, none, one, slow := parent.ID, 0, 1, deref(form.Slowmode)
	t := wire.Channel{ID: id, Type: kind, GuildID: GuildID, Name: strings.TrimSpace(*form.Name), ParentID: &parentID, OwnerID: ApplicationID,
		Slowmode: &slow, MessageCount: &none, MemberCount: &one, TotalSent: &none,
		Thread: &wire.ThreadMetadata{ArchiveTimestamp: now, CreateTimestamp: now, AutoArchiveDuration: minutes}}
	if kind == wire.PrivateThread {
		t.Thread.Invitable = form.Invitable
	}
	s.change(entry{Channel: &channelEntry{t, []wire.ID{ApplicationID}}})
	ch := s.world.channel(id)
	created := ch.Channel
	created.NewlyCreated = true
	s.dispatchTo(s.guildFilter(intentGuilds), "THREAD_CREATE", &created)
	s.publishChannel(ch)
	s.sleepLater(ch)
	return ch
}

func (s *Server) putThreadMember(c *call) (int, any, error) {
	return s.changeMembers(c, func(members []wire.ID, id wire.ID) []wire.ID {
		if slices.Contains(members, id) {
			return members
		}
		return append(slices.Clone(members), id)
	})
}

func (s *Server) deleteThreadMember(c *call) (int, any, error) {
	return s.changeMembers(c, func(members []wire.ID, id wire.ID) []wire.ID {
		return slices.DeleteFunc(slices.Clone(members), func(m wire.ID) bool { return m == id })
	})
}

func (s *Server) changeMembers(c *call, change func([]wire.ID, wire.ID) []wire.ID) (int, any, error) {
	ch, err := s.channelFor(c, 0)
	if err != nil {
		return 0, nil, err
	}
	if !ch.IsThread() {
		return 0, nil, wire.Refuse(400, 50024, "Cannot execute action on this channel type")
	}
	id := wire.ID(c.PathValue("user"))
	if id == "@me" {
		id = ApplicationID
	}
	if s.world.person(id) == nil && id != ApplicationID {
		return 0, nil, wire.Refuse(404, 10013, "Unknown User")
	}
	if ch.Thread.Archived {
		return 0, nil, wire.Refuse(400, 50083, "Thread is archived")
	}
	s.setMembers(ch, id, change(ch.Members, id))
	return http.StatusNoContent, nil, nil
}

// setMembers gives a thread other members, of which one came or went.
func (s *Server) setMembers(ch *channel, id wire.ID, members []wire.ID) {
	before := ch.Members
	if len(members) == len(before) {
		return
	}
	t := ch.Channel
	n := len(members)
	t.MemberCount = &n
	s.change(entry{Channel: &channelEntry{t, members}})
	event := map[string]any{"id": ch.ID, "guild_id": GuildID, "member_count": n}
	if len(members) > len(before) {
		event["added_members"] = []any{map[string]any{"id": ch.ID, "user_id": id, "join_timestamp": wire.At(s.clock.Now()), "flags": 0}}
	} else {
		event["removed_member_ids"] = []wire.ID{id}
	}
	s.dispatchTo(s.guildFilter(intentGuilds), "THREAD_MEMBERS_UPDATE", event)
	s.publishChannel(ch)
}

// tellChannel sends a changed channel to the bot and the page.
func (s *Server) tellChannel(event string, ch *channel) {
	shown := ch.Channel
	s.dispatchTo(s.guildFilter(intentGuilds), event, &shown)
	s.publishChannel(ch)
}

func (s *Server) publishChannel(ch *channel) {
	s.hub.publish(func(p wire.ID) bool { return s.world.sees(p, ch) }, "channel", s.channelView(ch))
}

// postDM opens the channel of direct messages with a person.
func (s *Server) postDM(c *call) (int, any, error) {
	var form struct {
		RecipientID wire.ID `json:"recipient_id"`
	}
	if err := c.decode(&form); err != nil {
		return 0, nil, err
	}
	p := s.world.person(form.RecipientID)
	if p == nil {
		return 0, nil, wire.Refuse(400, 50033, "Invalid Recipient(s)")
	}
	return http.StatusOK, &s.world.channel(p.DM).Channel, nil
}

// channelView is a channel as the page sees it.
func (s *Server) channelView(ch *channel) map[string]any {
	v := map[string]any{"id": ch.ID, "name": ch.Name, "type": ch.Type, "parent_id": nil, "archived": false, "locked": false, "recipient": nil, "permissions": []string{}}
	if ch.ParentID != nil {
		v["parent_id"] = *ch.ParentID
	}
	if ch.Thread != nil {
		v["archived"], v["locked"] = ch.Thread.Archived, ch.Thread.Locked
	}
	if ch.GuildID != "" {
		v["permissions"] = permissionNames(s.botPermissions(ch))
	}
	if p := s.world.recipient(ch); p != nil {
		v["name"], v["recipient"] = botName, p.ID
	}
	return v
}
