package engine

import (
	"runtime"
	"syscall"
)

// lowestPriority is the nice value of the lowest scheduling priority (setpriority(2)).
const lowestPriority = 19

// inBackground runs f on its own thread at the lowest priority and returns when f has returned. If the system refuses
// to lower the priority, f runs at the usual one.
func inBackground(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread is never unlocked: the priority of a thread cannot be raised again, so it has to end with f.
		runtime.LockOSThread()
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), lowestPriority)
		f()
	}()
	<-done
}
