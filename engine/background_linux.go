package engine

import (
	"runtime"
	"syscall"
)

// backgroundNice is the nice value of analyses (setpriority(2)). A thread with it gets 29 % of a processor that it shares
// with one of the usual priority. Lower priorities do harm on a busy machine: the thread may get no processor for
// seconds, and in that time neither a garbage collection, which stops all threads, nor the end of the program goes on.
const backgroundNice = 4

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
