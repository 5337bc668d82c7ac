// Package filelock locks a file for the one process that writes to it (flock on Unix).
//
// The files of xiangqi-lab are appended to (see package journal). Without a lock, two runs of the same command would
// overwrite each other unnoticed:
//
//	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
//	…
//	if err := filelock.TryLock(file); err != nil {
//		return err // another run holds the lock
//	}
//
// Readers need no lock.
package filelock

import "errors"

// ErrLocked is returned for a file that another process has locked.
var ErrLocked = errors.New("another run is writing to this file: let it end, or name another file")
