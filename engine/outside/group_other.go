//go:build !unix

package outside

import "syscall"

// apart is for systems whose terminals signal groups of processes.
func apart() *syscall.SysProcAttr { return nil }
