package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine/board"
)

const (
	// heartbeatEvery keeps a stream alive: proxies close connections that are silent for longer.
	heartbeatEvery = 15 * time.Second
	// writeTimeout is how long a reader may take for what is written; a slower one is dropped.
	writeTimeout = 10 * time.Second
	// pollTimeout is how long a poll waits for news.
	pollTimeout = 25 * time.Second
)

// message is a state as it is sent to a page, with its version and the time.
func (s *state) message(v visit, now time.Time) []byte {
	return fmt.Appendf(nil, `{"now":%d,"version":"%s","state":%s}`, now.UnixMilli(), s.version(), s.body(v.viewer))
}

// version identifies a state. It has the time in it, since each room of each process numbers its states from 1.
func (s *state) version() string {
	return strconv.FormatInt(s.at.UnixNano(), 36) + "." + strconv.Itoa(s.number)
}

// visibleTo reports whether a visit may still see the state.
func (s *state) visibleTo(v visit, now time.Time) bool {
	return s.game != nil && now.Unix() < v.Until && v.sees(s.game)
}

// goneText says why a visit can no longer see its game.
func (p *Pages) goneText(v visit, now time.Time) string {
	if now.Unix() >= v.Until {
		return v.viewer.Say("live.used")
	}
	return v.viewer.Say("live.gone")
}

// follow serves a request in the room of its game. It answers one that is for something else, or not let in.
func (p *Pages) follow(
	serve func(w http.ResponseWriter, r *http.Request, rm *room, s *subscriber, look view.LiveLook),
) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, ok := p.enter(w, r)
		if !ok {
			return
		}
		if v.game == nil {
			p.serveSnapshot(w, r, v)
			return
		}
		// The server's deadline is for reading a request; a stream stays open.
		err := http.NewResponseController(w).SetReadDeadline(time.Time{})
		if err != nil {
			p.fail(w, err)
			return
		}
		look := gameview.LookOf(v.game, v.viewer)
		rm, s, err := p.rooms.join(r.Context(), v)
		if err != nil {
			p.fail(w, err)
			return
		}
		defer p.rooms.leave(rm, s)
		serve(w, r, rm, s, look)
	}
}

// serveSnapshot answers with what changes only by the visitor's own acts: a record, or a puzzle.
func (p *Pages) serveSnapshot(w http.ResponseWriter, r *http.Request, v visit) {
	if v.replay != nil {
		live, look := recordview.LiveReplayOf(v.replay, v.viewer)
		reply(w, http.StatusOK, p.snapshot(live, look))
		return
	}
	live, err := p.live.Puzzle(r.Context(), v.act(), v.viewer, view.TryShow+"-"+v.Puzzle+"-", "")
	if err != nil {
		p.refuse(r.Context(), w, v, nil, http.StatusForbidden, err)
		return
	}
	reply(w, http.StatusOK, p.snapshot(live, view.LiveLookOf("", board.Red, v.viewer)))
}

// snapshot is a state that is sent once and not streamed. A page that was just opened also gets its look; in the answer
// to an act, look is nil.
func (p *Pages) snapshot(live *view.Live, look any) map[string]any {
	return map[string]any{"message": map[string]any{"state": live, "now": p.rooms.now().UnixMilli()}, "look": look}
}

// stream sends the current state of a game and every change of it, as server-sent events: "state", "beat" when nothing
// else happens, and "gone" at the end. A reader who is slow gets the newest state and none of those before.
func (p *Pages) stream(w http.ResponseWriter, r *http.Request, rm *room, s *subscriber, look view.LiveLook) {
	v, control := s.visit, http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would buffer events
	send := func(event string, data []byte) bool {
		if control.SetWriteDeadline(time.Now().Add(writeTimeout)) != nil {
			return false
		}
		//nolint:gosec // JSON, in a stream that no browser takes for a page
		if _, err := fmt.Fprintf(w, "event: %s\ndata: %s\n\n", event, data); err != nil {
			return false
		}
		return control.Flush() == nil
	}
	if !send("look", mustJSON(look)) {
		return
	}
	p.rooms.arrived(rm, s)
	beat := time.NewTicker(heartbeatEvery)
	defer beat.Stop()
	shown, next := rm.current()
	for {
		now := p.rooms.now()
		if !shown.visibleTo(v, now) {
			send("gone", mustJSON(map[string]string{"text": p.goneText(v, now)}))
			return
		}
		if !send("state", shown.message(v, now)) {
			return
		}
		for waiting := true; waiting; {
			select {
			case <-next:
				waiting = false
			case <-beat.C:
				if !send("beat", fmt.Appendf(nil, `{"now":%d}`, p.rooms.now().UnixMilli())) {
					return
				}
			case <-s.evicted:
				return
			case <-r.Context().Done():
				return
			}
		}
		shown, next = rm.current()
	}
}

// poll answers with the current state of a game, or if its version is ?after, waits for the next one. It is for pages
// whose proxy holds streams back.
func (p *Pages) poll(w http.ResponseWriter, r *http.Request, rm *room, s *subscriber, look view.LiveLook) {
	v := s.visit
	p.rooms.arrived(rm, s)
	timeout := time.NewTimer(pollTimeout)
	defer timeout.Stop()
	shown, next := rm.current()
	after := r.URL.Query().Get("after")
	for waiting := true; waiting && (shown.number == 0 || shown.version() == after); {
		select {
		case <-next:
			shown, next = rm.current()
		case <-timeout.C:
			waiting = false
		case <-s.evicted:
			waiting = false
		case <-r.Context().Done():
			return
		}
	}
	now := p.rooms.now()
	if !shown.visibleTo(v, now) {
		replyText(w, http.StatusForbidden, p.goneText(v, now))
		return
	}
	reply(w, http.StatusOK, map[string]any{
		"look": look, "message": json.RawMessage(shown.message(v, now)),
	})
}
