package playground

import (
	"encoding/json"
	"slices"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Intents that decide which events a session gets.
const (
	intentGuilds         = 1 << 0
	intentMembers        = 1 << 1
	intentPresences      = 1 << 8
	intentMessages       = 1 << 9
	intentDirectMessages = 1 << 12
	intentContent        = 1 << 15

	intentsPrivileged = intentMembers | intentPresences | intentContent
	intentsKnown      = 1<<17 - 1 | 1<<20 | 1<<21 | 1<<24 | 1<<25
)

const (
	resumable   = 2 * time.Minute // how long a session waits for its bot to come back
	replayLimit = 2000            // how many events of it are kept for that
)

// A session is what IDENTIFY began. It outlives its connection for a while, so that RESUME can give what was missed.
type session struct {
	id      string
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

// gatewayState is what the server remembers of the bot's connections. It is guarded by the server's lock.
type gatewayState struct {
	sessions     []*session
	conns        []*conn
	identified   int
	lastIdentify time.Time
	online       bool // what the page was told last

	holding bool           // what people do is kept from the bot
	held    []*interaction // and waits here, in its order
}

// reachable tells whether an event would find somebody: a bot that is there, or one that may come back for it.
func (s *Server) reachable() bool {
	s.pruneSessions()
	return len(s.gateway.sessions) > 0
}

// botOnline tells whether a bot is connected and has identified itself.
func (s *Server) botOnline() bool {
	return slices.ContainsFunc(s.gateway.sessions, func(g *session) bool { return g.conn != nil })
}

// tellOnline tells the page when the bot came or went.
func (s *Server) tellOnline() {
	if now := s.botOnline(); now != s.gateway.online {
		s.gateway.online = now
		s.hub.publish(all, "bot", map[string]any{"online": now})
	}
}

func (s *Server) pruneSessions() {
	s.gateway.sessions = slices.DeleteFunc(s.gateway.sessions, func(g *session) bool {
		return g.conn == nil && time.Since(g.left) > resumable
	})
}

// dispatchTo sends an event to each session that the filter takes. The caller holds the lock.
func (s *Server) dispatchTo(takes func(*session) bool, event string, data any) {
	s.pruneSessions()
	var d json.RawMessage
	for _, g := range s.gateway.sessions {
		if !takes(g) {
			continue
		}
		if d == nil {
			d = raw(data)
		}
		g.send(event, d)
	}
}

// send numbers an event, keeps it for RESUME, and puts it on the wire if there is one.
func (g *session) send(event string, d json.RawMessage) {
	g.seq++
	frame := raw(frame{Op: opDispatch, D: d, S: &g.seq, T: &event})
	g.events = append(g.events, numbered{g.seq, frame})
	if len(g.events) > replayLimit {
		g.events = slices.Delete(g.events, 0, len(g.events)-replayLimit)
	}
	if g.conn != nil {
		g.conn.push(frame)
	}
}

// missed are the events after seq; the bool is false when some of them are no longer kept.
func (g *session) missed(seq int) ([]numbered, bool) {
	i := slices.IndexFunc(g.events, func(n numbered) bool { return n.seq > seq })
	if i < 0 {
		return nil, seq == g.seq
	}
	return g.events[i:], g.events[i].seq == seq+1
}

// guildShard tells whether the session's shard is the one of the guild, or for direct messages the first.
func (g *session) guildShard(guild bool) bool {
	if !guild {
		return g.shard[0] == 0
	}
	return GuildID.Number()>>22%uint64(g.shard[1]) == uint64(g.shard[0])
}

func (s *Server) shardFilter(ch *channel) func(*session) bool {
	return func(g *session) bool { return g.guildShard(ch == nil || ch.GuildID != "") }
}

func (s *Server) guildFilter(intent int) func(*session) bool {
	return func(g *session) bool { return g.guildShard(true) && g.intents&intent != 0 }
}

// messageFilter takes the sessions that hear of messages in the channel.
func (s *Server) messageFilter(ch *channel) func(*session) bool {
	if ch.GuildID == "" {
		return func(g *session) bool { return g.guildShard(false) && g.intents&intentDirectMessages != 0 }
	}
	return s.guildFilter(intentMessages)
}

// hidesContent tells of messages whose text a bot only gets with the privileged intent: those of others in the guild that do not mention it.
func (s *Server) hidesContent(m *wire.Message) bool {
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == ApplicationID })
	return m.GuildID != "" && m.Author.ID != ApplicationID && !mentioned
}

func (g *session) readsContent(m *wire.Message) bool {
	mentioned := slices.ContainsFunc(m.Mentions, func(u wire.User) bool { return u.ID == ApplicationID })
	return g.intents&intentContent != 0 || m.GuildID == "" || m.Author.ID == ApplicationID || mentioned
}

// ready is what a session begins with: READY, and the guild when the bot wants to know of it.
func (s *Server) ready(g *session) {
	mine := []any{}
	if g.guildShard(true) {
		mine = append(mine, map[string]any{"id": GuildID, "unavailable": true})
	}
	g.send("READY", raw(map[string]any{"v": g.conn.version, "user": botUser(), "guilds": mine, "session_id": g.id,
		"resume_gateway_url": s.gatewayURL(), "application": map[string]any{"id": ApplicationID, "flags": 0}, "shard": g.shard,
		"user_settings": map[string]any{}, "relationships": []any{}, "private_channels": []any{}, "presences": []any{}}))
	if g.guildShard(true) && g.intents&intentGuilds != 0 {
		g.send("GUILD_CREATE", raw(s.guildCreate()))
	}
}

func (s *Server) guildCreate() map[string]any {
	guild := s.guild()
	members := []*wire.Member{botMember()}
	for _, p := range s.world.members() {
		members = append(members, p.member())
	}
	for key, v := range map[string]any{"joined_at": wire.At(founded), "large": false, "unavailable": false, "member_count": len(members),
		"voice_states": []any{}, "members": members, "channels": s.guildChannels(false), "threads": s.guildChannels(true),
		"presences": []any{}, "stage_instances": []any{}, "guild_scheduled_events": []any{}, "soundboard_sounds": []any{}} {
		guild[key] = v
	}
	return guild
}
