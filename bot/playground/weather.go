package playground

import (
	"github.com/coder/websocket"
)

// What Discord does to connections now and then, on demand.

// Reconnect asks every connected bot to come back (op 7) and closes the connections a moment later; sessions can be resumed.
func (s *Server) Reconnect() {
	s.eachConn(func(c *conn) {
		c.push(raw(frame{Op: opReconnect}))
		c.end(closeUnknown, "Reconnect.")
	})
}

// Invalidate ends every session (op 9). With resumable the bots may try RESUME and succeed, without they have to identify anew.
func (s *Server) Invalidate(resumable bool) {
	if !resumable {
		s.mu.Lock()
		s.gateway.sessions = nil
		s.tellOnline()
		s.mu.Unlock()
	}
	s.eachConn(func(c *conn) { c.push(raw(frame{Op: opInvalidSession, D: raw(resumable)})) })
}

// Drop closes every connection with a code, such as 4000, or cuts it without a word when the code is 0. Sessions can be resumed.
func (s *Server) Drop(code int) {
	s.eachConn(func(c *conn) {
		if code == 0 {
			_ = c.ws.CloseNow() // to cut it is the purpose
			return
		}
		c.end(websocket.StatusCode(code), "")
	})
}

// eachConn calls fn for the connections there are, without the lock.
func (s *Server) eachConn(fn func(*conn)) {
	s.mu.Lock()
	conns := append([]*conn(nil), s.gateway.conns...)
	s.mu.Unlock()
	for _, c := range conns {
		fn(c)
	}
}
