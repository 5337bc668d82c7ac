//go:build unix

package journal

import (
	"errors"
	"os"
	"syscall"
)

// lock locks an open file until it is closed or the process has ended, however it ends. It does not wait: if another
// process holds the lock it returns [ErrLocked]. On a file system without locks it does nothing.
func lock(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrLocked
	}
	return nil
}
