//go:build !unix

package journal

import "os"

// lock does nothing: this system has no flock.
func lock(*os.File) error { return nil }
