package story

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"xiangqibot/bot/playground/pageapi"
	"xiangqibot/bot/playground/wire"
)

// timeout is that of every wait. A review has a low priority: on a busy machine it waits for everything else.
const timeout = 3 * time.Minute

// A client is the story's connection to the running playground: its event streams, and requests to it. Each stream has
// its own goroutine; every event wakes the waits.
type client struct {
	script    context.Context // of the test; testscript passes no context to commands
	page      *pageapi.Client
	end       context.CancelFunc
	streaming context.Context // of the streams; cancelled by end
	streams   sync.WaitGroup

	mu          sync.Mutex
	changed     chan struct{} // closed and replaced at each event
	online      bool
	connects    int // how often the bot came online
	hasCommands bool
	names       map[wire.ID]string    // of people, roles and channels, as in mentions
	roles       map[wire.ID][]wire.ID // of people
	clockOffset time.Duration         // how far the playground's clock is ahead of the system clock
	faults      []error               // violations of Discord's description
}

func newClient(script context.Context) *client {
	return &client{script: script, changed: make(chan struct{}), names: map[wire.ID]string{}, roles: map[wire.ID][]wire.ID{}}
}

// open prepares for a server that has just started.
func (c *client) open(url string) {
	c.streaming, c.end = context.WithCancel(c.script)
	c.page = &pageapi.Client{
		URL: url, HTTP: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.online, c.hasCommands = false, false
}

// awaitBot loads the state of the server and waits until the bot is connected and has registered commands.
func (c *client) awaitBot() error {
	var state struct {
		Bot           struct{ Online bool }
		Commands      []wire.Command
		Now           time.Time
		People, Roles []named
	}
	if err := c.get("state", &state); err != nil {
		return err
	}
	c.mu.Lock()
	c.clockOffset = time.Until(state.Now)
	c.setNames(state.People)
	c.setNames(state.Roles)
	c.setOnline(c.online || state.Bot.Online)
	// Commands from before the start are as good as new ones: the bot registers the same.
	c.hasCommands = c.hasCommands || len(state.Commands) > 0
	c.mu.Unlock()
	ready := func() bool { return c.online && c.hasCommands }
	if err := c.wait("the bot did not connect and register commands", ready); err != nil {
		return err
	}
	// The bot learns the ids of its commands a little later than Discord: until then its messages do not mention them.
	// The clock moves when the bot is idle.
	return c.call("POST", "clock", map[string]any{"advance": "1ns"}, nil)
}

// close closes the streams.
func (c *client) close() {
	if c.end != nil {
		c.end()
		c.streams.Wait()
		c.page.HTTP.CloseIdleConnections()
		c.end = nil
	}
}

// named is a person or a role with the name that mentions show; a person has roles.
type named struct {
	ID    wire.ID
	Name  string
	Roles []wire.ID
}

func (c *client) setNames(list []named) {
	for _, n := range list {
		c.names[n.ID], c.roles[n.ID] = "@"+n.Name, n.Roles
	}
}

// setOnline records whether the bot is connected. The lock is held.
func (c *client) setOnline(online bool) {
	if online && !c.online {
		c.connects++
	}
	c.online = online
}

// happened is the data of an event; each has some of the fields.
type happened struct {
	ID, Interaction wire.ID
	Message         string
	Online          bool
	People, Roles   []named
	Now             time.Time
}

// decode decodes the data of an event.
func decode[T any](data []byte) (v T) {
	if err := json.Unmarshal(data, &v); err != nil {
		panic(err) // the playground made it
	}
	return v
}

// receive handles an event that each person's stream has. The lock is held.
func (c *client) receive(event string, data []byte) {
	switch event {
	case "commands":
		c.hasCommands = true
	case "people", "roles":
		now := decode[happened](data)
		c.setNames(now.People)
		c.setNames(now.Roles)
	case "clock":
		c.clockOffset = time.Until(decode[happened](data).Now)
	}
}

// stream opens an event stream. take is called with the lock held.
func (c *client) stream(path string, take func(event string, data []byte)) error {
	events, err := c.page.Follow(c.streaming, path)
	if err != nil {
		return err
	}
	c.streams.Go(func() {
		for event, data := range events { // until the server is gone, or the story is over
			c.mu.Lock()
			take(event, data)
			close(c.changed)
			c.changed = make(chan struct{})
			c.mu.Unlock()
		}
	})
	return nil
}

// wait waits until the condition holds, which is evaluated with the lock held after each event. At the timeout it
// returns an error with the text failure.
func (c *client) wait(failure string, holds func() bool) error {
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	for {
		c.mu.Lock()
		ok, changed := holds(), c.changed
		c.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-deadline.C:
			return errors.New(failure)
		}
	}
}

func (c *client) connectCount() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.connects
}

// wireFaults returns the violations of Discord's description since the last call, and the public replies to messages
// that only one person sees.
func (c *client) wireFaults() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	err := errors.Join(c.faults...)
	c.faults = nil
	return err
}

var errNotRunning = errors.New("the bot is not running: use bot start first")

func (c *client) get(path string, into any) error { return c.call(http.MethodGet, path, nil, into) }

// call sends a request with a JSON body to the page's API; the error of a refused request is a
// *pageapi.RefusedError.
func (c *client) call(method, path string, body, into any) error {
	if c.end == nil {
		return errNotRunning
	}
	// A bot may lose its connection again just after it came back. The person then waits for it, as a real one would.
	for {
		came := c.connectCount()
		ctx, cancel := context.WithTimeout(c.script, timeout)
		err := c.page.Call(ctx, method, path, body, into)
		cancel()
		if refused, ok := errors.AsType[*pageapi.RefusedError](err); !ok || refused.Status != http.StatusServiceUnavailable {
			return err
		}
		if c.wait("", func() bool { return c.connects > came && c.online }) != nil {
			return err
		}
	}
}

// send sends a request with any body to a path of the page and returns the response.
func (c *client) send(method, path, contentType string, body []byte) ([]byte, error) {
	if c.end == nil {
		return nil, errNotRunning
	}
	ctx, cancel := context.WithTimeout(c.script, timeout)
	defer cancel()
	return c.page.Send(ctx, method, path, contentType, body)
}
