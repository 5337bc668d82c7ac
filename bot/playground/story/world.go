package story

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"time"

	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/wire"
)

// A world is the story's view of the running playground: its event streams, and requests to it. Streams fill it from
// goroutines of their own; whoever waits is woken by each event.
type world struct {
	script    context.Context // of the test; testscript hands no context to commands
	patience  time.Duration
	http      *http.Client
	url       string
	end       context.CancelFunc
	streaming context.Context // ended by end; streams begin at any time
	streams   sync.WaitGroup

	mu      sync.Mutex
	changed chan struct{} // closed and replaced with each event
	online  bool
	came    int // how often the bot came online
	able    bool
	names   map[wire.ID]string // of people, roles and channels, as mentions show them
	ahead   time.Duration      // of the playground's clock before the machine's
	faults  []error            // what broke Discord's description
}

func newWorld(script context.Context, patience time.Duration) *world {
	return &world{script: script, patience: patience, changed: make(chan struct{}), names: map[wire.ID]string{}}
}

// open begins to listen at a server that has just been started and waits until the bot is there. What happened while
// nobody listened is loaded and counts as new.
func (w *world) open(url string, s *Story) error {
	w.streaming, w.end = context.WithCancel(w.script)
	w.url, w.http = url, &http.Client{Transport: http.DefaultTransport.(*http.Transport).Clone()}
	w.mu.Lock()
	w.online, w.able = false, false
	w.mu.Unlock()
	if s.checker != nil {
		err := w.stream("wire", func(event string, data []byte) {
			var x playground.Exchange
			if event != "exchange" || json.Unmarshal(data, &x) != nil {
				return
			}
			if err := s.checker.Check(x); err != nil {
				w.faults = append(w.faults, err)
			}
		})
		if err != nil {
			return err
		}
	}
	for _, a := range s.people {
		if a.id == "" {
			continue
		}
		if err := w.follow(a); err != nil {
			return err
		}
	}
	var state struct {
		Bots          []botState // the one of the story is the first application's
		Commands      []wire.Command
		Now           time.Time
		People, Roles []called
	}
	if err := w.get("state", &state); err != nil {
		return err
	}
	w.mu.Lock()
	w.setNow(state.Now)
	w.call(state.People)
	w.call(state.Roles)
	if state.Bots[0].Online && !w.online {
		w.online = true
		w.came++
	}
	// Commands that are there from before the start are as good as new ones: the bot registers the same.
	w.able = w.able || len(state.Commands) > 0
	w.mu.Unlock()
	return w.wait("the bot did not connect and register commands", func() bool { return w.online && w.able })
}

// botState is whether the bot of an application is there.
type botState struct {
	ID     wire.ID
	Online bool
}

// called is a person or a role with the name by which a mention calls them.
type called struct {
	ID   wire.ID
	Name string
}

func (w *world) call(list []called) {
	for _, c := range list {
		w.names[c.ID] = "@" + c.Name
	}
}

// follow listens to what a person gets to know, after what happened while nobody listened.
func (w *world) follow(a *actor) error {
	if err := w.stream("events?person="+string(a.id), func(event string,
		data []byte) {
		w.hear(a, event, data)
	}); err != nil {
		return err
	}
	return a.catchUp()
}

// hear takes in one event of a person's stream. The lock is held.
func (w *world) hear(a *actor, event string, data []byte) {
	switch event {
	case "bot":
		var b botState
		if json.Unmarshal(data, &b) == nil && b.ID == playground.ApplicationID && a.name == "red" {
			if b.Online && !w.online {
				w.came++
			}
			w.online = b.Online
		}
	case "commands":
		w.able = true
	case "people", "roles":
		var all struct{ People, Roles []called }
		if json.Unmarshal(data, &all) == nil {
			w.call(all.People)
			w.call(all.Roles)
		}
	case "clock":
		var c struct{ Now time.Time }
		if json.Unmarshal(data, &c) == nil {
			w.setNow(c.Now)
		}
	default:
		a.hear(event, data)
	}
}

