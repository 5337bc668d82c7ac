//go:build unix

package database

import (
	"io/fs"
	"syscall"
)

// links returns the number of hard links to a file.
func links(info fs.FileInfo) uint64 {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(stat.Nlink) //nolint:unconvert // narrower on some systems
	}
	return 1
}

// writable returns an error if this user may not write to a file.
func writable(path string) error {
	const write = 2
	return syscall.Access(path, write)
}
