//go:build !unix

package journal

import "os"

// Lock does nothing: this system has no flock.
func Lock(*os.File) error { return nil }
