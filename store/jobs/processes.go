package jobs

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/store/database"
)

const (
	// heartbeatInterval is how often a process records that it is alive.
	heartbeatInterval = 500 * time.Millisecond
	// deadAfter is how long after its last heartbeat a process is considered dead. It bounds the delay until others
	// take over its work.
	deadAfter = 3 * time.Second
	// lostAfter is how long after its last heartbeat a process is considered dead whose connection is gone: one that is
	// alive has connected again by then.
	lostAfter = 2 * heartbeatInterval
	// stopTimeout is how long running jobs may take at shutdown before they are canceled.
	stopTimeout = 3 * time.Second
)

// databaseNow is the time of the database's clock in milliseconds, since the clocks of the processes' machines differ.
const databaseNow = `(extract(epoch FROM clock_timestamp()) * 1000)::bigint`

const (
	insertProcess = `INSERT INTO processes (id, gateway, seen) VALUES ($1, CASE WHEN $2 THEN 1 ELSE 0 END, ` + databaseNow + `)`
	saveHeartbeat = `UPDATE processes SET seen = ` + databaseNow + `, works = $2 WHERE id = $1`
	hasDead       = `SELECT EXISTS (SELECT 1 FROM processes WHERE ` + isDead + `)`
	deleteDead    = `DELETE FROM processes WHERE ` + isDead

	// The processes on the list: all of them, those that can hold shards, and those that do the jobs of channels.
	listAll     = `SELECT id FROM processes ORDER BY id`
	listGateway = `SELECT id FROM processes WHERE gateway = 1 ORDER BY id`
	listWorking = `SELECT id FROM processes WHERE works ORDER BY id`

	// A process whose connection is closed no longer holds its lock. For as long after a start of the server no process
	// counts as dead: all have lost their connections, and none could record a heartbeat.
	isDead = `id <> $2 AND extract(epoch FROM pg_postmaster_start_time()) * 1000 < ` + databaseNow + ` - $1
		AND (seen < ` + databaseNow + ` - $1 OR seen < ` + databaseNow + ` - $3 AND pg_try_advisory_xact_lock(` +
		database.ProcessLockKey + `))`
)

// processes tracks the processes that share a database. Each records a heartbeat twice a second, over a connection that
// holds an advisory lock with its name, which the server releases when the process ends. If nobody has held that lock
// for a second, or there was no heartbeat for three because the whole machine is gone, for example, the first of the
// others to notice removes the process from the list and enqueues the recovery of what it left unfinished. From then on
// its shards are free.
//
// Such a process may still be alive, stopped or disconnected. What it then does is harmless: an act is saved once, by
// its key and in one transaction, and a job that is run twice finds nothing to do. When it notices that it is no longer
// on the list, it says so and joins again; until then it holds no shards.
type processes struct {
	db      *database.Connection
	own     *sql.DB // a connection for heartbeats alone, so that they never wait for one
	gateway bool
	works   atomic.Bool                          // it does the jobs of channels
	recover func(context.Context, *sql.Tx) error // enqueues the recovery after processes have ended

	end func() // removes the process from the list, and waits until that is done; nil: it is not there
}

// NewProcessName returns a unique name for this process.
func NewProcessName() string {
	host, err := os.Hostname()
	if err != nil {
		host = "?"
	}
	return fmt.Sprintf("%.40s %d %s", host, os.Getpid(), rand.Text()[:10])
}

// join adds this process to the list and keeps it there.
func (p *processes) join(ctx context.Context) error {
	p.own = p.db.Server.ConnectNamed()
	if err := p.enlist(ctx); err != nil {
		return err
	}
	err := p.db.TxAlone(ctx, func(tx *sql.Tx) error {
		if _, err := p.removeDead(ctx, tx); err != nil { // dead ones of an earlier run, if this is the first process
			return err
		}
		return p.recover(ctx, tx) // they may have been removed by one that then died itself
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.WithoutCancel(ctx))
	var loops sync.WaitGroup
	loops.Go(func() { repeat(ctx, p.db.Log, p.heartbeat, "a heartbeat could not be recorded") })
	// Apart from the heartbeat, since it waits for other transactions.
	loops.Go(func() { repeat(ctx, p.db.Log, p.takeOver, "the work of a dead process could not be taken over yet") })
	p.end = func() {
		cancel()
		loops.Wait()
		p.quit(context.WithoutCancel(ctx))
	}
	return nil
}

// repeat calls a function at the interval of heartbeats until ctx ends, and logs its errors.
func repeat(ctx context.Context, log *slog.Logger, do func(context.Context) error, problem string) {
	ticker := time.NewTicker(heartbeatInterval)
	defer ticker.Stop()
	for ctx.Err() == nil {
		if err := do(ctx); err != nil && ctx.Err() == nil {
			log.Warn(problem, "err", err)
		}
		select {
		case <-ctx.Done():
		case <-ticker.C:
		}
	}
}

// enlist adds this process to the list.
func (p *processes) enlist(ctx context.Context) error {
	return database.Exec(ctx, p.own, insertProcess, p.db.Process, p.gateway)
}

// heartbeat records one heartbeat.
func (p *processes) heartbeat(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, deadAfter)
	defer cancel()
	if there, err := database.Changes(ctx, p.own, saveHeartbeat, p.db.Process, p.works.Load()); err != nil || there {
		return err
	}
	p.db.Log.Warn("the others took this process for dead, since it recorded no heartbeat for too long; its work was " +
		"taken over, and it joins again")
	return p.enlist(ctx)
}

// takeOver takes over the work of dead processes.
func (p *processes) takeOver(ctx context.Context) error {
	some, err := database.Value[bool](ctx, p.own, hasDead, deadAfter.Milliseconds(), p.db.Process, lostAfter.Milliseconds())
	if err != nil || !some {
		return err
	}
	return p.db.TxAlone(ctx, func(tx *sql.Tx) error {
		if some, err := p.removeDead(ctx, tx); err != nil || !some {
			return err
		}
		return p.recover(ctx, tx)
	})
}

// removeDead removes dead processes from the list and reports whether there were some.
func (p *processes) removeDead(ctx context.Context, tx *sql.Tx) (bool, error) {
	some, err := database.Changes(ctx, tx, deleteDead, deadAfter.Milliseconds(), p.db.Process, lostAfter.Milliseconds())
	if some {
		p.db.Log.Warn("processes are gone; the others take over their work")
	}
	return some, err
}

// leave removes the process from the list, if it is there, and waits until that is done.
func (p *processes) leave() {
	if p.end != nil {
		p.end()
		p.end = nil
	}
	if p.own != nil {
		_ = p.own.Close() // nothing is left to write
	}
}

// quit removes the process from the list, so that the others take over its work at once.
func (p *processes) quit(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, stopTimeout)
	defer cancel()
	err := p.db.TxAlone(ctx, func(tx *sql.Tx) error {
		if err := database.Exec(ctx, tx, `DELETE FROM processes WHERE id = $1`, p.db.Process); err != nil {
			return err
		}
		return p.recover(ctx, tx)
	})
	if err != nil {
		p.db.Log.Warn("the others will notice only after some seconds that this process has ended", "err", err)
	}
}

// isFirst reports whether this process is the first on the list; those that do jobs come before the others.
func (p *processes) isFirst(ctx context.Context) (bool, error) {
	first, err := database.Value[string](ctx, p.db.Read, `SELECT id FROM processes ORDER BY works DESC, id LIMIT 1`)
	return first == p.db.Process, err
}
