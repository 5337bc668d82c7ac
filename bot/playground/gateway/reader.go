package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// Opcodes of the gateway.
const (
	opDispatch       = 0
	opHeartbeat      = 1
	opIdentify       = 2
	opResume         = 6
	opReconnect      = 7
	opInvalidSession = 9
	opHello          = 10
	opHeartbeatAck   = 11
)

// Close codes.
const (
	closeUnknown        websocket.StatusCode = 4000
	closeOpcode         websocket.StatusCode = 4001
	closeDecode         websocket.StatusCode = 4002
	closeAuthentication websocket.StatusCode = 4004
	closeAlready        websocket.StatusCode = 4005
	closeSeq            websocket.StatusCode = 4007
	closeRateLimited    websocket.StatusCode = 4008
	closeTimeout        websocket.StatusCode = 4009
	closeShard          websocket.StatusCode = 4010
	closeVersion        websocket.StatusCode = 4012
	closeIntents        websocket.StatusCode = 4013
	closeDisallowed     websocket.StatusCode = 4014
)

const (
	payloadLimit = 4096 // bytes of a bot's payload
	eventLimit   = 120  // events of a bot per minute
)

// A reader handles what a bot sends on one connection.
type reader struct {
	g       *Gateway
	c       *conn
	session *session
	counts  []time.Time // times of the events in the last minute
}

// listen reads until the connection ends and returns the bot's close code, or -1 if there was none.
func (t *reader) listen(ctx context.Context) websocket.StatusCode {
	// A bot that misses a heartbeat gets half an interval more before it is disconnected.
	patience := t.g.opt.Heartbeat + t.g.opt.Heartbeat/2
	beat := time.AfterFunc(patience, func() { t.c.closeWhenSent(closeTimeout, "Session timed out.") })
	defer beat.Stop()
	for {
		_, data, err := t.c.ws.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		var f frame
		switch {
		case len(data) > payloadLimit:
			t.c.closeWhenSent(closeDecode, "Error while decoding payload.")
			continue
		case json.Unmarshal(data, &f) != nil:
			t.c.closeWhenSent(closeDecode, "Error while decoding payload.")
			continue
		case !t.allowEvent():
			t.c.closeWhenSent(closeRateLimited, "You are being rate limited.")
			continue
		}
		if f.Op == opHeartbeat {
			beat.Reset(patience)
			if !t.c.ignoreHeartbeats.Load() {
				t.c.push(wire.JSON(frame{Op: opHeartbeatAck}))
			}
			continue
		}
		t.handle(&f)
	}
}

// allowEvent counts an event and reports whether it is within the limit.
func (t *reader) allowEvent() bool {
	now := time.Now()
	t.counts = slices.DeleteFunc(t.counts, func(at time.Time) bool { return now.Sub(at) >= time.Minute })
	t.counts = append(t.counts, now)
	return len(t.counts) <= eventLimit
}

// handle handles a frame of the bot.
func (t *reader) handle(f *frame) {
	switch {
	case f.Op != opIdentify && f.Op != opResume:
		t.c.closeWhenSent(closeOpcode, "Unknown opcode.")
	case t.identified():
		t.c.closeWhenSent(closeAlready, "Already authenticated.")
	case f.Op == opIdentify && !t.applyRejection("identify"):
		t.identify(f.D)
	case f.Op == opResume && !t.applyRejection("resume"):
		t.resume(f.D)
	}
}

// identified reports whether the connection has a session that has not been invalidated.
func (t *reader) identified() bool {
	t.g.mu.Lock()
	defer t.g.mu.Unlock()
	return slices.Contains(t.g.sessions, t.session)
}

func (t *reader) identify(d json.RawMessage) {
	var id struct {
		Token   string  `json:"token"`
		Intents *int    `json:"intents"`
		Shard   *[2]int `json:"shard"`
	}
	if json.Unmarshal(d, &id) != nil || id.Intents == nil {
		t.c.closeWhenSent(closeDecode, "Error while decoding payload.")
		return
	}
	shard := [2]int{0, 1}
	if id.Shard != nil {
		shard = *id.Shard
	}
	switch {
	case !t.g.knows(id.Token):
		t.c.closeWhenSent(closeAuthentication, "Authentication failed.")
		return
	case shard[1] < 1 || shard[0] < 0 || shard[0] >= shard[1]:
		t.c.closeWhenSent(closeShard, "Invalid shard.")
		return
	case *id.Intents&^known != 0 || *id.Intents < 0:
		t.c.closeWhenSent(closeIntents, "Invalid intent(s).")
		return
	case *id.Intents&privileged != 0 && !t.g.opt.Privileged:
		t.c.closeWhenSent(closeDisallowed, "Disallowed intent(s).")
		return
	}
	t.g.opt.Welcome(func(w Welcome) {
		t.begin(&session{id: rand.Text(), intents: *id.Intents, shard: shard, conn: t.c}, w)
	})
}

// knows reports whether a token is the bot's; it may begin with "Bot ".
func (g *Gateway) knows(token string) bool { return strings.TrimPrefix(token, "Bot ") == g.opt.Token }

// begin starts a new session on the connection.
func (t *reader) begin(s *session, w Welcome) {
	g := t.g
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.lastIdentify) < g.opt.IdentifyInterval {
		t.c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(false)}))
		return
	}
	g.lastIdentify = time.Now()
	g.identified++
	t.session = s
	g.applyDelay(t.c)
	g.sessions = append(g.sessions, s)
	g.welcome(s, w)
	g.notifyOnline()
}

func (t *reader) resume(d json.RawMessage) {
	var r struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(d, &r) != nil {
		t.c.closeWhenSent(closeDecode, "Error while decoding payload.")
		return
	}
	g := t.g
	if !g.knows(r.Token) {
		t.c.closeWhenSent(closeAuthentication, "Authentication failed.")
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	i := slices.IndexFunc(g.sessions, func(s *session) bool { return s.id == r.Session })
	if i < 0 {
		t.c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(false)}))
		return
	}
	s := g.sessions[i]
	if r.Seq > s.seq || r.Seq < 0 {
		t.c.closeWhenSent(closeSeq, "Invalid seq.")
		return
	}
	missed, whole := s.eventsAfter(r.Seq)
	if !whole {
		g.sessions = slices.Delete(g.sessions, i, i+1)
		t.c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(false)}))
		return
	}
	if s.conn != nil { // the bot reconnected before its old connection was found dead
		s.conn.closeWhenSent(closeUnknown, "Session resumed elsewhere.")
	}
	s.conn, t.session = t.c, s
	g.applyDelay(t.c)
	for _, n := range missed {
		t.c.push(n.frame)
	}
	s.send("RESUMED", wire.JSON(map[string]any{}))
	g.notifyOnline()
}