// close stops listening.
func (w *world) close() {
	if w.end != nil {
		w.end()
		w.streams.Wait()
		w.http.CloseIdleConnections()
		w.end = nil
	}
}

// stream opens an event stream and waits for its "hello": nothing is missed from then on. take is called with the lock
// held.
func (w *world) stream(path string, take func(event string, data []byte)) error {
	req, err := http.NewRequestWithContext(w.streaming, http.MethodGet, w.url+"/playground/"+path, nil)
	if err != nil {
		return err
	}
	res, err := w.http.Do(req)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		defer res.Body.Close()
		return fmt.Errorf("the stream %s answers %s", path, res.Status)
	}
	alive := make(chan struct{})
	w.streams.Go(func() {
		defer res.Body.Close()
		var once sync.Once
		for event, data := range playground.Events(res.Body) { // until the server is gone, or the story is over
			if event == "hello" {
				once.Do(func() { close(alive) })
				continue
			}
			w.mu.Lock()
			take(event, data)
			close(w.changed)
			w.changed = make(chan struct{})
			w.mu.Unlock()
		}
	})
	select {
	case <-alive:
		return nil
	case <-time.After(w.patience):
		return fmt.Errorf("the stream %s does not begin", path)
	}
}

// wait returns once the condition holds, which is asked with the lock held after each event.
func (w *world) wait(otherwise string, holds func() bool) error {
	deadline := time.NewTimer(w.patience)
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

func (w *world) arrivals() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.came
}

// wireFaults are the requests since the last call that Discord's description does not allow.
func (w *world) wireFaults() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	err := errors.Join(w.faults...)
	w.faults = nil
	return err
}

// refusal is an act that the playground did not take.
type refusal struct {
	words  string
	status int // of HTTP
}

func (r *refusal) Error() string { return r.words }

func (w *world) get(path string, into any) error { return w.post(http.MethodGet, path, nil, into) }

// post asks the page's API with a body of JSON; a 4xx answer is a *refusal with its words.
func (w *world) post(method, path string, body, into any) error {
	var data []byte
	if body != nil {
		var err error
		if data, err = json.Marshal(body); err != nil {
			return err
		}
	}
	// A bot may lose its connection once more just after it came back: people then wait for it, as they would in front of
	// the screen.
	for {
		came := w.arrivals()
		err := w.send(method, path, "application/json", data, into)
		if refused, ok := errors.AsType[*refusal](err); !ok || refused.status != http.StatusServiceUnavailable {
			return err
		}
		if w.wait("", func() bool { return w.came > came && w.online }) != nil {
			return err
		}
	}
}

// send asks the page's API with any body.
func (w *world) send(method, path, kind string, body []byte, into any) error {
	if w.end == nil {
		return errors.New("the bot does not run: bot start comes first")
	}
	ctx, cancel := context.WithTimeout(w.script, w.patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, method, w.url+"/playground/"+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	req.Header.Set("Content-Type", kind)
	res, err := w.http.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	answer, err := io.ReadAll(res.Body)
	if err != nil {
		return err
	}
	if res.StatusCode != http.StatusOK {
		var e struct{ Error string }
		if json.Unmarshal(answer, &e) != nil || e.Error == "" {
			e.Error = string(answer)
		}
		return &refusal{e.Error, res.StatusCode}
	}
	if into == nil {
		return nil
	}
	return json.Unmarshal(answer, into)
}

// file fetches an attachment.
func (w *world) file(path string) ([]byte, error) {
	ctx, cancel := context.WithTimeout(w.script, w.patience)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, w.url+path, nil)
	if err != nil {
		return nil, err
	}
	res, err := w.http.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if res.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("%s answers %s", path, res.Status)
	}
	return io.ReadAll(res.Body)
}
