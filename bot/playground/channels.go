package playground

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// channels are the text channels of the server, their threads, each person's DM channel with the bot, and the group DMs
// of people. The state lock guards them.
type channels struct {
	core  *core
	guild *guild
	app   *application
	list  []*channel // in the order in which they were opened

	idleAt     time.Time // when the next open thread will be archived
	cancelIdle func()    // the alarm for that; nil: none
}

// A channel is a text channel, a thread, a group DM or a DM channel.
type channel struct {
	wire.Channel
	// Lost and Got are the permissions of the bot that differ from those of its role.
	Lost uint64 `json:"lost,omitempty"`
	Got  uint64 `json:"got,omitempty"`
}

// load loads the state of an earlier process. A new server has its two channels. Missing DM channels are opened: a
// process may have been killed after a person was added and before their DM channel was.
func (c *channels) load() error {
	open := map[*person]bool{}
	err := eachOf(c.core.db, "channels", func(ch *channel) {
		c.list = append(c.list, ch)
		c.core.ids.Observe(ch.ID)
		open[c.recipient(ch)] = true
	})
	if err != nil {
		return err
	}
	if len(c.list) == 0 {
		c.add(XiangqiID, "xiangqi")
		c.add(GeneralID, "general")
	}
	for _, p := range c.guild.people {
		if !open[p] {
			c.openDM(p)
		}
	}
	return nil
}

// add adds a text channel to the server.
func (c *channels) add(id wire.ID, name string) {
	c.put(&channel{Channel: wire.Channel{ID: id, Type: wire.TextChannel, GuildID: GuildID, Name: name,
		Position: new(len(c.ofGuild()))}})
}

// openDM opens a person's DM channel with the bot.
func (c *channels) openDM(p *person) {
	c.put(&channel{Channel: wire.Channel{ID: p.DM, Type: wire.DMChannel, Recipients: []wire.User{p.user()}}})
}

// openGroup opens a group DM of people. No bot is in it, and none can be.
func (c *channels) openGroup(name string, people []wire.ID) *channel {
	group := wire.Channel{ID: c.core.newID(), Type: wire.GroupDM, Name: name, OwnerID: people[0], Recipients: []wire.User{}}
	for _, id := range people {
		group.Recipients = append(group.Recipients, c.guild.person(id).user())
	}
	ch := c.put(&channel{Channel: group})
	c.publish(ch)
	return ch
}

func (c *channels) get(id wire.ID) *channel {
	if i := slices.IndexFunc(c.list, func(ch *channel) bool { return ch.ID == id }); i >= 0 {
		return c.list[i]
	}
	return nil
}

// lookup returns a channel that the person can see, or a failure if there is none.
func (c *channels) lookup(p *person, id wire.ID) (*channel, error) {
	if ch := c.get(id); ch != nil && c.sees(p.ID, ch) {
		return ch, nil
	}
	return nil, fail(404, "There is no channel with the id %q that %s can see. /playground/state lists them.", id, p.Name)
}

// put stores a new or changed channel. What its data points to is replaced and never modified: others have copies.
func (c *channels) put(ch *channel) *channel {
	if !slices.Contains(c.list, ch) {
		c.list = append(c.list, ch)
	}
	c.core.db.save("channels (id, body)", ch, ch.ID)
	return ch
}

// remove removes a channel. The database deletes its messages and interactions with it.
func (c *channels) remove(id wire.ID) {
	c.core.db.delete("channels", id)
	c.list = slices.DeleteFunc(c.list, func(ch *channel) bool { return ch.ID == id })
	c.core.hub.publish(all, "channel_delete", map[string]any{"id": id})
}

// recipient returns the person of a DM channel, or nil for other channels.
func (c *channels) recipient(ch *channel) *person {
	if ch.Type != wire.DMChannel {
		return nil
	}
	return c.guild.person(ch.Recipients[0].ID)
}

// sees reports whether the person can see the channel. People who have left the server keep their direct messages.
func (c *channels) sees(id wire.ID, ch *channel) bool {
	if p := c.guild.person(id); ch.GuildID != "" && p != nil && p.Left {
		return false
	}
	return ch.GuildID != "" || slices.ContainsFunc(ch.Recipients, func(u wire.User) bool { return u.ID == id })
}

// seenBy returns the channels of the server that a person can see.
func (c *channels) seenBy(p *person) []*channel {
	return slices.DeleteFunc(slices.Clone(c.list), func(ch *channel) bool { return ch.GuildID == "" || !c.sees(p.ID, ch) })
}

