package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"
)

const (
	// pulseEvery is how often a process says that it is alive.
	pulseEvery = 500 * time.Millisecond
	// aliveFor is for how long it then counts as alive. It bounds how late others take over what it has held.
	aliveFor = 3 * time.Second
)

// databaseNow is the time of the database's clock, in milliseconds: the clocks of machines differ.
const databaseNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

const (
	pulse = `INSERT INTO processes (id, gateway, seen) VALUES ($1, $2, ` + databaseNow + `)
		ON CONFLICT (id) DO UPDATE SET seen = excluded.seen`
	gone   = `SELECT EXISTS (SELECT 1 FROM processes WHERE ` + isGone + `)`
	forget = `DELETE FROM processes WHERE ` + isGone

	// A process whose connections are closed holds its lock no longer.
	isGone = `id <> $2 AND (seen < ` + databaseNow + ` - $1 OR pg_try_advisory_xact_lock(` + numberOfID + `))`
	// numberOfID is the number of the lock that the process named id holds as long as it is connected.
	numberOfID = `hashtextextended('xiangqi bot, process ' || id, 0)`
)

// processes are those that share a database. Each says twice a second that it is alive, and its writing connections hold
// a lock by its name, which the server lets go when the process has ended. When nobody holds that, or it has not been
// seen for three seconds, as where a whole machine is gone, the first of the others to see it takes it off the list and
// makes available what it had begun. Then nobody waits for it any longer: its shards are free, and a job gives its
// answers.
//
// Such a process may live, stopped or cut off. What it does then does no harm: an act is saved once, by its key and in
// one transaction, and a job that is done twice finds nothing to do.
type processes struct {
	*connection
	gateway bool
	revive  func(ctx context.Context, tx *sql.Tx, living []string) error

	mu       sync.Mutex
	departed func()   // told when others are gone
	others   []string // those that were alive when it was looked last
	cancel   context.CancelFunc
	ended    chan struct{} // closed when nothing is said any longer
}

// newProcess names a process.
func newProcess() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%.40s %d %s", host, os.Getpid(), rand.Text()[:10])
}

// join puts this process on the list and keeps it there, over the connections that read, which no transaction holds up.
func (p *processes) join(ctx context.Context) error {
	if err := p.pulse(ctx); err != nil {
		return err
	}
	err := p.tx(ctx, func(tx *sql.Tx) (err error) {
		if err := p.bury(ctx, tx); err != nil { // what the last ones have left, if this is the first
			return err
		}
		p.others, err = alive(ctx, tx, false)
		return err
	})
	if err != nil {
		return err
	}
	ctx, p.cancel = context.WithCancel(context.WithoutCancel(ctx))
	go func() {
		defer close(p.ended)
		p.live(ctx)
		p.quit(context.WithoutCancel(ctx))
	}()
	return nil
}

// live says that the process is alive and looks whether the others are, until ctx ends.
func (p *processes) live(ctx context.Context) {
	ticker := time.NewTicker(pulseEvery)
	defer ticker.Stop()
	var burying sync.WaitGroup // beside it: it waits for other transactions, and a pulse must not
	defer burying.Wait()
	idle := make(chan struct{}, 1)
	idle <- struct{}{}
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		if err := p.pulse(ctx); err != nil {
			if ctx.Err() == nil {
				p.log.Warn("the others cannot be told that this process is alive", "err", err)
			}
			continue
		}
		select {
		case <-idle:
			burying.Go(func() {
				defer func() { idle <- struct{}{} }()
				if err := p.look(ctx); err != nil && ctx.Err() == nil {
					p.log.Warn("what a process has left is not taken over yet", "err", err)
				}
			})
		default:
		}
	}
}

// pulse says that the process is alive.
func (p *processes) pulse(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, aliveFor)
	defer cancel()
	gateway := 0
	if p.gateway {
		gateway = 1
	}
	tx, err := p.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: false})
	if err != nil {
		return err
	}
	defer tx.Rollback() // without effect after the commit
	// The connections that read refuse to write unless they are told.
	if _, err := tx.ExecContext(ctx, `SET TRANSACTION READ WRITE`); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, pulse, p.process, gateway); err != nil {
		return err
	}
	return tx.Commit()
}

// look takes over what processes have left that are gone, and notices those that another one has taken off the list.
func (p *processes) look(ctx context.Context) error {
	var some bool
	if err := p.read.QueryRowContext(ctx, gone, aliveFor.Milliseconds(), p.process).Scan(&some); err != nil {
		return err
	}
	if some {
		if err := p.tx(ctx, func(tx *sql.Tx) error { return p.bury(ctx, tx) }); err != nil {
			return err
		}
	}
	living, err := alive(ctx, p.read, false)
	if err != nil {
		return err
	}
	p.mu.Lock()
	missing := slices.ContainsFunc(p.others, func(id string) bool { return !slices.Contains(living, id) })
	p.others = living
	departed := p.departed
	p.mu.Unlock()
	if missing && departed != nil {
		departed()
	}
	return nil
}

// bury takes those that are gone off the list and makes available what they had begun.
func (p *processes) bury(ctx context.Context, tx *sql.Tx) error {
	result, err := tx.ExecContext(ctx, forget, aliveFor.Milliseconds(), p.process)
	if err != nil {
		return err
	}
	if n, err := result.RowsAffected(); err == nil && n > 0 {
		p.log.Warn("processes are gone; the others take their work over", "processes", n)
	}
	living, err := alive(ctx, tx, false)
	if err != nil {
		return err
	}
	return p.revive(ctx, tx, living)
}

// leave takes the process off the list, if it is there, and waits until that is done.
func (p *processes) leave() {
	if p.cancel != nil {
		p.cancel()
		<-p.ended
	}
}

// quit takes the process off the list, so that the others take over at once what it holds.
func (p *processes) quit(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	err := p.tx(ctx, func(tx *sql.Tx) error {
		if _, err := tx.ExecContext(ctx, `DELETE FROM processes WHERE id = $1`, p.process); err != nil {
			return err
		}
		return p.bury(ctx, tx)
	})
	if err != nil {
		p.log.Warn("the others notice only in some seconds that this process has ended", "err", err)
	}
}

// Departed has a function called whenever processes are gone that shared the database, once their work has been made
// available: the shards that they held are free. It must not wait.
func (db *DB) Departed(told func()) {
	if db.processes == nil {
		return
	}
	db.processes.mu.Lock()
	defer db.processes.mu.Unlock()
	db.processes.departed = told
}

// alive are the processes on the list, or those of them that hold shards, in order.
func alive(ctx context.Context, q querier, gateway bool) ([]string, error) {
	least := 0
	if gateway {
		least = 1
	}
	rows, err := q.QueryContext(ctx, `SELECT id FROM processes WHERE gateway >= $1 ORDER BY id`, least)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(rows *sql.Rows) (id string, err error) { return id, rows.Scan(&id) })
}
