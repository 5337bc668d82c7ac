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

// A core is what all parts of the simulated Discord share: the time, the ids, the disk, and the two ways out, to bots
// (the gateway) and to pages (the hub).
//
// Its lock, the state lock, guards the guild, what its bots may do, the channels, the messages, the commands, the
// interactions and the database: whoever calls one of their methods holds it. It is held for short work in memory and
// for writing rows, never while waiting for a bot, a page or a request's body. Clock, ids, gateway, hub, files, faults
// and rate limits have locks of their own, are called with the state lock held or without, and never take it. Alarms of
// the clock run without any lock.
type core struct {
	clock   *Clock
	ids     wire.Snowflakes
	gateway *gateway.Gateway
	hub     *hub

	lock   sync.Mutex // the state lock
	db     *database  // nil: nothing outlives the process
	closed bool       // alarms that ring later do nothing

	faults faults
	settle atomic.Pointer[func(context.Context)] // see Server.Settle
}

func (c *core) now() time.Time { return c.clock.Now() }

func (c *core) newID() wire.ID { return c.ids.Next(c.now()) }

// settingAhead is the setting that says how far the clock was moved forward.
const settingAhead = "clock_ahead"

// settling is how long the bot may take to finish its answers and jobs before the clock is moved.
const settling = 10 * time.Second

// leap is advance for the page. The bot finishes its answers and the jobs in progress first: to a clock that has moved on
// meanwhile, they would be late by as much.
func (c *core) leap(ctx context.Context, d time.Duration) {
	if settle := c.settle.Load(); settle != nil {
		ctx, cancel := context.WithTimeout(ctx, settling)
		defer cancel()
		(*settle)(ctx)
	}
	c.advance(d)
}

// advance moves the clock forward, after all that was to happen by then, and remembers that it did. It takes the state
// lock itself.
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

// stop makes sure that no alarm does anything from now on.
func (c *core) stop(parts ...func()) {
	c.lock.Lock()
	defer c.lock.Unlock()
	c.closed = true
	for _, stop := range parts {
		stop()
	}
}

// load moves the clock to where the process before left it.
func (c *core) load() error {
	ahead := time.Duration(0)
	err := c.db.setting(settingAhead, &ahead)
	c.clock.Advance(ahead - c.clock.Ahead())
	return err
}

// raw is a value as JSON.
func raw(v any) json.RawMessage {
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
