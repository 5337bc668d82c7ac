package playground

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// Opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opPresence       = 3
	opVoice          = 4
	opResume         = 6
	opReconnect      = 7
	opRequestMembers = 8
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
	opSoundboard     = 31
	opChannelInfo    = 43
)

// Codes with which Discord closes a connection.
const (
	closeUnknown          websocket.StatusCode = 4000
	closeOpcode           websocket.StatusCode = 4001
	closeDecode           websocket.StatusCode = 4002
	closeNotAuthenticated websocket.StatusCode = 4003
	closeAuthentication   websocket.StatusCode = 4004
	closeAlready          websocket.StatusCode = 4005
	closeSeq              websocket.StatusCode = 4007
	closeRateLimited      websocket.StatusCode = 4008
	closeTimeout          websocket.StatusCode = 4009
	closeShard            websocket.StatusCode = 4010
	closeVersion          websocket.StatusCode = 4012
	closeIntents          websocket.StatusCode = 4013
	closeDisallowed       websocket.StatusCode = 4014
)

const (
	payloadLimit = 4096 // bytes that a bot may send at once
	eventLimit   = 120  // events that it may send in a minute
)

// gatewayURL is where the gateway is, without the query.
func (s *Server) gatewayURL() string {
	return "ws://" + strings.TrimPrefix(s.base, "http://") + "/gateway"
}

// serveGateway speaks with one connection of the bot from HELLO to the end.
func (s *Server) serveGateway(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if encoding := q.Get("encoding"); encoding != "" && encoding != "json" {
		http.Error(w, "the playground speaks encoding=json only", http.StatusBadRequest)
		return
	}
	if z := q.Get("compress"); z != "" && z != "zlib-stream" {
		http.Error(w, "the playground speaks compress=zlib-stream or none", http.StatusBadRequest)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(payloadLimit * 4) // so that a payload that is too long gets its close code and not a cut connection
	c := &conn{ws: ws, stream: q.Get("compress") == "zlib-stream", done: make(chan struct{}), wake: make(chan struct{}, 1), version: 10}
	switch q.Get("v") {
	case "9":
		c.version = 9
	case "", "10":
	default:
		c.end(closeVersion, "Invalid API version")
	}
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		_ = ws.CloseNow() // nobody is there to speak with
		return
	}
	s.gateway.conns = append(s.gateway.conns, c)
	s.mu.Unlock()
	ctx, cancel := context.WithCancel(r.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		defer cancel()
		c.write(ctx)
	})
	c.push(raw(frame{Op: opHello, D: raw(map[string]any{"heartbeat_interval": s.opt.Heartbeat.Milliseconds()})}))
	talk := &talk{s: s, c: c}
	code := talk.listen(ctx)
	cancel()
	writer.Wait()
	_ = ws.CloseNow() // it is closed in most cases already
	s.mu.Lock()
	s.gateway.conns = slices.DeleteFunc(s.gateway.conns, func(x *conn) bool { return x == c })
	s.leave(c, code)
	s.mu.Unlock()
	close(c.done)
}

// leave takes the connection from its session. After a close with 1000 or 1001 by the bot there is nothing to come back to.
func (s *Server) leave(c *conn, code websocket.StatusCode) {
	for _, g := range s.gateway.sessions {
		if g.conn == c {
			g.conn, g.left = nil, time.Now()
			if code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway {
				g.left = time.Time{}
			}
		}
	}
	s.pruneSessions()
	s.tellOnline()
}

// talk is the bot's side of one connection: what was heard of it so far.
type talk struct {
	s       *Server
	c       *conn
	session *session
	counts  []time.Time // of events in the last minute
}

// listen reads until the connection is over and returns the bot's close code, -1 when there was none.
func (t *talk) listen(ctx context.Context) websocket.StatusCode {
	// A bot that misses a heartbeat gets the half of another interval before it is given up.
	patience := t.s.opt.Heartbeat + t.s.opt.Heartbeat/2
	beat := time.AfterFunc(patience, func() { t.c.end(closeTimeout, "Session timed out.") })
	defer beat.Stop()
	for {
		_, data, err := t.c.ws.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		var f frame
		switch {
		case len(data) > payloadLimit:
			t.c.end(closeDecode, "Error while decoding payload.")
			continue
		case json.Unmarshal(data, &f) != nil:
			t.c.end(closeDecode, "Error while decoding payload.")
			continue
		case !t.count():
			t.c.end(closeRateLimited, "You are being rate limited.")
			continue
		}
		if f.Op == opHeartbeat {
			beat.Reset(patience)
			t.c.push(raw(frame{Op: opHeartbeatAck}))
			continue
		}
		t.hear(&f)
	}
}

// count tells whether one more event in this minute is allowed.
func (t *talk) count() bool {
	now := time.Now()
	t.counts = slices.DeleteFunc(t.counts, func(at time.Time) bool { return now.Sub(at) >= time.Minute })
	t.counts = append(t.counts, now)
	return len(t.counts) <= eventLimit
}

