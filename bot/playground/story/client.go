package story

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"sync"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// timeout is that of every wait. A review has a low priority: on a busy machine it waits for everything else.
const timeout = 3 * time.Minute

// A client is the story's connection to the running playground: its event streams, and requests to it. Each stream has
// its own goroutine; every event wakes the waits.
type client struct {
	script    context.Context // of the test; testscript passes no context to commands
	page      *playground.PageClient
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
func (w *client) open(url string) {
	w.streaming, w.end = context.WithCancel(w.script)
	w.page = &playground.PageClient{
		URL: url, HTTP: &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()},
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.online, w.hasCommands = false, false
}

// awaitBot loads the state of the server and waits until the bot is connected and has registered commands.
func (w *client) awaitBot() error {
	var state struct {
		Bot           struct{ Online bool }
		Commands      []wire.Command
		Now           time.Time
		People, Roles []named
	}
	if err := w.get("state", &state); err != nil {
		return err
	}
	w.mu.Lock()
	w.clockOffset = time.Until(state.Now)
	w.setNames(state.People)
	w.setNames(state.Roles)
	w.setOnline(w.online || state.Bot.Online)
	// Commands from before the start are as good as new ones: the bot registers the same.
	w.hasCommands = w.hasCommands || len(state.Commands) > 0
	w.mu.Unlock()
	ready := func() bool { return w.online && w.hasCommands }
	if err := w.wait("the bot did not connect and register commands", ready); err != nil {
		return err
	}
	// The bot learns the ids of its commands a little later than Discord: until then its messages do not mention them.
	// The clock moves when the bot is idle.
	return w.call("POST", "clock", map[string]any{"advance": "1ns"}, nil)
}

// close closes the streams.
func (w *client) close() {
	if w.end != nil {
		w.end()
		w.streams.Wait()
		w.page.HTTP.CloseIdleConnections()
		w.end = nil
	}
}

// named is a person or a role with the name that mentions show; a person has roles.
type named struct {
	ID    wire.ID
	Name  string
	Roles []wire.ID
}

func (w *client) setNames(list []named) {
	for _, c := range list {
		w.names[c.ID], w.roles[c.ID] = "@"+c.Name, c.Roles
	}
}

// setOnline records whether the bot is connected. The lock is held.
func (w *client) setOnline(online bool) {
	if online && !w.online {
		w.connects++
	}
	w.online = online
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
func (w *client) receive(event string, data []byte) {
	switch event {
	case "commands":
		w.hasCommands = true
	case "people", "roles":
		now := decode[happened](data)
		w.setNames(now.People)
		w.setNames(now.Roles)
	case "clock":
		w.clockOffset = time.Until(decode[happened](data).Now)
	}
}

// stream opens an event stream. take is called with the lock held.
func (w *client) stream(path string, take func(event string, data []byte)) error {
	events, err := w.page.Follow(w.streaming, path)
	if err != nil {
		return err
	}
	w.streams.Go(func() {
		for event, data := range events { // until the server is gone, or the story is over
			w.mu.Lock()
			take(event, data)
			close(w.changed)
			w.changed = make(chan struct{})
			w.mu.Unlock()
		}
	})
	return nil
}

// wait waits until the condition holds, which is evaluated with the lock held after each event. At the timeout it
// returns an error with the text otherwise.
func (w *client) wait(otherwise string, holds func() bool) error {
	deadline := time.NewTimer(timeout)
	defer deadline.Stop()
	for {
		w.mu.Lock()
		ok, changed := holds(), w.changed
		w.mu.Unlock()
		if ok {
			return nil
		}
		select {
		case <-changed:
		case <-deadline.C:
			return errors.New(otherwise)
		}
	}
}

func (w *client) connectCount() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.connects
}

// wireFaults returns the violations of Discord's description since the last call, and the public replies to messages
// that only one person sees.
func (w *client) wireFaults() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := errors.Join(w.faults...)
	w.faults = nil
	return err
}

var errNotRunning = errors.New("the bot is not running: use bot start first")

func (w *client) get(path string, into any) error { return w.call(http.MethodGet, path, nil, into) }

// call sends a request with a JSON body to the page's API; the error of a refused request is a
// *playground.RefusedError.
func (w *client) call(method, path string, body, into any) error {
	if w.end == nil {
		return errNotRunning
	}
	// A bot may lose its connection again just after it came back. The person then waits for it, as a real one would.
	for {
		came := w.connectCount()
		ctx, cancel := context.WithTimeout(w.script, timeout)
		err := w.page.Call(ctx, method, path, body, into)
		cancel()
		if refused, ok := errors.AsType[*playground.RefusedError](err); !ok || refused.Status != http.StatusServiceUnavailable {
			return err
		}
		if w.wait("", func() bool { return w.connects > came && w.online }) != nil {
			return err
		}
	}
}

// send sends a request with any body to a path of the page and returns the response.
func (w *client) send(method, path, contentType string, body []byte) ([]byte, error) {
	if w.end == nil {
		return nil, errNotRunning
	}
	ctx, cancel := context.WithTimeout(w.script, timeout)
	defer cancel()
	return w.page.Send(ctx, method, path, contentType, body)
}
