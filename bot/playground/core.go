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
	status int
	words  string
}

func (f *failure) Error() string { return f.words }

func fail(status int, format string, args ...any) error {
	return &failure{status, fmt.Sprintf(format, args...)}
}

// A hub distributes events to listening pages. It has its own lock and, while holding it, calls only filters.
type hub struct {
	mu     sync.Mutex
	subs   map[*listener]bool
	closed bool
}

// A listener is an open event stream: of a person, or of exchanges if person is empty.
type listener struct {
	person wire.ID
	events chan []byte   // full: the reader is too slow
	gone   chan struct{} // closed when the hub drops the listener
}

// backlog is how many events a slow page may lag behind before it is dropped; it then reconnects and reloads
// everything.
const backlog = 1024

func newHub() *hub { return &hub{subs: map[*listener]bool{}} }

// only returns a filter for one person.
func only(p wire.ID) func(wire.ID) bool { return func(q wire.ID) bool { return p == q } }

// all is the filter for every person.
func all(wire.ID) bool { return true }

// publish sends an event to the listeners for whom the filter is true, an exchange only to those of exchanges. It never
// blocks.
func (h *hub) publish(may func(wire.ID) bool, event string, v any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var frame []byte
	for l := range h.subs {
		if (l.person == "") != (event == "exchange") || !may(l.person) {
			continue
		}
		if frame == nil {
			frame = sseFrame(event, v)
		}
		select {
		case l.events <- frame:
		default:
			h.drop(l)
		}
	}
}

func sseFrame(event string, v any) []byte {
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", event, wire.JSON(v))
}

func (h *hub) listen(p wire.ID) *listener {
	h.mu.Lock()
	defer h.mu.Unlock()
	l := &listener{person: p, events: make(chan []byte, backlog), gone: make(chan struct{})}
	if h.closed {
		close(l.gone)
		return l
	}
	h.subs[l] = true
	return l
}

// listening returns the number of open streams of a person.
func (h *hub) listening(p wire.ID) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for l := range h.subs {
		if l.person == p {
			n++
		}
	}
	return n
}

func (h *hub) leave(l *listener) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.drop(l)
}

func (h *hub) drop(l *listener) {
	if h.subs[l] {
		delete(h.subs, l)
		close(l.gone)
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for l := range h.subs {
		h.drop(l)
	}
}