// hasBot reports whether the bot is in a channel, regardless of the permission to view it: it is in no group DM.
func (ch *channel) hasBot() bool { return ch.Type != wire.GroupDM }

// reach returns a channel in which the bot has all of the permissions, as it has in direct messages.
func (c *channels) reach(id wire.ID, permissions uint64) (*channel, error) {
	ch := c.get(id)
	switch {
	case ch == nil:
		return nil, unknownChannel
	case !ch.hasBot():
		return nil, missingAccess
	case ch.Type == wire.DMChannel:
		return ch, nil
	}
	have := c.permissions(ch)
	if have&wire.ViewChannel == 0 {
		return nil, missingAccess
	}
	if have&permissions != permissions {
		return nil, noPermission
	}
	return ch, nil
}

// permissions returns the permissions of the bot in a channel. Threads have those of their channel. In a group DM they
// are what its answers to interactions may have.
func (c *channels) permissions(ch *channel) uint64 {
	if ch.Type == wire.GroupDM {
		return wire.AttachFiles | wire.EmbedLinks
	}
	if ch.IsThread() {
		ch = cmp.Or(c.get(wire.Deref(ch.ParentID)), ch)
	}
	return c.app.Permissions&^ch.Lost | ch.Got
}

// permit revokes and grants permissions of the bot in a channel.
func (c *channels) permit(ch *channel, lose, get uint64) {
	ch.Lost, ch.Got = ch.Lost&^get|lose, ch.Got&^lose|get
	c.put(ch)
	c.publish(ch)
}

// publish sends a channel to the pages of the people who can see it.
func (c *channels) publish(ch *channel) {
	c.core.hub.publish(func(p wire.ID) bool { return c.sees(p, ch) }, "channel", c.view(ch))
}

// publishAll sends all channels of the server to the pages, after a change of permissions.
func (c *channels) publishAll() {
	for _, ch := range c.list {
		if ch.GuildID != "" {
			c.publish(ch)
		}
	}
}

// view returns a channel as sent to the page.
func (c *channels) view(ch *channel) map[string]any {
	thread := wire.Deref(ch.Thread)
	v := map[string]any{"id": ch.ID, "name": ch.Name, "type": ch.Type, "parent_id": ch.ParentID,
		"archived": thread.Archived, "locked": thread.Locked, "recipient": nil}
	if ch.Type == wire.DMChannel {
		v["name"], v["recipient"] = botName, ch.Recipients[0].ID
	} else {
		v["permissions"] = wire.PermissionNames(c.permissions(ch))
	}
	return v
}

// ofGuild returns the channels of the server.
func (c *channels) ofGuild() []wire.Channel {
	list := []wire.Channel{}
	for _, ch := range c.list {
		if ch.GuildID != "" && !ch.IsThread() {
			list = append(list, ch.Channel)
		}
	}
	return list
}

// findByName returns the id of a channel of the server by id, mention, #name or name.
func (c *channels) findByName(text string) wire.ID {
	name := unmarked(text)
	for _, ch := range c.list {
		if ch.GuildID != "" && (name == string(ch.ID) || name == ch.Name) {
			return ch.ID
		}
	}
	return ""
}

// Threads are opened by the bot, and archived after their auto-archive duration without activity. A message in an
// archived thread reopens it, unless it is locked.

// open creates a thread of the bot's in a channel.
func (c *channels) open(parent *channel, id wire.ID, form *wire.ThreadForm) *channel {
	now := wire.Time(c.core.now())
	minutes := *cmp.Or(form.AutoArchiveDuration, new(4320))
	t := wire.Channel{ID: id, Type: wire.PublicThread, GuildID: GuildID, Name: form.Name, ParentID: new(parent.ID),
		OwnerID: ApplicationID, MessageCount: new(0), MemberCount: new(1), TotalSent: new(0),
		Thread: &wire.ThreadMetadata{ArchiveTimestamp: now, CreateTimestamp: now, AutoArchiveDuration: minutes}}
	ch := c.put(&channel{Channel: t})
	c.publish(ch)
	c.archiveLater(ch)
	return ch
}

