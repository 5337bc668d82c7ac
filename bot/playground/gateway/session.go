package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Intents that decide which events a session gets.
const (
	Guilds         = 1 << 0
	Members        = 1 << 1
	presences      = 1 << 8
	Messages       = 1 << 9
	DirectMessages = 1 << 12
	MessageContent = 1 << 15

	privileged = Members | presences | MessageContent
	known      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

const (
	resumable   = 2 * time.Minute // how long a session waits for its bot to come back
	replayLimit = 2000            // how many events of it are kept for that
)

// A session is what IDENTIFY began. It outlives its connection for a while, so that RESUME can give what was missed.
// The gateway's lock guards it.
type session struct {
	id      string
	bot     wire.ID // whose it is
	intents int
	shard   [2]int
	seq     int
	events  []numbered // the latest, for RESUME
	conn    *conn      // nil while nobody is connected
	left    time.Time  // when the connection broke; by the machine's clock, as connections are
}

// numbered is an event as it was sent.
type numbered struct {
	seq   int
	frame []byte
}

// send numbers an event, keeps it for RESUME, and puts it on the wire if there is one.
func (s *session) send(event string, d json.RawMessage) {
	s.seq++
	frame := encode(frame{Op: opDispatch, D: d, S: &s.seq, T: &event})
	s.events = append(s.events, numbered{s.seq, frame})
	if len(s.events) > replayLimit {
		s.events = slices.Delete(s.events, 0, len(s.events)-replayLimit)
	}
	if s.conn != nil {
		s.conn.push(frame)
	}
}

// missed are the events after seq; the bool is false when some of them are no longer kept.
func (s *session) missed(seq int) ([]numbered, bool) {
	i := slices.IndexFunc(s.events, func(n numbered) bool { return n.seq > seq })
	if i < 0 {
		return nil, seq == s.seq
	}
	return s.events[i:], s.events[i].seq == seq+1
}

// An Audience says which sessions get an event.
type Audience struct {
	Bot     wire.ID // whose they are; empty: every bot's
	Direct  bool    // it happened in direct messages, of which only the first shard hears
	Intent  int     // that a session needs; 0: none
	Without int     // an intent that a session must not have
}

// meets reports whether there may be a session that gets both events.
func (a Audience) meets(other Audience) bool {
	return a.Bot == "" || other.Bot == "" || a.Bot == other.Bot
}

func (g *Gateway) in(to Audience, s *session) bool {
	return (to.Bot == "" || to.Bot == s.bot) && s.hears(to.Direct, g.opt.Guild) &&
		s.intents&to.Intent == to.Intent && s.intents&to.Without == 0
}

// hears reports whether the session's shard is the guild's, or the first, which has the direct messages.
func (s *session) hears(direct bool, guild wire.ID) bool {
	if direct {
		return s.shard[0] == 0
	}
	return guild.Number()>>22%uint64(s.shard[1]) == uint64(s.shard[0])
}

// Dispatch sends an event to those sessions. The data is encoded before Dispatch returns.
func (g *Gateway) Dispatch(to Audience, event string, data any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	if !slices.ContainsFunc(g.sessions, func(s *session) bool { return g.in(to, s) }) {
		return // and a fault waits on for an event that somebody hears
	}
	switch first := g.faults.swapped; {
	case first == nil:
		if g.disturbed(to, event, data) {
			return
		}
	case first.to.meets(to):
		defer g.release()
	}
	g.sendAll(to, event, data)
}

// sendAll sends an event to those sessions. The gateway's lock is held.
func (g *Gateway) sendAll(to Audience, event string, data any) {
	var d json.RawMessage
	for _, s := range g.sessions {
		if !g.in(to, s) {
			continue
		}
		if d == nil {
			d = encode(data)
		}
		s.send(event, d)
	}
}

// welcome begins a session: READY, and the guild when the bot asked for guilds. The gateway's lock is held.
func (g *Gateway) welcome(s *session, w Welcome) {
	mine := []any{}
	inGuild := s.hears(false, g.opt.Guild)
	if inGuild {
		mine = append(mine, map[string]any{"id": g.opt.Guild, "unavailable": true})
	}
	s.send("READY", encode(map[string]any{"v": s.conn.version, "user": w.User, "guilds": mine, "session_id": s.id,
		"resume_gateway_url": g.opt.URL(), "application": map[string]any{"id": s.bot, "flags": 0}, "shard": s.shard,
		"user_settings": map[string]any{}, "relationships": []any{}, "private_channels": []any{}, "presences": []any{}}))
	if inGuild && s.intents&Guilds != 0 {
		s.send("GUILD_CREATE", encode(w.Guild))
	}
}
