package bot

import (
	"context"
	"runtime"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/game"
	"xiangqibot/engine/fairqueue"
)

// slots bound how much of one kind of work is done at once: work that keeps a processor busy, as drawing and
// reading files do. Servers and people take turns, as in the engine's pool: a person who asks for much, and a server of
// many who do, keeps the others waiting for one piece of it at most.
type slots struct {
	*fairqueue.Semaphore
	waits, takes prometheus.Observer // seconds until it is a piece of work's turn, and from then until it is done
}

func newSlots(n int, waits, takes prometheus.Observer) slots {
	return slots{fairqueue.NewSemaphore(n), waits, takes}
}

// drawingSlots is how many pictures are drawn at once: more would only share the processors.
func drawingSlots() int { return runtime.GOMAXPROCS(0) }

// readingSlots is how many files are read at once. A file takes longer than a picture, and has to leave processors to
// them.
func readingSlots() int { return max(1, runtime.GOMAXPROCS(0)/2) }

// fetchingSlots is how many files are fetched, or wait to be read, at once: each may be of gamefile.MaxSize bytes and is in
// memory all that time. While some come, one is read.
func fetchingSlots() int { return 2 + readingSlots() }

// do works when it is the turn of the person in the server, empty for none. It needs no context where a processor is
// all that the work needs: the slots before it are left soon. Work that waits for others, as fetching a file does, goes
// by try.
func (s slots) do(server string, person game.Person, work func()) {
	asked := time.Now()
	s.Do(fairqueue.Key{Server: server, Person: string(person)}, func() { s.measured(asked, work) })
}

// try is do for as long as the context allows to wait: it returns the error of a context that ends before, and has not
// worked then.
func (s slots) try(ctx context.Context, server string, person game.Person, work func()) error {
	asked := time.Now()
	if err := s.Acquire(ctx, fairqueue.Key{Server: server, Person: string(person)}); err != nil {
		return err
	}
	defer s.Release()
	s.measured(asked, work)
	return nil
}

// measured does a piece of work whose turn has come.
func (s slots) measured(asked time.Time, work func()) {
	began := time.Now()
	s.waits.Observe(began.Sub(asked).Seconds())
	defer func() { s.takes.Observe(time.Since(began).Seconds()) }()
	work()
}
