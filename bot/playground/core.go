package playground

import (
	"context"
	"encoding/json"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/wire"
)

// A core is what all parts of the simulated Discord share: the clock, the ids, the database, and the outputs to bots
// (the gateway) and to pages (the hub).
//
// Its lock, the state lock, guards the guild, the bots' permissions, the channels, the messages, the commands, the
// interactions and the database: their methods are called with it held. It is held for short work in memory and for
// writing rows, never while waiting for a bot, a page or a request's body. Clock, ids, gateway, hub, files, faults and
// rate limits have their own locks, may be called with or without the state lock, and never take it. Alarms of the
// clock run without any lock.
type core struct {
	clock   *Clock
	ids     wire.Snowflakes
	gateway *gateway.Gateway
	hub     *hub

	lock   sync.Mutex // the state lock
	db     *database  // nil: nothing outlives the process
	closed bool       // later alarms do nothing

	faults faults
	settle atomic.Pointer[func(context.Context)] // see Server.SetSettle
}

func (c *core) now() time.Time { return c.clock.Now() }

func (c *core) newID() wire.ID { return c.ids.Next(c.now()) }

// settingAhead is the setting that stores how far the clock was advanced.
const settingAhead = "clock_ahead"

// settleTimeout is how long the bot may take to finish its answers and jobs before the clock is advanced.
const settleTimeout = 10 * time.Second

// settleAndAdvance is advance for the page. It first lets the bot finish its answers and the jobs in progress, which
// would otherwise be late by as much as the clock advances.
func (c *core) settleAndAdvance(ctx context.Context, d time.Duration) {
	if settle := c.settle.Load(); settle != nil {
		ctx, cancel := context.WithTimeout(ctx, settleTimeout)
		defer cancel()
		(*settle)(ctx)
	}
	c.advance(d)
}

// advance advances the clock, runs what falls due, and saves the offset. It takes the state lock itself.
func (c *core) advance(d time.Duration) {
	c.clock.Advance(d)
	c.lock.Lock()
	defer c.lock.Unlock()
	if c.closed {
		return
	}
	c.db.saveSetting(settingAhead, c.clock.Ahead())
	c.hub.publish(all, "clock", map[string]any{"now": wire.At(c.now())})
}

// stop disables all alarms.
func (c *core) stop(parts ...func()) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.closed = true
	for _, stop := range parts {
		stop()
	}
}

// load advances the clock to where the previous process left it.
func (c *core) load() error {
	ahead := time.Duration(0)
	err := c.db.setting(settingAhead, &ahead)
	c.clock.Advance(ahead - c.clock.Ahead())
	return err
}

// toJSON returns a value as JSON.
func toJSON(v any) json.RawMessage {
	b, err := json.Marshal(v)
	if err != nil {
		return json.RawMessage("null")
	}
	return b
}

func deref[T any](p *T) T {
	if p == nil {
		var zero T
		return zero
	}
	return *p
}
