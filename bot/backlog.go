package bot

import "sync"

// backlog runs work on a few goroutines, first in, first out. It is for work that arrives by the thousand at once, such
// as servers when the bot logs in.
type backlog struct {
	workers int

	mu      sync.Mutex
	waiting []func()
	working int
}

// add queues work and returns at once; group waits for the goroutines.
func (b *backlog) add(group *sync.WaitGroup, work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, work)
	if b.working < b.workers {
		b.working++
		group.Go(b.run)
	}
}

// run works until the queue is empty.
func (b *backlog) run() {
	for work := b.next(); work != nil; work = b.next() {
		work()
	}
}

// next removes the oldest work. If the queue is empty it returns nil and counts the worker as gone, so that the next
// add starts another.
func (b *backlog) next() (work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		b.waiting = nil
		b.working--
		return nil
	}
	work, b.waiting[0] = b.waiting[0], nil // it may hold the data of a server
	b.waiting = b.waiting[1:]
	return work
}
