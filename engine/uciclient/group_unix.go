//go:build unix

package uciclient

import "syscall"

// apart gives a program a process group of its own. Ctrl-C reaches all of the terminal's group at once; a program that
// died of it would seem to have failed in the middle of a game. It is ended by Close instead, or, should this process
// be killed, by the end of its input.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }
