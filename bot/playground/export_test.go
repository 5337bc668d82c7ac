package playground

// AskHeartbeat asks every connected bot for a heartbeat at once (op 1).
func (s *Server) AskHeartbeat() {
	s.eachConn(func(c *conn) { c.push(raw(frame{Op: opHeartbeat})) })
}
