//go:build unix

package uciclient

import (
	"errors"
	"os"
	"syscall"
)

// apart gives a program a process group of its own. Ctrl-C reaches all of the terminal's group at once; a program that
// died of it would seem to have failed in the middle of a game. It is ended by Close instead, or, should this process
// be killed, by the end of its input.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// kill ends a program that apart was for, and all that it has started: the engine itself if it is a script.
func kill(p *os.Process) error {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
