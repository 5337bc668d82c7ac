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
	closeDecode         websocket.StatusCode = 4002
	closeAuthentication websocket.StatusCode = 4004
	closeTimeout        websocket.StatusCode = 4009
	closeDisallowed     websocket.StatusCode = 4014
)

// A reader handles what a bot sends on one connection.
type reader struct {
	g       *Gateway
	c       *conn
	session *session
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
		if json.Unmarshal(data, &f) != nil {
			t.refuse()
			continue
		}
		switch f.Op {
		case opHeartbeat:
			beat.Reset(patience)
			t.c.push(wire.JSON(frame{Op: opHeartbeatAck}))
		case opIdentify:
			if !t.applyRejection("identify") {
				t.identify(f.D)
			}
		case opResume:
			if !t.applyRejection("resume") {
				t.resume(f.D)
			}
		default:
			t.refuse()
		}
	}
}

// refuse closes the connection of a bot that sends what the playground does not understand.
func (t *reader) refuse() { t.c.closeWhenSent(closeDecode, "Error while decoding payload.") }

func (t *reader) identify(d json.RawMessage) {
	var id struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
		Shard   [2]int `json:"shard"`
	}
	id.Shard = [2]int{0, 1}
	switch err := json.Unmarshal(d, &id); {
	case err != nil || id.Shard[0] < 0 || id.Shard[0] >= id.Shard[1]:
		t.refuse()
	case !t.g.knows(id.Token):
		t.c.closeWhenSent(closeAuthentication, "Authentication failed.")
	case id.Intents&MessageContent != 0 && !t.g.opt.Privileged:
		t.c.closeWhenSent(closeDisallowed, "Disallowed intent(s).")
	default:
		t.g.opt.Welcome(func(guild any) {
			t.begin(&session{id: rand.Text(), intents: id.Intents, shard: id.Shard, conn: t.c}, guild)
		})
	}
}

// knows reports whether a token is the bot's; it may begin with "Bot ".
func (g *Gateway) knows(token string) bool { return strings.TrimPrefix(token, "Bot ") == g.opt.Token }

// begin starts a new session on the connection.
func (t *reader) begin(s *session, guild any) {
	g := t.g
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.lastIdentify) < g.opt.IdentifyInterval {
		t.c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(false)}))
		return
	}
	g.lastIdentify = time.Now()
	t.session = s
	g.applyDelay(t.c)
	g.sessions = append(g.sessions, s)
	g.welcome(s, guild)
	g.notifyOnline()
}

func (t *reader) resume(d json.RawMessage) {
	var r struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(d, &r) != nil {
		t.refuse()
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
