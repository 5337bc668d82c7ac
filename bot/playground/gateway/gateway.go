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
	"encoding/json"
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
	g.mu.Unlock()
	g.eachConn(func(c *conn) {
		_ = c.ws.CloseNow() // abruptly, on purpose
		<-c.done
	})
}

// eachConn calls fn for the current connections, without the lock.
func (g *Gateway) eachConn(fn func(*conn)) {
	g.mu.Lock()
	conns := slices.Clone(g.conns)
	g.mu.Unlock()
	for _, c := range conns {
		fn(c)
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

// Dispatch sends an event to an audience. It encodes the data before it returns.
func (g *Gateway) Dispatch(to Audience, event string, data any) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.prune()
	if !slices.ContainsFunc(g.sessions, func(s *session) bool { return s.gets(to, g.opt.Guild) }) {
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
		if !s.gets(to, g.opt.Guild) {
			continue
		}
		if d == nil {
			d = wire.JSON(data)
		}
		s.send(event, d)
	}
}

// swapped is an event that is held back until the next one was sent.
type swapped struct {
	to    Audience
	event string
	data  json.RawMessage
}

// swapTimeout is how long it is held back if no other event comes.
const swapTimeout = time.Second

// applyEventFault applies a pending fault to an event, and reports whether the event must not be sent as usual. The
// gateway's lock is held.
func (g *Gateway) applyEventFault(to Audience, event string, data any) bool {
	f := g.opt.Faults.Take(func(f *Fault) bool {
		ofEvents := f.Kind == "lost" || f.Kind == "twice" || f.Kind == "swapped"
		return ofEvents && (f.On == "" || f.On == event)
	})
	switch {
	case f == nil:
		return false
	case f.Kind == "twice":
		g.sendAll(to, event, data)
		return false
	case f.Kind == "swapped":
		s := &swapped{to, event, wire.JSON(data)}
		g.swapped = s
		time.AfterFunc(swapTimeout, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.swapped == s {
				g.release()
			}
		})
	}
	return true
}

// release sends the event that was held back. The gateway's lock is held.
func (g *Gateway) release() {
	if s := g.swapped; s != nil {
		g.swapped = nil
		g.sendAll(s.to, s.event, s.data)
	}
}
