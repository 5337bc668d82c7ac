package memory

import "syscall"

// Total returns the size of the machine's memory in bytes, 0 if it is not known.
func Total() uint64 {
	var info syscall.Sysinfo_t
	if err := syscall.Sysinfo(&info); err != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit) //nolint:unconvert // narrower on 32-bit systems
}
