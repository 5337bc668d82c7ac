package fairqueue

import "sync"

// Limiter divides a number of slots among tenants. A tenant may acquire a slot while it holds fewer than are free: a
// single busy tenant gets half of them, two get a third each, so there is always a slot for another tenant. A Limiter
// never blocks; use [Semaphore] to wait. It is safe for concurrent use.
type Limiter struct {
	mu    sync.Mutex
	free  int
	taken map[string]int // by tenant, or user without one
}

// NewLimiter returns a limiter with n slots.
func NewLimiter(n int) *Limiter { return &Limiter{free: n, taken: make(map[string]int)} }

// TryAcquire acquires a slot for the key's tenant. It returns false if the tenant has used up its share; otherwise the
// caller must call Release.
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

// Release releases a slot of the key's tenant.
func (r *Limiter) Release(k Key) {
	r.mu.Lock()
	defer r.mu.Unlock()
	of := k.path()[0]
	r.free++
	if r.taken[of]--; r.taken[of] == 0 {
		delete(r.taken, of)
	}
}
