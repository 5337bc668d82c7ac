//go:build unix

package store

import (
	"io/fs"
	"syscall"
)

// links is the number of names that a file has.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // narrower on some systems
	}
	return 1
}

// writable tells why this user may not write to a file.
func writable(path string) error {
	const write = 2
	return syscall.Access(path, write)
}
