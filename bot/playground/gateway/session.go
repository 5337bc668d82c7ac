package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Intents select the events that a session gets.
const (
	Guilds         = 1 << 0
	Messages       = 1 << 9
	DirectMessages = 1 << 12
	MessageContent = 1 << 15
)

const (
	resumable   = 2 * time.Minute // how long a session can be resumed
	replayLimit = 2000            // how many of its events are kept for that
)

// An Audience says which sessions get an event.
type Audience struct {
	Direct  bool // the event is of direct messages, which only the first shard gets
	Intent  int  // the intents that a session needs; 0: none
	Without int  // the intents that a session must not have
}

// A session is started by IDENTIFY. It outlives its connection for a while, so that RESUME can replay missed events.
// The gateway's lock guards it.
type session struct {
	id           string
	intents      int
	shard        [2]int
	seq          int
	events       []sentEvent // the latest, for RESUME
	conn         *conn       // nil while disconnected
	disconnected time.Time   // when the connection ended, by the system clock
}

// sentEvent is an event as it was sent.
type sentEvent struct {
	seq   int
	frame []byte
}

// send numbers an event, keeps it for RESUME, and sends it if the session is connected.
func (s *session) send(event string, d json.RawMessage) {
	s.seq++
	frame := wire.JSON(frame{Op: opDispatch, D: d, S: &s.seq, T: &event})
	s.events = append(s.events, sentEvent{s.seq, frame})
	if len(s.events) > replayLimit {
		s.events = slices.Delete(s.events, 0, len(s.events)-replayLimit)
	}
	if s.conn != nil {
		s.conn.push(frame)
	}
}

// eventsAfter returns the events after seq, and false if some of them are no longer kept or there was no such event.
func (s *session) eventsAfter(seq int) ([]sentEvent, bool) {
	i := slices.IndexFunc(s.events, func(n sentEvent) bool { return n.seq > seq })
	if i < 0 {
		return nil, seq == s.seq
	}
	return s.events[i:], s.events[i].seq == seq+1
}

// gets reports whether the session is in an audience.
func (s *session) gets(to Audience, guild wire.ID) bool {
	return s.inShard(to.Direct, guild) && s.intents&to.Intent == to.Intent && s.intents&to.Without == 0
}

// inShard reports whether the session's shard is the guild's or, for direct messages, the first.
func (s *session) inShard(direct bool, guild wire.ID) bool {
	if direct {
		return s.shard[0] == 0
	}
	return guild.Number()>>22%uint64(s.shard[1]) == uint64(s.shard[0])
}
