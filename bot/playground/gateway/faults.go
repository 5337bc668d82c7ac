package gateway

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"xiangqibot/bot/playground/wire"
)

// A Fault is a fault between Discord and the bot, which happens now or at the next matching requests or events. The
// comment of package playground explains its kinds.
type Fault struct {
	Kind string `json:"fault"`

	On        string `json:"on,omitempty"`    // the kind of requests, or the name of the events; empty: all
	Times     int    `json:"times,omitempty"` // how often; 0 means once
	Wait      string `json:"wait,omitempty"`  // such as 2s: the delay of a 429, a response or READY
	Scope     string `json:"scope,omitempty"` // of a 429: user, shared, global or front
	Status    int    `json:"status,omitempty"`
	Code      int    `json:"code,omitempty"`      // Discord's error code; of a connection its close code
	Resumable bool   `json:"resumable,omitempty"` // the bot may try RESUME after op 9

	Delay time.Duration `json:"-"` // Wait
}

// Faults are the pending faults, of requests too. They have their own lock, which is taken last.
type Faults struct {
	mu      sync.Mutex
	pending []*Fault
}

// Add adds a pending fault.
func (fs *Faults) Add(f Fault) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.pending = append(fs.pending, &f)
}

// Take returns the first pending fault that fits and counts it, or returns nil if there is none.
func (fs *Faults) Take(fits func(*Fault) bool) *Fault {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	i := slices.IndexFunc(fs.pending, fits)
	if i < 0 {
		return nil
	}
	f := *fs.pending[i]
	if fs.pending[i].Times--; f.Times <= 1 {
		fs.pending = slices.Delete(fs.pending, i, i+1)
	}
	return &f
}

// Clear removes the pending faults.
func (fs *Faults) Clear() {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	fs.pending = nil
}

// swapped is an event that is held back until the next one was sent.
type swapped struct {
	to    Audience
	event string
	data  json.RawMessage
}

// swapTimeout is how long it is held back if no other event comes.
const swapTimeout = time.Second

// ErrUnknownFault is the error of a fault that is of no known kind.
var ErrUnknownFault = errors.New("gateway: unknown kind of fault")

// Inject makes a fault happen: at once to all connections there are, or as often as Times says from now on.
func (g *Gateway) Inject(f Fault) error {
	switch f.Kind {
	case "reconnect":
		g.eachConn(func(c *conn) {
			c.push(wire.JSON(frame{Op: opReconnect}))
			c.closeWhenSent(closeUnknown, "Reconnect.")
		})
	case "invalidate":
		if !f.Resumable {
			g.mu.Lock()
			g.sessions = nil
			g.notifyOnline()
			g.mu.Unlock()
		}
		g.eachConn(func(c *conn) { c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(f.Resumable)})) })
	case "drop":
		if f.Code != 0 && (f.Code < 1000 || f.Code > 4999) {
			return fmt.Errorf("%d is not a close code: use 1000 to 4999, or none to cut the connection", f.Code)
		}
		g.eachConn(func(c *conn) {
			if f.Code == 0 {
				_ = c.ws.CloseNow() // abruptly, on purpose
				return
			}
			c.closeWhenSent(websocket.StatusCode(f.Code), "")
		})
	case "silent":
		g.eachConn(func(c *conn) { c.silent.Store(true) })
	case "reject", "late", "lost", "twice", "swapped":
		switch {
		case f.Kind == "reject" && f.On != "identify" && f.On != "resume":
			return fmt.Errorf("a \"reject\" is \"on\" identify or resume, not %q", f.On)
		case f.Kind == "late" && f.Delay == 0:
			return errors.New("a \"late\" needs \"wait\", such as 2s")
		}
		g.opt.Faults.Add(f)
	default:
		return ErrUnknownFault
	}
	return nil
}

// ClearFaults removes the pending faults, of requests too.
func (g *Gateway) ClearFaults() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.release()
	g.opt.Faults.Clear()
}

// applyRejection applies a pending rejection to an IDENTIFY or a RESUME, and reports whether there was one.
func (t *reader) applyRejection(on string) bool {
	f := t.g.opt.Faults.Take(func(f *Fault) bool { return f.Kind == "reject" && f.On == on })
	switch {
	case f == nil:
		return false
	case f.Code != 0:
		t.c.closeWhenSent(websocket.StatusCode(f.Code), "")
	default:
		t.c.push(wire.JSON(frame{Op: opInvalidSession, D: wire.JSON(f.Resumable)}))
	}
	return true
}

// applyDelay delays the start of a session if a delay is pending.
func (g *Gateway) applyDelay(c *conn) {
	if f := g.opt.Faults.Take(func(f *Fault) bool { return f.Kind == "late" }); f != nil {
		c.hold(f.Delay)
	}
}

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

// eachConn calls fn for the current connections, without the lock.
func (g *Gateway) eachConn(fn func(*conn)) {
	g.mu.Lock()
	conns := slices.Clone(g.conns)
	g.mu.Unlock()
	for _, c := range conns {
		fn(c)
	}
}
