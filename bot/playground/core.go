package playground

import (
	"context"
	"crypto/rand"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"xiangqibot/bot/playground/gateway"
	"xiangqibot/bot/playground/simclock"
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
	clock   *simclock.Clock
	ids     wire.Snowflakes
	gateway *gateway.Gateway
	hub     *hub

	lock   sync.Mutex // the state lock
	db     *database  // nil: nothing outlives the process
	closed bool       // later alarms do nothing

	faults gateway.Faults
	settle atomic.Pointer[func(context.Context)] // see Server.SetSettle
}

func (c *core) now() time.Time { return c.clock.Now() }

func (c *core) newID() wire.ID { return c.ids.Next(c.now()) }

// newToken creates an interaction token, which is long like Discord's. It begins with the id of the interaction.
func newToken(id wire.ID) string {
	return string(id) + "." + rand.Text() + rand.Text() + rand.Text() + rand.Text()
}

// settingAhead is the only setting: how far the clock was advanced.
const settingAhead = "clock_ahead"

// settleTimeout is how long the bot may take to finish its answers and jobs before the clock is advanced.
const settleTimeout = time.Minute

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
	c.db.save("settings (name, body)", c.clock.Ahead(), settingAhead)
	c.hub.publish(all, "clock", map[string]any{"now": wire.Time(c.now())})
}

// load advances the clock to where the previous process left it.
func (c *core) load() error {
	return eachOf(c.db, "settings", func(ahead *time.Duration) { c.clock.Advance(*ahead - c.clock.Ahead()) })
}

// Discord's errors that several routes use.
var (
	unknownChannel     = wire.NewError(404, 10003, "Unknown Channel")
	unknownMessage     = wire.NewError(404, 10008, "Unknown Message")
	unknownInteraction = wire.NewError(404, 10062, "Unknown interaction")
	unknownWebhook     = wire.NewError(404, 10015, "Unknown Webhook")
	invalidToken       = wire.NewError(401, 50027, "Invalid Webhook Token")
	alreadyAnswered    = wire.NewError(400, 40060, "Interaction has already been acknowledged.")
	missingAccess      = wire.NewError(403, 50001, "Missing Access")
	noPermission       = wire.NewError(403, 50013, "Missing Permissions")
	wrongChannelType   = wire.NewError(400, 50024, "Cannot execute action on this channel type")
	threadArchived     = wire.NewError(400, 50083, "Thread is archived")
)

// A failure is an error for a person: an HTTP status and a message that says how to correct it.
type failure struct {
	status  int
	message string
}

func (f *failure) Error() string { return f.message }

func fail(status int, format string, args ...any) error {
	return &failure{status, fmt.Sprintf(format, args...)}
}
