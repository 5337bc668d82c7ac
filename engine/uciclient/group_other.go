//go:build !unix

package uciclient

import (
	"errors"
	"os"
	"syscall"
)

// ownGroup does nothing on systems without process groups.
func ownGroup() *syscall.SysProcAttr { return nil }

// kill kills a program.
func kill(p *os.Process) error {
	if err := p.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		return err
	}
	return nil
}
