//go:build !amd64 && !arm64

package memory

// Prefetch does nothing on this machine.
func Prefetch[T any](*T) {}
