package playground

import (
	"fmt"
	"sync"

	"xiangqibot/bot/playground/wire"
)

// A hub distributes events to listening pages. It has its own lock and, while holding it, calls only filters.
type hub struct {
	mu        sync.Mutex
	listeners map[*listener]bool
	closed    bool
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

func newHub() *hub { return &hub{listeners: map[*listener]bool{}} }

// only returns a filter for one person.
func only(p wire.ID) func(wire.ID) bool { return func(q wire.ID) bool { return p == q } }

// all is the filter for every person.
func all(wire.ID) bool { return true }

// publish sends an event to the listeners for whom the filter is true, an exchange only to those of exchanges. It never
// blocks.
func (h *hub) publish(filter func(wire.ID) bool, event string, v any) {
	h.mu.Lock()
	defer h.mu.Unlock()
	var frame []byte
	for l := range h.listeners {
		if (l.person == "") != (event == "exchange") || !filter(l.person) {
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
	h.listeners[l] = true
	return l
}

// listening returns the number of open streams of a person.
func (h *hub) listening(p wire.ID) int {
	h.mu.Lock()
	defer h.mu.Unlock()
	n := 0
	for l := range h.listeners {
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
	if h.listeners[l] {
		delete(h.listeners, l)
		close(l.gone)
	}
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for l := range h.listeners {
		h.drop(l)
	}
}
