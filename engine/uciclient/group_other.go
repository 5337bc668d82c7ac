//go:build !unix

package uciclient

import "syscall"

// apart is for systems whose terminals signal groups of processes.
func apart() *syscall.SysProcAttr { return nil }
