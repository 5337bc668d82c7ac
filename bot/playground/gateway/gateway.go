// Package gateway is the gateway (WebSocket API) of the simulated Discord: the bot's shards identify and receive events,
// and faults of their connections can be injected.
//
//	g := gateway.New(gateway.Options{Token: token, Welcome: welcome})
//	mux.Handle("GET /gateway", g)
//	g.Dispatch(gateway.Audience{Intent: gateway.Guilds}, "CHANNEL_DELETE", channel)
//
// It numbers events, keeps them for RESUME, enforces the rules of IDENTIFY, heartbeats and intents, and closes with
// Discord's codes. It does not know what the events mean: [Options.Welcome] supplies the content of GUILD_CREATE.
package gateway

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// Options configure a gateway.
type Options struct {
	Guild            wire.ID       // the only guild; its id determines its shard
	Heartbeat        time.Duration // the interval that HELLO asks for
	IdentifyInterval time.Duration // the minimum time between two IDENTIFYs; 0: no limit
	Privileged       bool          // grants the intent for the content of messages
	Faults           *Faults

	// Token is the bot's, without "Bot ".
	Token string
	// Welcome calls begin with the guild as GUILD_CREATE shows it to a new session. The state must not change until begin
	// returns: later changes are dispatched to the session. It is called without the gateway's lock.
	Welcome func(begin func(guild any))
	// Online is called when the first connection identifies and when the last one ends. It must neither block nor call
	// the gateway.
	Online func(here bool)
	// URL returns the gateway's URL, without a query.
	URL func() string
}

// A Gateway is the gateway of one simulated Discord. Make one with [New]; it is an [http.Handler].
//
// It has its own lock and, apart from Online, calls no options while holding it. So its methods may be called with any
// lock held that Online does not take.
type Gateway struct {
	opt Options

	mu           sync.Mutex // guards what follows
	sessions     []*session
	conns        []*conn
	lastIdentify time.Time // by the system clock
	online       bool      // as last passed to Online
	closed       bool
	swapped      *swapped
}

// New makes a gateway.
func New(opt Options) *Gateway { return &Gateway{opt: opt} }

// ServeHTTP serves a connection of the bot, from HELLO to the end.
func (g *Gateway) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	ws, err := websocket.Accept(w, r, nil)
	if err != nil {
		return // Accept has answered
	}
	packed := r.URL.Query().Get("compress") == "zstd-stream"
	c := &conn{ws: ws, packed: packed, done: make(chan struct{}), wake: make(chan struct{}, 1)}
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
	c.push(wire.JSON(frame{Op: opHello, D: wire.JSON(map[string]any{"heartbeat_interval": g.opt.Heartbeat.Milliseconds()})}))
	code := (&reader{g: g, c: c}).listen(ctx)
	cancel()
	writer.Wait()
	_ = ws.CloseNow() // usually it is already closed
	g.leave(c, code)
	close(c.done)
}

// join registers a connection, unless the gateway is closed.
func (g *Gateway) join(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	g.conns = append(g.conns, c)
	return true
}

// leave detaches a connection from its session. A session that the bot closed with 1000 or 1001 cannot be resumed.
func (g *Gateway) leave(c *conn, code websocket.StatusCode) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.conns = slices.DeleteFunc(g.conns, func(x *conn) bool { return x == c })
	for _, s := range g.sessions {
		if s.conn == c {
			s.conn, s.disconnected = nil, time.Now()
			if code == websocket.StatusNormalClosure || code == websocket.StatusGoingAway {
				s.disconnected = time.Time{}
			}
		}
	}
	g.prune()
	g.notifyOnline()
}

// Close closes every connection and waits until all have ended.
func (g *Gateway) Close() {
	g.mu.Lock()
	g.closed = true
	conns := slices.Clone(g.conns)
	g.mu.Unlock()
	for _, c := range conns {
		_ = c.ws.CloseNow() // abruptly, on purpose
		<-c.done
	}
}

// Reachable reports whether the bot would get an event: it is connected, or can still resume a session.
func (g *Gateway) Reachable() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	return len(g.sessions) > 0
}

// Online reports whether the bot is connected and has identified.
func (g *Gateway) Online() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.connected()
}

// connected is Online with the lock held, with which notifyOnline and prune are called too.
func (g *Gateway) connected() bool {
	return slices.ContainsFunc(g.sessions, func(s *session) bool { return s.conn != nil })
}

func (g *Gateway) notifyOnline() {
	if here := g.connected(); here != g.online {
		g.online = here
		g.opt.Online(here)
	}
}

// prune removes the sessions that can no longer be resumed.
func (g *Gateway) prune() {
	g.sessions = slices.DeleteFunc(g.sessions, func(s *session) bool {
		return s.conn == nil && time.Since(s.disconnected) > resumable
	})
}
