//go:build !linux

package storetest

import "testing"

// Postgres skips the test: a server that dies with the test program is possible only on Linux.
func Postgres(t testing.TB) (source string) {
	t.Helper()
	t.Skip("PostgreSQL is tested on Linux alone")
	return ""
}

// StopPostgres does nothing.
func StopPostgres() {}
