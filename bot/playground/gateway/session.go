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

// An Audience says which sessions get an event.
type Audience struct {
	Direct  bool // the event is of direct messages, which only the first shard gets
	Intent  int  // the intents that a session needs; 0: none
	Without int  // the intents that a session must not have
}

func (g *Gateway) matches(to Audience, s *session) bool {
	return s.inShard(to.Direct, g.opt.Guild) &&
		s.intents&to.Intent == to.Intent && s.intents&to.Without == 0
}

// inShard reports whether the session's shard is the guild's or, for direct messages, the first.
func (s *session) inShard(direct bool, guild wire.ID) bool {
	if direct {
		return s.shard[0] == 0
	}
	return guild.Number()>>22%uint64(s.shard[1]) == uint64(s.shard[0])
}

// Dispatch sends an event to an audience. It encodes the data before it returns.
func (g *Gateway) Dispatch(to Audience, event string, data any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	if !slices.ContainsFunc(g.sessions, func(s *session) bool { return g.matches(to, s) }) {
		return // a pending fault waits for an event that a session gets
	}
	if g.swapped != nil {
		defer g.release()
	} else if g.applyEventFault(to, event, data) {
		return
	}
	g.sendAll(to, event, data)
}

// sendAll sends an event to an audience, without faults. The gateway's lock is held.
func (g *Gateway) sendAll(to Audience, event string, data any) {
	var d json.RawMessage
	for _, s := range g.sessions {
		if !g.matches(to, s) {
			continue
		}
		if d == nil {
			d = wire.JSON(data)
		}
		s.send(event, d)
	}
}

// welcome sends READY and, if the session has the intent for guilds, GUILD_CREATE. The gateway's lock is held.
func (g *Gateway) welcome(s *session, guild any) {
	guilds := []any{}
	inGuild := s.inShard(false, g.opt.Guild)
	if inGuild {
		guilds = append(guilds, map[string]any{"id": g.opt.Guild, "unavailable": true})
	}
	s.send("READY", wire.JSON(map[string]any{"v": 10, "guilds": guilds, "session_id": s.id,
		"resume_gateway_url": g.opt.URL(), "shard": s.shard}))
	if inGuild && s.intents&Guilds != 0 {
		s.send("GUILD_CREATE", wire.JSON(guild))
	}
}