// change changes a thread's name or state; keys that the form lacks are kept.
func (c *channels) change(ch *channel, form *wire.ThreadForm) {
	meta := *ch.Thread
	ch.Name = cmp.Or(form.Name, ch.Name)
	if form.Archived != nil && *form.Archived != meta.Archived {
		meta.Archived, meta.ArchiveTimestamp = *form.Archived, wire.Time(c.core.now())
	}
	if form.Locked != nil {
		meta.Locked = *form.Locked
	}
	c.update(ch, meta)
}

// update stores a changed thread and sends it to pages.
func (c *channels) update(ch *channel, meta wire.ThreadMetadata) {
	ch.Thread = &meta
	c.put(ch)
	c.publish(ch)
	c.archiveLater(ch)
}

// mayChange returns an error if the bot may not make a change to a thread. It may reopen an archived one that is not
// locked.
func (c *channels) mayChange(ch *channel, form *wire.ThreadForm) error {
	opens := form.Archived != nil && !*form.Archived
	switch {
	case opens && ch.Thread.Locked:
		return noPermission
	case ch.Thread.Archived && !opens:
		return threadArchived
	}
	return nil
}

// setArchived archives or reopens a thread.
func (c *channels) setArchived(ch *channel, archived bool, at time.Time) {
	meta := *ch.Thread
	meta.Archived, meta.ArchiveTimestamp = archived, wire.Time(at)
	c.update(ch, meta)
}

// unarchiveFor does what Discord's client does before a person acts in a thread: it reopens an archived one. In a
// locked thread only the server's owner can act, and nobody can use components.
func (c *channels) unarchiveFor(p *person, ch *channel, kind int) error {
	if !ch.IsThread() || kind == wire.Autocomplete {
		return nil
	}
	if ch.Thread.Locked && (!p.owner() || kind == wire.ComponentInteraction) {
		return fail(403, "The thread %q is locked: %s can do nothing in it.", ch.Name, p.Name)
	}
	if ch.Thread.Archived {
		c.setArchived(ch, false, c.core.now())
	}
	return nil
}

// countMessage records a new public message of a channel. In a thread it increases the message count, and reopens an
// archived one.
func (c *channels) countMessage(ch *channel, m *wire.Message) {
	ch.LastMessageID = new(m.ID)
	if !ch.IsThread() {
		return
	}
	count := wire.Deref(ch.MessageCount) + 1
	ch.MessageCount, ch.TotalSent = &count, &count
	if ch.Thread.Archived {
		meta := *ch.Thread
		meta.Archived = false
		c.update(ch, meta)
		return
	}
	c.put(ch)
	c.archiveLater(ch)
}

// threadsOf returns the threads in a channel.
func (c *channels) threadsOf(id wire.ID) []*channel {
	return slices.DeleteFunc(slices.Clone(c.list), func(ch *channel) bool {
		return !ch.IsThread() || wire.Deref(ch.ParentID) != id
	})
}

// idleAt returns when an open thread will be archived if nothing happens in it.
func idleAt(ch *channel) time.Time {
	last := time.Time(ch.Thread.ArchiveTimestamp)
	if ch.LastMessageID != nil && ch.LastMessageID.Time().After(last) {
		last = ch.LastMessageID.Time()
	}
	return last.Add(time.Duration(ch.Thread.AutoArchiveDuration) * time.Minute)
}

// archiveLater sets the idle alarm for a thread, unless it is set for an earlier time.
func (c *channels) archiveLater(ch *channel) {
	if !ch.IsThread() || ch.Thread.Archived {
		return
	}
	at := idleAt(ch)
	if c.cancelIdle != nil && !at.Before(c.idleAt) {
		return
	}
	c.stop()
	c.idleAt = at
	c.cancelIdle = c.core.clock.After(max(at.Sub(c.core.now()), 0), c.archiveIdle)
}

// stop cancels the idle alarm.
func (c *channels) stop() {
	if c.cancelIdle != nil {
		c.cancelIdle()
		c.cancelIdle = nil
	}
}

// archiveIdle archives the idle threads. The clock calls it; it takes the state lock itself.
func (c *channels) archiveIdle() {
	c.core.lock.Lock()
	defer c.core.lock.Unlock()
	c.cancelIdle = nil
	if c.core.closed {
		return
	}
	now := c.core.now()
	for _, ch := range c.list {
		if !ch.IsThread() || ch.Thread.Archived {
			continue
		}
		if at := idleAt(ch); !at.After(now) {
			c.setArchived(ch, true, at)
		}
		c.archiveLater(ch)
	}
}
