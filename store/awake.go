package store

import (
	"context"
	"database/sql"
	"fmt"
	"sync"
	"sync/atomic"
	"time"
)

// A process that is alive may be away as well: the lid of a laptop was closed, a virtual machine paused, a container
// frozen. It does not notice, but the machine's clock has gone on. So whoever looks for due jobs notes by that clock
// when it last did, ten times a second; a gap of more than longAway is an absence.
//
// The clock that the database was given does not tell. In a playground it jumps over days, and who did not move in
// those loses. Nor does the process's own time: it goes on in a stopped process and stands still in a machine that
// sleeps. A machine's clock that was set forward looks like an absence too: the clocks of games are put right by it, as
// nobody has had that time.
type awake struct {
	machine func() time.Time
	seen    atomic.Int64 // when somebody last looked, in milliseconds; 0: nobody works
	mu      sync.Mutex   // one absence is taken off once
}

// away is how long nobody has looked, if that is an absence, and otherwise 0.
func (a *awake) away() time.Duration {
	seen := a.seen.Load()
	if gap := time.Duration(a.machine().UnixMilli()-seen) * time.Millisecond; seen != 0 && gap > longAway {
		return gap
	}
	return 0
}

// look notes that somebody looks for due jobs now.
func (a *awake) look() { a.seen.Store(a.machine().UnixMilli()) }

// wake takes an absence that is over off every running clock. It comes before anything that would find a clock run down
// in it.
func (db *DB) wake(ctx context.Context) error {
	if db.awake.away() == 0 {
		return nil
	}
	db.awake.mu.Lock()
	defer db.awake.mu.Unlock()
	gap := db.awake.away()
	if gap == 0 {
		return nil // somebody else has done it
	}
	now := fromMillis(db.now())
	err := db.tx(ctx, func(tx *sql.Tx) error {
		if err := db.excuseAll(ctx, tx, now.Add(-gap), now); err != nil {
			return err
		}
		return noteBeat(ctx, tx, now)
	})
	if err != nil {
		return fmt.Errorf("take an absence of %v off the clocks: %w", gap.Round(time.Second), err)
	}
	db.awake.look()
	return nil
}
