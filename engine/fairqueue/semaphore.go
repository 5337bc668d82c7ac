package fairqueue

import (
	"context"
	"sync"
)

// Semaphore limits the number of concurrent holders. The others wait in the order of a [Queue]. It is safe for
// concurrent use.
type Semaphore struct {
	mu      sync.Mutex
	free    int
	waiting Queue[chan struct{}] // closed when admitted
}

// NewSemaphore returns a semaphore that admits n holders at once.
func NewSemaphore(n int) *Semaphore { return &Semaphore{free: n} }

// Acquire waits for the key's turn. It returns the error of ctx if ctx ends first; otherwise the caller must call
// Release.
func (s *Semaphore) Acquire(ctx context.Context, k Key) error {
	turn := s.join(k)
	if turn == nil {
		return nil
	}
	select {
	case <-turn:
		return nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	waited := s.waiting.Remove(k, turn)
	s.mu.Unlock()
	if !waited { // it was admitted at the same moment
		s.Release()
	}
	return ctx.Err()
}

// Do waits for the key's turn, however long that takes, and calls work.
func (s *Semaphore) Do(k Key, work func()) {
	if turn := s.join(k); turn != nil {
		<-turn
	}
	defer s.Release()
	work()
}

// join admits the key, or returns a channel that is closed when it is admitted.
func (s *Semaphore) join(k Key) (turn chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.free > 0 {
		s.free--
		return nil
	}
	turn = make(chan struct{})
	s.waiting.Add(k, turn)
	return turn
}

// Release admits the next one in turn.
func (s *Semaphore) Release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, turn, ok := s.waiting.Next(); ok {
		close(turn)
		return
	}
	s.free++
}