func (t *talk) hear(f *frame) {
	t.s.mu.Lock()
	defer t.s.mu.Unlock()
	if !slices.Contains(t.s.gateway.sessions, t.session) {
		t.session = nil // it was made invalid
	}
	switch f.Op {
	case opIdentify:
		if t.session != nil {
			t.c.end(closeAlready, "Already authenticated.")
			return
		}
		t.identify(f.D)
	case opResume:
		if t.session != nil {
			t.c.end(closeAlready, "Already authenticated.")
			return
		}
		t.resume(f.D)
	case opPresence, opVoice, opRequestMembers, opSoundboard, opChannelInfo:
		if t.session == nil {
			t.c.end(closeNotAuthenticated, "Not authenticated.")
			return
		}
		if f.Op == opRequestMembers {
			t.members(f.D)
		}
	default:
		t.c.end(closeOpcode, "Unknown opcode.")
	}
}

func (t *talk) identify(d json.RawMessage) {
	var id struct {
		Token    string  `json:"token"`
		Intents  *int    `json:"intents"`
		Compress bool    `json:"compress"`
		Shard    *[2]int `json:"shard"`
	}
	s := t.s
	if json.Unmarshal(d, &id) != nil || id.Intents == nil {
		t.c.end(closeDecode, "Error while decoding payload.")
		return
	}
	shard := [2]int{0, 1}
	if id.Shard != nil {
		shard = *id.Shard
	}
	switch {
	case strings.TrimPrefix(id.Token, "Bot ") != Token():
		t.c.end(closeAuthentication, "Authentication failed.")
		return
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		t.c.end(closeShard, "Invalid shard.")
		return
	case *id.Intents&^intentsKnown != 0 || *id.Intents < 0:
		t.c.end(closeIntents, "Invalid intent(s).")
		return
	case *id.Intents&intentsPrivileged != 0 && !s.opt.Privileged:
		t.c.end(closeDisallowed, "Disallowed intent(s).")
		return
	}
	if every := s.opt.IdentifyEvery; every > 0 && time.Since(s.gateway.lastIdentify) < every {
		t.c.push(raw(frame{Op: opInvalidSession, D: raw(false)}))
		return
	}
	s.gateway.lastIdentify = time.Now()
	s.gateway.identified++
	g := &session{id: newSessionID(), intents: *id.Intents, shard: shard, conn: t.c}
	t.session = g
	t.c.mu.Lock()
	t.c.compress = id.Compress
	t.c.mu.Unlock()
	s.gateway.sessions = append(s.gateway.sessions, g)
	s.ready(g)
	s.tellOnline()
}

func (t *talk) resume(d json.RawMessage) {
	var r struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	s := t.s
	if json.Unmarshal(d, &r) != nil {
		t.c.end(closeDecode, "Error while decoding payload.")
		return
	}
	if strings.TrimPrefix(r.Token, "Bot ") != Token() {
		t.c.end(closeAuthentication, "Authentication failed.")
		return
	}
	s.pruneSessions()
	i := slices.IndexFunc(s.gateway.sessions, func(g *session) bool { return g.id == r.Session })
	if i < 0 {
		t.c.push(raw(frame{Op: opInvalidSession, D: raw(false)}))
		return
	}
	g := s.gateway.sessions[i]
	if r.Seq > g.seq || r.Seq < 0 {
		t.c.end(closeSeq, "Invalid seq.")
		return
	}
	missed, whole := g.missed(r.Seq)
	if !whole {
		s.gateway.sessions = slices.Delete(s.gateway.sessions, i, i+1)
		t.c.push(raw(frame{Op: opInvalidSession, D: raw(false)}))
		return
	}
	if g.conn != nil { // the bot came back before its old connection was seen to be dead
		g.conn.end(closeUnknown, "Session resumed elsewhere.")
	}
	g.conn, t.session = t.c, g
	for _, n := range missed {
		t.c.push(n.frame)
	}
	g.send("RESUMED", raw(map[string]any{}))
	s.tellOnline()
}

// members answers a request for the guild's members in one chunk.
func (t *talk) members(d json.RawMessage) {
	var q struct {
		GuildID wire.ID         `json:"guild_id"`
		UserIDs json.RawMessage `json:"user_ids"`
		Query   *string         `json:"query"`
		Limit   int             `json:"limit"`
		Nonce   string          `json:"nonce"`
	}
	if json.Unmarshal(d, &q) != nil || q.GuildID != GuildID {
		return
	}
	list := []*wire.Member{}
	for _, p := range t.s.world.members() {
		wanted := len(q.UserIDs) > 0 && bytes.Contains(q.UserIDs, []byte(`"`+string(p.ID)+`"`)) ||
			q.Query != nil && strings.HasPrefix(strings.ToLower(p.Username), strings.ToLower(*q.Query))
		if wanted && (q.Limit == 0 || len(list) < q.Limit) {
			list = append(list, p.member())
		}
	}
	t.session.send("GUILD_MEMBERS_CHUNK", raw(map[string]any{"guild_id": GuildID, "members": list, "chunk_index": 0, "chunk_count": 1,
		"not_found": []any{}, "nonce": q.Nonce}))
}

func newSessionID() string {
	id := make([]byte, 16)
	_, _ = rand.Read(id) // never fails
	return hex.EncodeToString(id)
}
