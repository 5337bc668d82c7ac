//go:build !unix

package uciclient

import (
	"errors"
	"os"
	"syscall"
)

// apart is for systems whose terminals signal groups of processes.
func apart() *syscall.SysProcAttr { return nil }

// kill ends a program.
func kill(p *os.Process) error {
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
