package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

const (
	// beatEvery is how often a stream says that it lives: proxies cut what is silent for longer.
	beatEvery = 15 * time.Second
	// writeTimeout is how long a reader may take for what is written; then they are dropped.
	writeTimeout = 10 * time.Second
	// pollTimeout is how long a poll waits for news.
	pollTimeout = 25 * time.Second
)

// wordsOf are the words of a request whose person is unknown: in the language of the browser.
func (p *Pages) wordsOf(r *http.Request) words.Words {
	first, _, _ := strings.Cut(r.Header.Get("Accept-Language"), ",")
	language, _, _ := strings.Cut(first, ";")
	return p.Phrases.For(language)
}

// message writes what a page gets of a state: when it was sent, which one it is, and the state. The version tells two
// states of one process apart.
func (s *state) message(v visit, now time.Time) []byte {
	return fmt.Appendf(nil, `{"now":%d,"version":"%s","state":%s}`, now.UnixMilli(), s.version(), s.body(v.viewer))
}

// version names a state: rooms of other processes, or of later ones, began at other times.
func (s *state) version() string {
	return strconv.FormatInt(s.at.UnixNano(), 36) + "." + strconv.Itoa(s.number)
}

// shows reports whether a visit may still see the state.
func (s *state) shows(v visit, now time.Time) bool {
	return s.game != nil && now.Unix() < v.Until && v.sees(s.game)
}

// goneText says why a visit does not see its game any longer.
func (p *Pages) goneText(v visit, now time.Time) string {
	if now.Unix() >= v.Until {
		return v.viewer.Words.Say("live.used")
	}
	return v.viewer.Words.Say("live.gone")
}

// lookOn lets a request into the room of its game, for as long as it likes.
func (p *Pages) lookOn(w http.ResponseWriter, r *http.Request) (at *room, mine *stay, look view.LiveLook, ok bool) {
	v, ok := p.enter(w, r)
	if !ok {
		return nil, nil, look, false
	}
	if v.game == nil {
		p.still(w, r, v)
		return nil, nil, look, false
	}
	// The deadline of the server is for reading a request.
	err := http.NewResponseController(w).SetReadDeadline(time.Time{})
	if err != nil {
		p.fail(w, err)
		return nil, nil, look, false
	}
	look = view.LookOf(v.game, v.viewer)
	at, mine, err = p.rooms.join(r.Context(), v)
	if err != nil {
		p.fail(w, err)
		return nil, nil, look, false
	}
	return at, mine, look, true
}

// still answers with what does not change by itself: a record, or a puzzle.
func (p *Pages) still(w http.ResponseWriter, r *http.Request, v visit) {
	if v.replay != nil {
		live, look := recordview.LiveReplayOf(v.replay, v.viewer)
		reply(w, http.StatusOK, p.shown(live, look))
		return
	}
	live, err := p.live.Puzzle(r.Context(), v.act(), v.viewer, view.TryShow+"-"+v.Puzzle+"-", "")
	if err != nil {
		p.refuse(r.Context(), w, v, nil, http.StatusForbidden, err)
		return
	}
	reply(w, http.StatusOK, p.shown(live, view.LiveLookOf("", board.Red, v.viewer)))
}

// shown is what a page gets of a state that no other follows by itself. A page that has just come also gets its look; as
// the answer to an act that is nil.
func (p *Pages) shown(live *view.Live, look any) map[string]any {
	return map[string]any{"message": map[string]any{"state": live, "now": p.rooms.now().UnixMilli()}, "look": look}
}

// came has the room look at once if somebody who plays has come, or if it has not looked yet. It counts watchers when it
// looks next: a crowd that comes does not cost a look each.
func (p *Pages) came(at *room, s *stay) {
	if shown, _ := at.current(); s.For == playing || shown.number == 0 {
		p.rooms.changed(at.id)
	}
}

// stream sends the present of a game and every change of it, as server-sent events: "state", "beat" when nothing else
// happens, and "gone" at the end. A reader who is slow gets the newest state and none of those before.
func (p *Pages) stream(w http.ResponseWriter, r *http.Request) {
	at, mine, look, ok := p.lookOn(w, r)
	if !ok {
		return
	}
	defer p.rooms.quit(at, mine)
	v, control := mine.visit, http.NewResponseController(w)
	h := w.Header()
	h.Set("Content-Type", "text/event-stream")
	h.Set("Cache-Control", "no-store, no-transform")
	h.Set("X-Accel-Buffering", "no") // nginx would keep events back
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
	p.came(at, mine)
	beat := time.NewTicker(beatEvery)
	defer beat.Stop()
	shown, next := at.current()
	for {
		now := p.rooms.now()
		if !shown.shows(v, now) {
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
			case <-mine.left:
				return
			case <-r.Context().Done():
				return
			}
		}
		shown, next = at.current()
	}
}

// poll answers with the present of a game, or if that is the version in ?after, with the next one when it comes. It is
// for pages whose proxy holds streams back.
func (p *Pages) poll(w http.ResponseWriter, r *http.Request) {
	at, mine, look, ok := p.lookOn(w, r)
	if !ok {
		return
	}
	defer p.rooms.quit(at, mine)
	v := mine.visit
	p.came(at, mine)
	timeout := time.NewTimer(pollTimeout)
	defer timeout.Stop()
	shown, next := at.current()
	for shown.number == 0 || shown.version() == r.URL.Query().Get("after") {
		select {
		case <-next:
			shown, next = at.current()
			continue
		case <-timeout.C:
		case <-mine.left:
		case <-r.Context().Done():
			return
		}
		break
	}
	now := p.rooms.now()
	if !shown.shows(v, now) {
		reply(w, http.StatusForbidden, map[string]string{"text": p.goneText(v, now)})
		return
	}
	reply(w, http.StatusOK, map[string]any{
		"look": look, "message": json.RawMessage(shown.message(v, now)),
	})
}
