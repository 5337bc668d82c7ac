package store

import (
	"context"
	"sync"
	"time"

	"github.com/riverqueue/river"
	"github.com/riverqueue/river/rivertype"
)

// Pace tells when nothing is left to do, for tests that make a year pass in minutes: they move the clock on as soon as
// Settle returns.
type Pace struct {
	db     *DB
	beaten time.Time
	ended  chan struct{} // holds a value when a job has ended since somebody looked

	mu   sync.Mutex
	done map[int64]bool // jobs that have ended well. River writes that down later, many at a time
}

// Quicken lets River look for jobs every few milliseconds. It is called before Work.
func Quicken(db *DB) *Pace {
	p := &Pace{db: db, ended: make(chan struct{}, 1), done: map[int64]bool{}}
	db.Jobs.tune = func(c *river.Config) {
		c.FetchCooldown, c.FetchPollInterval = time.Millisecond, 5*time.Millisecond
		for name, queue := range c.Queues {
			queue.FetchPollInterval = 0 // as for all
			c.Queues[name] = queue
		}
		c.Hooks = append(c.Hooks, river.HookWorkEndFunc(p.end))
	}
	return p
}

func (p *Pace) end(_ context.Context, job *rivertype.JobRow, err error) error {
	if err == nil {
		p.mu.Lock()
		p.done[job.ID] = true
		p.mu.Unlock()
	}
	select {
	case p.ended <- struct{}{}:
	default:
	}
	return err
}

// Settle returns once all jobs that are due by the clock, and what came of them, have been done.
func (p *Pace) Settle(ctx context.Context) error {
	for {
		left, err := p.left(ctx)
		if err != nil || !left {
			return err
		}
		if err := p.ready(ctx); err != nil {
			return err
		}
		select {
		case <-p.ended:
		case <-time.After(5 * time.Millisecond): // River says nothing when it has written down that a job was put off
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// ready makes the jobs available that are due but still wait. It counts as a beat, as what is due now did not fall due
// while nobody was at work.
func (p *Pace) ready(ctx context.Context) error {
	var waiting bool
	err := p.db.connection.read.QueryRowContext(ctx, `SELECT EXISTS (`+p.due()+` AND state = 'scheduled') AS waiting`, p.db.connection.now()).Scan(&waiting)
	if err != nil || !waiting {
		return err
	}
	if _, err := p.db.Jobs.beat(ctx, time.Time{}); err != nil {
		return err
	}
	return p.db.Jobs.outbox.release(ctx)
}

// due finds the jobs that are due at a time, in milliseconds.
const due = `SELECT id FROM river_job WHERE state IN ('available', 'running', 'retryable', 'scheduled') AND scheduled_at <= `

// due is the query for the jobs that are due by a time in milliseconds.
func (p *Pace) due() string {
	if p.db.connection.dialect.Name == "postgres" {
		return due + `to_timestamp($1 / 1000.0)`
	}
	return due + `strftime('%Y-%m-%d %H:%M:%f', $1 / 1000.0, 'unixepoch')`
}

// left reports whether there are jobs that are due and have not ended well.
func (p *Pace) left(ctx context.Context) (bool, error) {
	// Held from before the look at the table: a job that ends after it, and whose consequences were not seen, does not
	// count as done.
	p.mu.Lock()
	defer p.mu.Unlock()
	rows, err := p.db.connection.read.QueryContext(ctx, p.due(), p.db.connection.now())
	if err != nil {
		return false, err
	}
	defer rows.Close()
	for rows.Next() {
		var id int64
		if err := rows.Scan(&id); err != nil {
			return false, err
		}
		if !p.done[id] {
			return true, nil
		}
	}
	return false, rows.Err()
}

// Late counts the jobs that are due at a time and not available.
func (p *Pace) Late(ctx context.Context, at time.Time) (n int, err error) {
	return n, p.db.connection.read.QueryRowContext(ctx, `SELECT count(*) FROM (`+p.due()+` AND state = 'scheduled') AS waiting`, at.UnixMilli()).Scan(&n)
}

// Beat notes that the program is at work, as it does every ten seconds.
func (p *Pace) Beat(ctx context.Context) (err error) {
	p.beaten, err = p.db.Jobs.beat(ctx, p.beaten)
	return err
}

// Release makes available what is due, as is done every second and after each jump of the clock.
func (p *Pace) Release(ctx context.Context) error { return p.db.Jobs.outbox.release(ctx) }

// LastBeat is when that was noted last, in milliseconds; 0 if never.
func (p *Pace) LastBeat(ctx context.Context) (at int64, err error) {
	return at, p.db.connection.read.QueryRowContext(ctx, `SELECT coalesce(max(at), 0) FROM beat`).Scan(&at)
}

// Next is when the next job is due by the clock, in milliseconds; 0 if none is.
func (p *Pace) Next(ctx context.Context) (at int64, err error) {
	first := `CAST(round(min(unixepoch(scheduled_at, 'subsec')) * 1000) AS INTEGER)`
	if p.db.connection.dialect.Name == "postgres" {
		first = `CAST(round(extract(epoch FROM min(scheduled_at)) * 1000) AS BIGINT)`
	}
	return at, p.db.connection.read.QueryRowContext(ctx, `SELECT coalesce(`+first+`, 0) FROM river_job
		WHERE state IN ('available', 'retryable', 'scheduled')`).Scan(&at)
}
