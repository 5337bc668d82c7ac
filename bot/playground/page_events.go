package playground

import (
	"bufio"
	"io"
	"iter"
	"net/http"
	"strings"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Events reads an event stream, such as /playground/events: the name and the JSON data of each event, until the stream
// ends.
func Events(stream io.Reader) iter.Seq2[string, []byte] {
	return func(yield func(string, []byte) bool) {
		lines := bufio.NewReaderSize(stream, 1<<16)
		for event := ""; ; {
			line, err := lines.ReadString('\n')
			if err != nil {
				return
			}
			line = strings.TrimSuffix(line, "\n")
			if name, ok := strings.CutPrefix(line, "event: "); ok {
				event = name
			} else if data, ok := strings.CutPrefix(line, "data: "); ok && !yield(event, []byte(data)) {
				return
			}
		}
	}
}

// serveEvents streams the events for a person.
func (p *page) serveEvents(w http.ResponseWriter, r *http.Request) {
	p.core.lock.Lock()
	who, err := p.personOf(r)
	p.core.lock.Unlock()
	if err != nil {
		writeFailure(w, err)
		return
	}
	p.stream(w, r, who.ID, sseFrame("hello", map[string]any{"person": who.ID, "now": wire.At(p.core.now())}))
}

// serveWire streams the REST exchanges of all bots.
func (p *page) serveWire(w http.ResponseWriter, r *http.Request) {
	p.stream(w, r, "", sseFrame("hello", map[string]any{"now": wire.At(p.core.now())}))
}

func (p *page) stream(w http.ResponseWriter, r *http.Request, person wire.ID, hello []byte) {
	l := p.core.hub.listen(person)
	defer p.core.hub.leave(l)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store")
	h.Set("X-Accel-Buffering", "no")
	out := http.NewResponseController(w)
	send := func(frame []byte) bool {
		_, err := w.Write(frame)
		return err == nil && out.Flush() == nil
	}
	if !send(hello) {
		return
	}
	breath := time.NewTicker(20 * time.Second) // keep-alive, to detect dead connections
	defer breath.Stop()
	for {
		select {
		case frame := <-l.events:
			if !send(frame) {
				return
			}
		case <-breath.C:
			if !send([]byte(": still here\n\n")) {
				return
			}
		case <-l.gone:
			return
		case <-r.Context().Done():
			return
		}
	}
}
