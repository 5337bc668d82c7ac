//go:build !unix

package filelock

import "os"

// TryLock does nothing: this system has no flock.
func TryLock(*os.File) error { return nil }
