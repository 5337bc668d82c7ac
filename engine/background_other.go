//go:build !linux

package engine

// inBackground runs f. Threads have priorities of their own only on Linux.
func inBackground(f func()) { f() }
