package gateway

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// ServeHTTP serves a connection of the bot, from HELLO to the end.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	c := newConn(ws, r.URL.Query().Get("compress") == "zstd-stream")
	if !g.join(c) {
		_ = ws.CloseNow() // the gateway is closed
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	var writer sync.WaitGroup
	writer.Go(func() {
		defer cancel()
		c.write(ctx)
	})
	c.send(opHello, map[string]any{"heartbeat_interval": g.opt.Heartbeat.Milliseconds()})
	code := (&reader{g: g, c: c}).listen(ctx)
	cancel()
	writer.Wait()
	_ = ws.CloseNow() // usually it is already closed
	g.leave(c, code)
	close(c.done)
}

// A reader handles what a bot sends on one connection.
type reader struct {
	g *Gateway
	c *conn
}

// listen reads until the connection ends and returns the bot's close code, or -1 if there was none.
func (r *reader) listen(ctx context.Context) websocket.StatusCode {
	// A bot that misses a heartbeat gets half an interval more before it is disconnected.
	patience := r.g.opt.Heartbeat + r.g.opt.Heartbeat/2
	beat := time.AfterFunc(patience, func() { r.c.closeWhenSent(closeTimeout, "Session timed out.") })
	defer beat.Stop()
	for {
		_, data, err := r.c.ws.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		var f frame
		if json.Unmarshal(data, &f) != nil {
			r.refuse()
			continue
		}
		switch f.Op {
		case opHeartbeat:
			beat.Reset(patience)
			r.c.send(opHeartbeatAck, nil)
		case opIdentify:
			if !r.applyRejection("identify") {
				r.identify(f.D)
			}
		case opResume:
			if !r.applyRejection("resume") {
				r.resume(f.D)
			}
		default:
			r.refuse()
		}
	}
}

// refuse closes the connection of a bot that sends what the playground does not understand.
func (r *reader) refuse() { r.c.closeWhenSent(closeDecode, "Error while decoding payload.") }

func (r *reader) identify(d json.RawMessage) {
	var id struct {
		Token   string `json:"token"`
		Intents int    `json:"intents"`
		Shard   [2]int `json:"shard"`
	}
	id.Shard = [2]int{0, 1}
	switch err := json.Unmarshal(d, &id); {
	case err != nil || id.Shard[0] < 0 || id.Shard[0] >= id.Shard[1]:
		r.refuse()
	case !r.g.knows(id.Token):
		r.c.closeWhenSent(closeAuthentication, "Authentication failed.")
	case id.Intents&MessageContent != 0 && !r.g.opt.Privileged:
		r.c.closeWhenSent(closeDisallowed, "Disallowed intent(s).")
	default:
		r.g.opt.Welcome(func(guild any) {
			r.begin(&session{id: rand.Text(), intents: id.Intents, shard: id.Shard, conn: r.c}, guild)
		})
	}
}

// knows reports whether a token is the bot's; it may begin with "Bot ".
func (g *Gateway) knows(token string) bool { return strings.TrimPrefix(token, "Bot ") == g.opt.Token }

// begin starts a new session on the connection.
func (r *reader) begin(s *session, guild any) {
	g := r.g
	g.mu.Lock()
	defer g.mu.Unlock()
	if time.Since(g.lastIdentify) < g.opt.IdentifyInterval {
		r.c.send(opInvalidSession, false)
		return
	}
	g.lastIdentify = time.Now()
	r.applyDelay()
	g.sessions = append(g.sessions, s)
	r.welcome(s, guild)
	g.notifyOnline()
}

// welcome sends READY and, if the session has the intent for guilds, GUILD_CREATE. The gateway's lock is held.
func (r *reader) welcome(s *session, guild any) {
	opt := r.g.opt
	guilds := []any{}
	inGuild := s.inShard(false, opt.Guild)
	if inGuild {
		guilds = append(guilds, map[string]any{"id": opt.Guild, "unavailable": true})
	}
	s.send("READY", wire.JSON(map[string]any{"v": 10, "guilds": guilds, "session_id": s.id,
		"resume_gateway_url": opt.URL(), "shard": s.shard}))
	if inGuild && s.intents&Guilds != 0 {
		s.send("GUILD_CREATE", wire.JSON(guild))
	}
}

func (r *reader) resume(d json.RawMessage) {
	var request struct {
		Token   string `json:"token"`
		Session string `json:"session_id"`
		Seq     int    `json:"seq"`
	}
	if json.Unmarshal(d, &request) != nil {
		r.refuse()
		return
	}
	g := r.g
	if !g.knows(request.Token) {
		r.c.closeWhenSent(closeAuthentication, "Authentication failed.")
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	i := slices.IndexFunc(g.sessions, func(s *session) bool { return s.id == request.Session })
	if i < 0 {
		r.c.send(opInvalidSession, false)
		return
	}
	s := g.sessions[i]
	missed, whole := s.eventsAfter(request.Seq)
	if !whole {
		g.sessions = slices.Delete(g.sessions, i, i+1)
		r.c.send(opInvalidSession, false)
		return
	}
	if s.conn != nil { // the bot reconnected before its old connection was found dead
		s.conn.closeWhenSent(closeUnknown, "Session resumed elsewhere.")
	}
	s.conn = r.c
	r.applyDelay()
	for _, n := range missed {
		r.c.push(n.frame)
	}
	s.send("RESUMED", wire.JSON(map[string]any{}))
	g.notifyOnline()
}

// applyRejection applies a pending rejection to an IDENTIFY or a RESUME, and reports whether there was one.
func (r *reader) applyRejection(on string) bool {
	f := r.g.opt.Faults.Take(func(f *Fault) bool { return f.Kind == "reject" && f.On == on })
	switch {
	case f == nil:
		return false
	case f.Code != 0:
		r.c.closeWhenSent(websocket.StatusCode(f.Code), "")
	default:
		r.c.send(opInvalidSession, f.Resumable)
	}
	return true
}

// applyDelay delays the start of a session if a delay is pending.
func (r *reader) applyDelay() {
	if f := r.g.opt.Faults.Take(func(f *Fault) bool { return f.Kind == "late" }); f != nil {
		r.c.hold(f.Delay)
	}
}
