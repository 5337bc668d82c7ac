package bot

import "sync"

// backlog is work that a few goroutines do, in the order in which it came: of what comes by the thousand all at once,
// such as servers when the bot logs in, most only waits.
type backlog struct {
	workers int

	mu      sync.Mutex
	waiting []func()
	working int
}

// add does work in the background and returns at once; group has the goroutines.
func (b *backlog) add(group *sync.WaitGroup, work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting = append(b.waiting, work)
	if b.working < b.workers {
		b.working++
		group.Go(b.run)
	}
}

// run does what waits, until nothing does.
func (b *backlog) run() {
	for work := b.next(); work != nil; work = b.next() {
		work()
	}
}

// next takes what has waited longest. Where nothing waits it is nil and the worker counts no more, so that the next add
// starts another.
func (b *backlog) next() (work func()) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.waiting) == 0 {
		b.waiting = nil
		b.working--
		return nil
	}
	work, b.waiting[0] = b.waiting[0], nil // what it holds is as large as a server
	b.waiting = b.waiting[1:]
	return work
}
