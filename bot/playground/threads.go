package playground

import (
	"cmp"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Threads are created, changed, and archived after their auto-archive duration without activity. A
// message in an archived thread reopens it, unless it is locked.

// open creates a thread of the bot's in a channel.
func (c *channels) open(parent *channel, id wire.ID, form *wire.ThreadForm) *channel {
	now := wire.Time(c.core.now())
	minutes := *cmp.Or(form.AutoArchiveDuration, new(4320))
	parentID, none, one := parent.ID, 0, 1
	t := wire.Channel{ID: id, Type: wire.PublicThread, GuildID: GuildID, Name: form.Name, ParentID: &parentID,
		OwnerID:      ApplicationID,
		MessageCount: &none, MemberCount: &one, TotalSent: &none,
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

// An idleAlarm is the alarm for the next thread to archive. Its cancel is nil if none is set.
type idleAlarm struct {
	at     time.Time
	cancel func()
}

func (a *idleAlarm) stop() {
	if a.cancel != nil {
		a.cancel()
		a.cancel = nil
	}
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
	if c.idle.cancel != nil && !at.Before(c.idle.at) {
		return
	}
	c.idle.stop()
	c.idle.at = at
	c.idle.cancel = c.core.clock.After(max(at.Sub(c.core.now()), 0), c.archiveIdle)
}

// archiveIdle archives the idle threads. The clock calls it; it takes the state lock itself.
func (c *channels) archiveIdle() {
	c.core.lock.Lock()
	defer c.core.lock.Unlock()
	c.idle.cancel = nil
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
