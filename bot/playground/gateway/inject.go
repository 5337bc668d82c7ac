package gateway

import (
	"errors"
	"fmt"

	"github.com/coder/websocket"
)

// ErrUnknownFault is the error of a fault that is of no known kind.
var ErrUnknownFault = errors.New("gateway: unknown kind of fault")

// Inject makes a fault happen: at once to all connections there are, or as often as Times says from now on.
func (g *Gateway) Inject(f Fault) error {
	switch f.Kind {
	case "reconnect":
		g.eachConn(func(c *conn) {
			c.send(opReconnect, nil)
			c.closeWhenSent(closeUnknown, "Reconnect.")
		})
	case "invalidate":
		if !f.Resumable {
			g.mu.Lock()
			g.sessions = nil
			g.notifyOnline()
			g.mu.Unlock()
		}
		g.eachConn(func(c *conn) { c.send(opInvalidSession, f.Resumable) })
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
