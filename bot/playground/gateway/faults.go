package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// Fault injection: what Discord does to connections now and then, on demand.

// faults are the pending faults of future connections and events. The gateway's lock guards them.
type faults struct {
	rejections  []Rejection
	eventFaults []EventFault
	delay       time.Duration
	delays      int // for how many more sessions
	swapped     *swapped
}

// A Rejection makes the next IDENTIFYs or RESUMEs fail.
type Rejection struct {
	Resume    bool // of RESUMEs; otherwise of IDENTIFYs
	Resumable bool // the bot may try RESUME; only if Code is 0
	Code      int  // the close code; 0: op 9 (Invalid Session) instead
	Times     int
}

// An EventFault happens to the next events.
type EventFault struct {
	Kind  string // lost, twice, or swapped with the following event
	Event string // such as INTERACTION_CREATE; empty: every event
	Times int
}

// swapped is an event that is held back until the next one was sent.
type swapped struct {
	to    Audience
	event string
	data  json.RawMessage
}

// swapTimeout is how long it is held back if no other event comes.
const swapTimeout = time.Second

// Reconnect asks every connected bot to reconnect (op 7) and then closes the connections; sessions can be resumed.
func (g *Gateway) Reconnect() {
	g.eachConn(func(c *conn) {
		c.push(encode(frame{Op: opReconnect}))
		c.closeWhenSent(closeUnknown, "Reconnect.")
	})
}

// Invalidate sends Invalid Session (op 9) on every connection. If resumable is set, the sessions stay and bots can
// resume them; otherwise bots have to identify again.
func (g *Gateway) Invalidate(resumable bool) {
	if !resumable {
		g.mu.Lock()
		g.sessions = nil
		g.notifyOnline()
		g.mu.Unlock()
	}
	g.eachConn(func(c *conn) { c.push(encode(frame{Op: opInvalidSession, D: encode(resumable)})) })
}

// RequestHeartbeat asks every connected bot for an immediate heartbeat (op 1).
func (g *Gateway) RequestHeartbeat() {
	g.eachConn(func(c *conn) { c.push(encode(frame{Op: opHeartbeat})) })
}

// Drop closes every connection with a close code, such as 4000, or without a close frame if the code is 0. Sessions can
// be resumed.
func (g *Gateway) Drop(code int) {
	g.eachConn(func(c *conn) {
		if code == 0 {
			_ = c.ws.CloseNow() // abruptly, on purpose
			return
		}
		c.closeWhenSent(websocket.StatusCode(code), "")
	})
}

// IgnoreHeartbeats stops acknowledging heartbeats on the current connections. Events are still sent.
func (g *Gateway) IgnoreHeartbeats() {
	g.eachConn(func(c *conn) { c.ignoreHeartbeats.Store(true) })
}

// Silence keeps the current connections open but sends nothing over them any more, as on a half-open connection. RESUME
// replays the missed events.
func (g *Gateway) Silence() {
	g.eachConn(func(c *conn) { c.silent.Store(true) })
}

// Reject makes the next IDENTIFYs or RESUMEs fail.
func (g *Gateway) Reject(r Rejection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.rejections = append(g.faults.rejections, r)
}

// Delay delays READY or RESUMED, and everything after it on the connection, for the next sessions.
func (g *Gateway) Delay(by time.Duration, times int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.delay, g.faults.delays = by, times
}

// InjectEventFault makes a fault happen to the next events.
func (g *Gateway) InjectEventFault(d EventFault) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.eventFaults = append(g.faults.eventFaults, d)
}

// ClearFaults removes the pending faults of connections and events.
func (g *Gateway) ClearFaults() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.release()
	g.faults = faults{}
}

// applyRejection applies a pending rejection to an IDENTIFY or a RESUME, and reports whether there was one.
func (t *reader) applyRejection(resume bool) bool {
	g := t.g
	g.mu.Lock()
	defer g.mu.Unlock()
	list := g.faults.rejections
	i := slices.IndexFunc(list, func(r Rejection) bool { return r.Resume == resume })
	if i < 0 {
		return false
	}
	r := list[i]
	if list[i].Times--; list[i].Times <= 0 {
		g.faults.rejections = slices.Delete(list, i, i+1)
	}
	if r.Code != 0 {
		t.c.closeWhenSent(websocket.StatusCode(r.Code), "")
	} else {
		t.c.push(encode(frame{Op: opInvalidSession, D: encode(r.Resumable)}))
	}
	return true
}

// applyDelay delays the start of a session if a delay is pending. The gateway's lock is held.
func (g *Gateway) applyDelay(c *conn) {
	if g.faults.delays > 0 {
		g.faults.delays--
		c.hold(g.faults.delay)
	}
}

// applyEventFault applies a pending fault to an event, and reports whether the event must not be sent as usual. The
// gateway's lock is held.
func (g *Gateway) applyEventFault(to Audience, event string, data any) bool {
	list := g.faults.eventFaults
	i := slices.IndexFunc(list, func(d EventFault) bool { return d.Event == "" || d.Event == event })
	if i < 0 {
		return false
	}
	kind := list[i].Kind
	if list[i].Times--; list[i].Times <= 0 {
		g.faults.eventFaults = slices.Delete(list, i, i+1)
	}
	switch kind {
	case "twice":
		g.sendAll(to, event, data)
	case "swapped":
		s := &swapped{to, event, encode(data)}
		g.faults.swapped = s
		time.AfterFunc(swapTimeout, func() {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.faults.swapped == s {
				g.release()
			}
		})
		return true
	}
	return kind == "lost"
}

// release sends the event that was held back. The gateway's lock is held.
func (g *Gateway) release() {
	if s := g.faults.swapped; s != nil {
		g.faults.swapped = nil
		g.sendAll(s.to, s.event, s.data)
	}
}

// eachConn calls fn for the current connections, without the lock.
func (g *Gateway) eachConn(fn func(*conn)) {
	g.mu.Lock()
	conns := append([]*conn(nil), g.conns...)
	g.mu.Unlock()
	for _, c := range conns {
		fn(c)
	}
}
