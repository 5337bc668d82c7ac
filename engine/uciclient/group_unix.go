//go:build unix

package uciclient

import (
	"errors"
	"os"
	"syscall"
)

// ownGroup gives a program a process group of its own. Ctrl-C signals the whole process group of the terminal, and a
// program that died of it would seem to have crashed during a game. Close ends the program instead, or the end of its
// input if this process is killed.
func ownGroup() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setpgid: true} }

// kill kills the process group of a program started with ownGroup: if the program is a script, the engine too.
func kill(p *os.Process) error {
	if err := syscall.Kill(-p.Pid, syscall.SIGKILL); err != nil && !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return nil
}
