package bot

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/store"
)

// The parts of a database that a ledger keeps, under names that hide none of their methods.
type (
	ledgerGames   = store.Games
	ledgerServers = store.Servers
)

// ledger is a store that remembers which jobs games enqueue. The store below would do them only where somebody works.
type ledger struct {
	*ledgerGames
	*ledgerServers
	db      *store.DB
	servers atomic.Int32  // how often the settings of a server were read
	hold    chan struct{} // if not nil, these reads wait until it is closed
	mu      sync.Mutex
	queued  []game.QueuedJob
	full    atomic.Bool // the disk, as far as boards are concerned
	away    atomic.Bool // the database, as far as acts in games are concerned
}

func (l *ledger) Create(ctx context.Context, key string, fn func(*game.Game) error) (*game.Game, error) {
	return l.ledgerGames.Create(ctx, key, l.copying(fn))
}

func (l *ledger) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	if l.away.Load() {
		return nil, game.ErrUnavailable
	}
	return l.ledgerGames.Update(ctx, key, id, l.copying(fn))
}

func (l *ledger) UpdateBoard(ctx context.Context, id game.ID, fn func(*game.Game) error) error {
	if l.full.Load() {
		return game.ErrUnavailable
	}
	return l.ledgerGames.UpdateBoard(ctx, id, l.copying(fn))
}

func (l *ledger) Server(ctx context.Context, guild string) (guild.Settings, error) {
	l.servers.Add(1)
	if l.hold != nil {
		<-l.hold
	}
	return l.ledgerServers.Server(ctx, guild)
}

// copying copies what fn leaves queued.
func (l *ledger) copying(fn func(*game.Game) error) func(*game.Game) error {
	return func(g *game.Game) error {
		if err := fn(g); err != nil {
			return err
		}
		queued := g.Outbox.TakeJobs()
		for _, o := range queued {
			g.Outbox.Enqueue(o.Job, o.At)
		}
		l.mu.Lock()
		defer l.mu.Unlock()
		l.queued = append(l.queued, queued...)
		return nil
	}
}

// enqueue puts back a job that could not be done yet.
func (l *ledger) enqueue(job game.Job) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.queued = append(l.queued, game.QueuedJob{Job: job})
}

// take hands over the jobs of one kind that were queued since the last time, due or not.
func take[J game.Job](l *ledger) (jobs []J) {
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := l.queued[:0]
	for _, o := range l.queued {
		if job, ok := o.Job.(J); ok {
			jobs = append(jobs, job)
		} else {
			kept = append(kept, o)
		}
	}
	l.queued = kept
	return jobs
}

// queues tells how many jobs that equal one were queued.
func (l *ledger) queues(job game.Job) (n int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, o := range l.queued {
		if o.Job == job {
			n++
		}
	}
	return n
}

// tidy waits until all interactions are answered and takes the controls off what is out of date. It returns how many
// messages have to wait, since Discord has no room for their change yet.
func (tb *table) tidy() (left int) {
	tb.t.Helper()
	tb.bot.router.running.Wait()
	for _, job := range take[game.Retire](tb.ledger) {
		err := tb.bot.publisher.Retirement.Retire(tb.t.Context(), job)
		if errors.As(err, new(*game.NotYet)) {
			tb.ledger.enqueue(job)
			left++
		} else if err != nil {
			tb.t.Error(err)
		}
	}
	return left
}
