package handlers

import (
	"context"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/game"
	"xiangqibot/engine/fairqueue"
)

// Slots limit the concurrency of one kind of CPU-bound work, such as drawing and reading files. Servers and people
// take turns, as in the engine's pool: a person who asks for much, or a server of many who do, keeps the others
// waiting for at most one piece of it.
type Slots struct {
	turns        *fairqueue.Semaphore
	waits, takes prometheus.Observer // seconds until it is a piece of work's turn, and from then until it is done
}

// NewSlots returns n slots, and reports to the observers how long work waits and takes.
func NewSlots(n int, waits, takes prometheus.Observer) Slots {
	return Slots{fairqueue.NewSemaphore(n), waits, takes}
}

// DrawingSlots is how many pictures are drawn at once: more would only share the processors.
func DrawingSlots() int { return runtime.GOMAXPROCS(0) }

// ReadingSlots is how many files are read at once. A file takes longer than a picture, and must leave processors for
// pictures.
func ReadingSlots() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// FetchingSlots is how many files are fetched, or wait to be read, at once: each may have gamefile.MaxSize bytes and
// is in memory all that time. While some are fetched, one is read.
func FetchingSlots() int { return 2 + ReadingSlots() }

// Do runs work when it is the turn of the person in the server, empty for none. It needs no context for CPU-bound
// work, since the slots before it are freed soon. Work that waits for others, such as fetching a file, uses try.
func (s Slots) Do(server string, person game.Person, work func()) {
	asked := time.Now()
	s.turns.Do(fairqueue.Key{Tenant: server, User: string(person)}, func() { s.measured(asked, work) })
}

// try is like do, but stops waiting when the context ends: it then returns the context's error and does not run the
// work.
func (s Slots) try(ctx context.Context, server string, person game.Person, work func()) error {
	asked := time.Now()
	if err := s.turns.Acquire(ctx, fairqueue.Key{Tenant: server, User: string(person)}); err != nil {
		return err
	}
	defer s.turns.Release()
	s.measured(asked, work)
	return nil
}

// measured runs a piece of work whose turn has come.
func (s Slots) measured(asked time.Time, work func()) {
	began := time.Now()
	s.waits.Observe(began.Sub(asked).Seconds())
	defer func() { s.takes.Observe(time.Since(began).Seconds()) }()
	work()
}
