package uciclient

import "time"

// SetClock sets the clock of a supervisor before its first request.
func (s *Supervisor) SetClock(now func() time.Time) { s.now = now }

// LongestPause is the longest pause before a failing program is started again.
const LongestPause = maxBackoff

// Command is the go command for the limits.
func (l Limits) Command() string { return l.goCommand() }
