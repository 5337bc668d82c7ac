//go:build !linux

package engine

// inBackground runs f. Only Linux has priorities per thread.
func inBackground(f func()) { f() }
