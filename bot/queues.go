package bot

import (
	"context"
	"sync"
)

// queues keep the work of goroutines in order: within a named queue each waits for the one before it.
type queues struct {
	mu   sync.Mutex
	last map[string]chan struct{} // by name: closed when the last one of the queue is done
}

// join takes a place at the end of a queue. The caller waits until those before it are done or ctx ends, works, and
// calls done, once or more often, whatever the result.
func (q *queues) join(name string) (wait func(ctx context.Context), done func()) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.last == nil {
		q.last = map[string]chan struct{}{}
	}
	before, current := q.last[name], make(chan struct{})
	q.last[name] = current
	wait = func(ctx context.Context) {
		if before == nil {
			return
		}
		select {
		case <-before:
		case <-ctx.Done():
		}
	}
	return wait, sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		if q.last[name] == current { // nobody waits for it, and nobody will
			delete(q.last, name)
		}
		close(current)
	})
}
