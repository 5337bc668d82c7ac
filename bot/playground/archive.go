package playground

import (
	"time"

	"xiangqibot/bot/playground/wire"
)

// Threads go to sleep: Discord archives one in which nothing happened for as long as it wants. What is said in it wakes it up,
// unless it is locked as well.

// sleepsAt is the moment at which an open thread will be archived if nothing happens in it.
func sleepsAt(ch *channel) time.Time {
	last := ch.Thread.ArchiveTimestamp.Time
	if n := len(ch.messages); n > 0 && ch.messages[n-1].Timestamp.After(last) {
		last = ch.messages[n-1].Timestamp.Time
	}
	return last.Add(time.Duration(ch.Thread.AutoArchiveDuration) * time.Minute)
}

// sleepLater sees to it that the clock looks at threads when this one is due, if nothing happens in it. The caller holds the lock.
func (s *Server) sleepLater(ch *channel) {
	if !ch.IsThread() || ch.Thread.Archived {
		return
	}
	at := sleepsAt(ch)
	if s.bedtime.cancel != nil {
		if !at.Before(s.bedtime.at) {
			return
		}
		s.bedtime.cancel()
	}
	s.bedtime.at = at
	s.bedtime.cancel = s.clock.After(max(at.Sub(s.clock.Now()), 0), s.archiveIdle)
}

// bedtime is when the next thread may have to be archived. Its cancel is nil when there is none.
type bedtime struct {
	at     time.Time
	cancel func()
}

// archiveIdle archives the threads that are due. It is called by the clock.
func (s *Server) archiveIdle() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.bedtime.cancel = nil
	if s.closed {
		return
	}
	now := s.clock.Now()
	for _, ch := range s.world.channels {
		if !ch.IsThread() || ch.Thread.Archived {
			continue
		}
		if at := sleepsAt(ch); !at.After(now) {
			s.setArchived(ch, true, at)
		}
		s.sleepLater(ch)
	}
}

// setArchived archives a thread or wakes it up.
func (s *Server) setArchived(ch *channel, archived bool, at time.Time) {
	t := ch.Channel
	meta := *t.Thread
	meta.Archived, meta.ArchiveTimestamp = archived, wire.At(at)
	t.Thread = &meta
	s.changeThread(ch, t)
}

// wake does what Discord's client does before a person acts in a thread: wakes it up when it sleeps. In a locked thread only
// its keeper, the server's owner, can do something, and no button can be pressed at all.
func (s *Server) wake(p *person, ch *channel, kind int) error {
	if !ch.IsThread() || kind == wire.Autocomplete {
		return nil
	}
	if ch.Thread.Locked && (!p.owner() || kind == wire.ComponentInteraction) {
		return fail(403, "The thread %q is locked: %s can do nothing in it.", ch.Name, p.Name)
	}
	if ch.Thread.Archived {
		s.setArchived(ch, false, s.clock.Now())
	}
	return nil
}
