package fairqueue

import "sync"

// Limiter is a number of places that servers share. A server may take one more as long as it has fewer than are free: one
// that asks for all of them gets half, two that do get a third each, and somebody else always finds a place. Nobody waits
// in a Room; for that there is Semaphore. It is safe for concurrent use.
type Limiter struct {
	mu    sync.Mutex
	free  int
	taken map[string]int // by server, or person outside of all servers
}

// NewLimiter returns a room with n places.
func NewLimiter(n int) *Limiter { return &Limiter{free: n, taken: make(map[string]int)} }

// TryAcquire takes a place for the key's server. It returns false if that has its share; otherwise the caller must call
// Leave.
func (r *Limiter) TryAcquire(k Key) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := k.path()[0]
	if r.taken[of] >= r.free {
		return false
	}
	r.free--
	r.taken[of]++
	return true
}

// Release gives a place of the key's server back.
func (r *Limiter) Release(k Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := k.path()[0]
	r.free++
	if r.taken[of]--; r.taken[of] == 0 {
		delete(r.taken, of)
	}
}
