//go:build amd64 || arm64

package memory

import "unsafe"

// Prefetch starts loading the cache line of p. It returns at once, and p may be nil.
func Prefetch[T any](p *T) { prefetch(unsafe.Pointer(p)) } //nolint:gosec // an address that is only hinted at

//go:noescape
func prefetch(p unsafe.Pointer)
