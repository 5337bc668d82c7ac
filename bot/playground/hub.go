package playground

import (
	"encoding/json"
	"fmt"
	"sync"

	"xiangqibot/bot/playground/wire"
)

// A hub hands what happens to the pages that listen. It has a lock of its own; while holding it, it asks filters only.
type hub struct {
	mu     sync.Mutex
	subs   map[*listener]bool
	closed bool
}

// A listener is one open event stream: of a person, or of the wire when person is empty.
type listener struct {
	person wire.ID
	events chan []byte   // full: the reader is too slow
	gone   chan struct{} // closed when the hub lets the listener go
}

// backlog is how many events a slow page may be behind before it is cut off; it then comes back and loads everything.
const backlog = 1024

func newHub() *hub { return &hub{subs: map[*listener]bool{}} }

// only lets nobody but one person hear.
func only(p wire.ID) func(wire.ID) bool { return func(q wire.ID) bool { return p == q } }

// all lets every person hear.
func all(wire.ID) bool { return true }

// onWire lets only those hear it that watch the wire.
func onWire(p wire.ID) bool { return p == "" }

// publish sends an event to the listeners of the people for whom the filter is true. It does not wait for anybody.
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

// listening is how many streams of a person are open.
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
