package playground

import (
	"encoding/json"
	"fmt"
	"sync"

	"xiangqibot/bot/playground/wire"
)

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

// onWire is the filter for the listeners of exchanges.
func onWire(p wire.ID) bool { return p == "" }

// publish sends an event to the listeners for whom the filter is true. It never blocks.
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
	data, err := json.Marshal(v)
	if err != nil {
		data, _ = json.Marshal(map[string]string{"error": err.Error()})
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", event, data)
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
