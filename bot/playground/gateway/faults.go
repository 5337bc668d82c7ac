package gateway

import (
	"github.com/coder/websocket"
)

// The faults that a bot has to live with: what Discord does to connections now and then, on demand.

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

// eachConn calls fn for the connections there are, without the lock.
func (g *Gateway) eachConn(fn func(*conn)) {
	g.mu.Lock()
	conns := append([]*conn(nil), g.conns...)
	g.mu.Unlock()
	for _, c := range conns {
		fn(c)
	}
}
