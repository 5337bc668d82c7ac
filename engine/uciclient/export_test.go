package uciclient

import "time"

// SetClock gives a supervisor that nobody has asked yet a clock of the test's.
func (s *Supervisor) SetClock(now func() time.Time) { s.now = now }

// LongestPause is the longest time that a program which fails is left alone.
const LongestPause = maxBackoff

// Command is the go command for the limits.
func (l Limits) Command() string { return l.goCommand() }
