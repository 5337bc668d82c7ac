package engine

import (
	"runtime"
	"syscall"
)

// backgroundNice is the nice value of analyses (setpriority(2)). A thread with it gets a tenth of a processor that it
// shares with one of the usual priority. With 19, the lowest priority, it would get a seventieth, and reviews would
// hardly move on a busy machine.
const backgroundNice = 10

// inBackground runs f on its own thread at a low priority and returns when f has returned. If the system refuses
// to lower the priority, f runs at the usual one.
func inBackground(f func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		// The thread is never unlocked: the priority of a thread cannot be raised again, so it has to end with f.
		runtime.LockOSThread()
		_ = syscall.Setpriority(syscall.PRIO_PROCESS, syscall.Gettid(), backgroundNice)
		f()
	}()
	<-done
}
