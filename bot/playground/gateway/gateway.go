// Package gateway is the WebSocket side of the simulated Discord: it lets bots identify themselves, gives them events,
// and does to their connections what Discord does to them.
//
//	g := gateway.New(gateway.Options{Bot: botOf, Welcome: welcome})
//	mux.Handle("GET /gateway", g)
//	g.Dispatch(gateway.Audience{Bot: id, Intent: gateway.Guilds}, "CHANNEL_UPDATE", channel)
//
// It numbers events, keeps them for RESUME, holds the rules of IDENTIFY, heartbeats and intents, and closes with
// Discord's codes. It knows nothing of what the events mean: what READY and GUILD_CREATE say is asked of
// Options.Welcome.
package gateway

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// Options set a gateway up.
type Options struct {
	Guild      wire.ID       // the only guild, which decides the shard that hears of it
	Heartbeat  time.Duration // the interval that HELLO asks for
	Every      time.Duration // between two IDENTIFYs of a bot; 0: no limit
	Privileged bool          // grants the intents that Discord grants on request only

	// Bot is whose token that is, without "Bot "; "" for nobody's. It is called without a lock of the gateway.
	Bot func(token string) wire.ID
	// Welcome calls begin with what a new session of a bot is told first. Nothing may change between what it passes and
	// the return of begin: what happens later is dispatched to the session. It is called without a lock of the gateway.
	Welcome func(bot wire.ID, begin func(Welcome))
	// Members answers a request for members of the guild. It is called without a lock of the gateway.
	Members func(MemberQuery) []*wire.Member
	// Online hears when the first connection of a bot comes and when its last one goes. It must neither wait nor call the
	// gateway.
	Online func(bot wire.ID, here bool)
	// URL is where the gateway is, without a query.
	URL func() string
}

// Welcome is what a new session is told.
type Welcome struct {
	User  wire.User // the bot's, whose application has the same id
	Guild any       // the guild as GUILD_CREATE shows it
}

// A MemberQuery is a request for members of the guild: by ids, or by the beginning of their username.
type MemberQuery struct {
	IDs    []wire.ID
	Prefix *string
	Limit  int // 0: no limit
}

// A Gateway is the WebSocket side of one Discord. Make one with New; it is an http.Handler.
//
// It has a lock of its own and holds it while it calls Online, and otherwise for its own work only. So its methods may
// be called with any lock held that Online does not take.
type Gateway struct {
	opt Options

	mu           sync.Mutex // guards what follows
	sessions     []*session
	conns        []*conn
	identified   map[wire.ID]int       // by bot, as the next two
	lastIdentify map[wire.ID]time.Time // by the machine's clock
	online       map[wire.ID]bool      // what Online was told last
	closed       bool
	faults       faults
}

// New makes a gateway.
func New(opt Options) *Gateway {
	return &Gateway{opt: opt, identified: map[wire.ID]int{}, lastIdentify: map[wire.ID]time.Time{},
		online: map[wire.ID]bool{}}
}

// ServeHTTP speaks with one connection of a bot from HELLO to the end.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	if encoding := q.Get("encoding"); encoding != "" && encoding != "json" {
		http.Error(w, "the playground speaks encoding=json only", http.StatusBadRequest)
		return
	}
	packing := q.Get("compress")
	if _, known := packers[packing]; !known {
		http.Error(w, "the playground speaks compress=zlib-stream, compress=zstd-stream or none", http.StatusBadRequest)
		return
	}
	ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{})
	if err != nil {
		return // Accept has answered
	}
	ws.SetReadLimit(payloadLimit * 4) // so that a payload that is too long gets its close code and not a cut connection
	c := &conn{ws: ws, pack: packers[packing], done: make(chan struct{}), wake: make(chan struct{}, 1), version: 10}
	switch q.Get("v") {
	case "9":
		c.version = 9
	case "", "10":
	default:
		c.end(closeVersion, "Invalid API version")
	}
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
	c.push(encode(frame{Op: opHello, D: encode(map[string]any{"heartbeat_interval": g.opt.Heartbeat.Milliseconds()})}))
	code := (&talk{g: g, c: c}).listen(ctx)
	cancel()
	writer.Wait()
	_ = ws.CloseNow() // it is closed in most cases already
	g.leave(c, code)
	close(c.done)
}

// join counts a connection in, unless the gateway is closed.
func (g *Gateway) join(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.conns = append(g.conns, c)
	return true
}

// leave takes a connection from its session. After a close with 1000 or 1001 by the bot there is nothing to come back
// to.
func (g *Gateway) leave(c *conn, code websocket.StatusCode) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns = slices.DeleteFunc(g.conns, func(x *conn) bool { return x == c })
	for _, s := range g.sessions {
		if s.conn == c {
			s.conn, s.left = nil, time.Now()
			if code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway {
				s.left = time.Time{}
			}
		}
	}
	g.prune()
	g.tellOnline()
}

// Close ends every connection and waits until all are gone.
func (g *Gateway) Close() {
	g.mu.Lock()
	g.closed = true
	conns := slices.Clone(g.conns)
	g.mu.Unlock()
	for _, c := range conns {
		_ = c.ws.CloseNow() // to cut it is the purpose
		<-c.done
	}
}

// Reachable reports whether an event would find a bot: it is there, or may come back for it.
func (g *Gateway) Reachable(bot wire.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	return slices.ContainsFunc(g.sessions, func(s *session) bool { return s.bot == bot })
}

// Online reports whether a bot is connected and has identified itself.
func (g *Gateway) Online(bot wire.ID) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.connected()[bot]
}

// Identified is how many sessions a bot has begun.
func (g *Gateway) Identified(bot wire.ID) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.identified[bot]
}

// connected are the bots that are there. Like all that follows it is called with the lock held.
func (g *Gateway) connected() map[wire.ID]bool {
	here := map[wire.ID]bool{}
	for _, s := range g.sessions {
		if s.conn != nil {
			here[s.bot] = true
		}
	}
	return here
}

func (g *Gateway) tellOnline() {
	before := g.online
	g.online = g.connected()
	for bot := range before {
		if !g.online[bot] {
			g.opt.Online(bot, false)
		}
	}
	for bot := range g.online {
		if !before[bot] {
			g.opt.Online(bot, true)
		}
	}
}

// prune forgets the sessions that nobody may come back to.
func (g *Gateway) prune() {
	g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool {
		return s.conn == nil && time.Since(s.left) > resumable
	})
}

// encode is a value as JSON.
func encode(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return b
}
