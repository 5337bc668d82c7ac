//go:build unix

package claim

import (
	"errors"
	"os"
	"syscall"
)

// File claims an open file until it is closed, or until the process has ended, however it ends. It does not wait: a file that is claimed gives ErrTaken.
// Where the file system knows no such claims nothing is claimed.
func File(file *os.File) error {
	if err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB); errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrTaken
	}
	return nil
}
