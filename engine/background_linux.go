package engine

import (
	"runtime"
	"syscall"
)

// lowest is the nice value of what may wait for everything else (setpriority(2)).
const lowest = 19

// inBackground runs f on a thread of its own, to which the system gives a processor when the other threads of the
// program leave it one, and returns when f has returned. Where the system refuses that, f runs like everything else.
func inBackground(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread is never unlocked: the priority of a thread cannot be raised again, so it has to end with f.
		runtime.LockOSThread()
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), lowest)
		f()
	}()
	<-done
}
