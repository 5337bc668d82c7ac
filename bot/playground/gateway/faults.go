package gateway

import (
	"encoding/json"
	"slices"
	"time"

	"github.com/coder/websocket"
)

// The faults that a bot has to live with: what Discord does to connections now and then, on demand.

// faults are those that wait for a connection or an event to come. The gateway's lock guards them.
type faults struct {
	rejections   []Rejection
	disturbances []Disturbance
	delay        time.Duration
	delays       int // how many sessions it is still for
	swapped      *swapped
}

// A Rejection is what the next IDENTIFYs or RESUMEs are answered.
type Rejection struct {
	Resume    bool // RESUMEs; otherwise IDENTIFYs
	Resumable bool // the bot may try RESUME; only where Code is 0
	Code      int  // with which the connection is closed; 0: op 9 instead
	Times     int
}

// A Disturbance is what happens to the next events.
type Disturbance struct {
	Kind  string // lost, twice, or swapped with the event that comes next
	Event string // such as INTERACTION_CREATE; empty: each
	Times int
}

// swapped is an event that waits for the next one to go first.
type swapped struct {
	to    Audience
	event string
	data  json.RawMessage
}

// swapPatience is how long it waits where none comes.
const swapPatience = time.Second

// Reconnect asks every connected bot to come back (op 7) and closes the connections a moment later; sessions can be
// resumed.
func (g *Gateway) Reconnect() {
	g.eachConn(func(c *conn) {
		c.push(encode(frame{Op: opReconnect}))
		c.end(closeUnknown, "Reconnect.")
	})
}

// Invalidate ends every session (op 9). With resumable the bots may try RESUME and succeed, otherwise they have to
// identify anew.
func (g *Gateway) Invalidate(resumable bool) {
	if !resumable {
		g.mu.Lock()
		g.sessions = nil
		g.tellOnline()
		g.mu.Unlock()
	}
	g.eachConn(func(c *conn) { c.push(encode(frame{Op: opInvalidSession, D: encode(resumable)})) })
}

// AskHeartbeat asks every connected bot for a heartbeat at once (op 1).
func (g *Gateway) AskHeartbeat() {
	g.eachConn(func(c *conn) { c.push(encode(frame{Op: opHeartbeat})) })
}

// Drop closes every connection with a code, such as 4000, or cuts it without a word when the code is 0. Sessions can be
// resumed.
func (g *Gateway) Drop(code int) {
	g.eachConn(func(c *conn) {
		if code == 0 {
			_ = c.ws.CloseNow() // to cut it is the purpose
			return
		}
		c.end(websocket.StatusCode(code), "")
	})
}

// Deafen leaves the heartbeats of the connections there are without ACK. Events still come.
func (g *Gateway) Deafen() {
	g.eachConn(func(c *conn) { c.deaf.Store(true) })
}

// Silence has the connections there are stay open while nothing comes over them any longer, as on a link that died
// unnoticed. RESUME gives what was missed.
func (g *Gateway) Silence() {
	g.eachConn(func(c *conn) { c.silent.Store(true) })
}

// Reject has the next IDENTIFYs or RESUMEs fail.
func (g *Gateway) Reject(r Rejection) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.rejections = append(g.faults.rejections, r)
}

// Delay has READY or RESUMED, and all that follows on the connection, come so late for the next sessions.
func (g *Gateway) Delay(by time.Duration, times int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.delay, g.faults.delays = by, times
}

// Disturb has something happen to the next events.
func (g *Gateway) Disturb(d Disturbance) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.faults.disturbances = append(g.faults.disturbances, d)
}

// Heal lifts what waits for connections and events to come.
func (g *Gateway) Heal() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.release()
	g.faults = faults{}
}

// rejected answers an IDENTIFY or a RESUME that is to fail, and reports whether it was one.
func (t *talk) rejected(resume bool) bool {
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
		t.c.end(websocket.StatusCode(r.Code), "")
	} else {
		t.c.push(encode(frame{Op: opInvalidSession, D: encode(r.Resumable)}))
	}
	return true
}

// late keeps what a session is told first back for a while, if that is to be. The gateway's lock is held.
func (g *Gateway) late(c *conn) {
	if g.faults.delays > 0 {
		g.faults.delays--
		c.hold(g.faults.delay)
	}
}

// disturbed does to an event what is to happen to it, and reports whether it is not to be sent as usual. The gateway's
// lock is held.
func (g *Gateway) disturbed(to Audience, event string, data any) bool {
	list := g.faults.disturbances
	i := slices.IndexFunc(list, func(d Disturbance) bool { return d.Event == "" || d.Event == event })
	if i < 0 {
		return false
	}
	kind := list[i].Kind
	if list[i].Times--; list[i].Times <= 0 {
		g.faults.disturbances = slices.Delete(list, i, i+1)
	}
	switch kind {
	case "twice":
		g.sendAll(to, event, data)
	case "swapped":
		s := &swapped{to, event, encode(data)}
		g.faults.swapped = s
		time.AfterFunc(swapPatience, func() {
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

// release sends the event that let another one go first. The gateway's lock is held.
func (g *Gateway) release() {
	if s := g.faults.swapped; s != nil {
		g.faults.swapped = nil
		g.sendAll(s.to, s.event, s.data)
	}
}

// eachConn calls fn for the connections there are, without the lock.
func (g *Gateway) eachConn(fn func(*conn)) {
	g.mu.Lock()
	conns := append([]*conn(nil), g.conns...)
	g.mu.Unlock()
	for _, c := range conns {
		fn(c)
	}
}
