package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// A visit is a request that may see a game: by whom, and in whose words.
type visit struct {
	grant
	game   *game.Game // as it was when the request arrived
	viewer view.Viewer
}

// bodyLimit is the largest body of a request.
const bodyLimit = 4 << 10

// readJSON reads the body of a request. It answers a wrong one itself, and reports whether it was right.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "Send the body as application/json.", http.StatusUnsupportedMediaType)
		return false
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, bodyLimit))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && decoder.More() {
		err = errors.New("something follows the value")
	}
	switch tooLarge := (*http.MaxBytesError)(nil); {
	case errors.As(err, &tooLarge):
		http.Error(w, fmt.Sprintf("The body is longer than %d bytes.", bodyLimit), http.StatusRequestEntityTooLarge)
	case err != nil && !errors.Is(err, io.EOF):
		http.Error(w, "The body does not fit: "+err.Error(), http.StatusBadRequest)
	case err != nil:
		http.Error(w, "The body is empty.", http.StatusBadRequest)
	}
	return err == nil
}

// redeem gives a session for the grant of a link. A player's link is redeemed once; a browser that has its session
// already keeps that.
func (p *Pages) redeem(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Token string `json:"token"`
	}
	if !readJSON(w, r, &body) {
		return
	}
	now := p.rooms.now()
	link, ok := p.signer.open(body.Token, now, seatLink, watchLink)
	if !ok {
		p.refuseVisit(w, r)
		return
	}
	session := grant{For: watching, Game: link.Game, Person: link.Person, Locale: link.Locale, Until: now.Add(sessionLife).Unix()}
	if link.For == seatLink {
		session.For = playing
		first, err := p.marks.Mark(r.Context(), "web link "+link.ID, time.Unix(link.Until, 0).Add(time.Minute))
		if err != nil {
			p.fail(w, err)
			return
		}
		if !first {
			if old, ok := p.session(r, link.Game); !ok || old.Person != link.Person || old.For != playing {
				p.Log.Warn("the link to a board was opened a second time", "game", link.Game, "person", link.Person)
				p.refuseVisit(w, r)
				return
			}
		}
	}
	text := p.signer.sign(session)
	http.SetCookie(w, p.cookie(link.Game, text, int(sessionLife/time.Second)))
	reply(w, http.StatusOK, map[string]any{"session": text, "game": link.Game})
}

// leave ends the session of a browser.
func (p *Pages) leave(w http.ResponseWriter, r *http.Request) {
	http.SetCookie(w, p.cookie(pathGame(r), "", -1))
	w.WriteHeader(http.StatusNoContent)
}

// cookie holds the session of one game, so that a browser may have several games open.
func (p *Pages) cookie(id game.ID, text string, age int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure wherever people come by https
		Name: p.cookieName(id), Value: text, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode,
		Secure: p.secure(),
	}
}

func (p *Pages) secure() bool { return strings.HasPrefix(p.URL, "https:") }

func (p *Pages) cookieName(id game.ID) string {
	name := fmt.Sprintf("xiangqi-%d", id)
	if p.secure() {
		return "__Host-" + name // no other host and no other path can plant it
	}
	return name
}

// session returns the session of a request for a game: from its header, which a page in a frame has to use, or from
// the cookie.
func (p *Pages) session(r *http.Request, id game.ID) (grant, bool) {
	text, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		if cookie, err := r.Cookie(p.cookieName(id)); err == nil {
			text = cookie.Value
		}
	}
	return p.signer.open(text, p.rooms.now(), playing, watching)
}

// pathGame is the game in the path of a request; 0 if it names none.
func pathGame(r *http.Request) game.ID {
	id, err := strconv.ParseInt(r.PathValue("game"), 10, 64)
	if err != nil || id < 0 {
		return 0
	}
	return game.ID(id)
}

// enter admits a request to the game in its path. It answers those itself that may not see it: 401 without a session,
// 403 with one for something else, whether the game exists or not.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request) (visit, bool) {
	id := pathGame(r)
	session, ok := p.session(r, id)
	if !ok {
		p.refuseVisit(w, r)
		return visit{}, false
	}
	g, err := p.host.Service().Game(r.Context(), id)
	if err != nil && !errors.Is(err, &game.Refusal{Code: game.NoSuchGame}) {
		p.fail(w, err)
		return visit{}, false
	}
	if session.Game != id || err != nil || !session.sees(g) {
		reply(w, http.StatusForbidden, map[string]string{"text": p.wordsOf(r).Say("live.gone")})
		return visit{}, false
	}
	viewer, err := p.host.Viewers().Of(r.Context(), session.Person, g.Guild, session.Locale)
	if err != nil {
		p.fail(w, err)
		return visit{}, false
	}
	if session.For == watching {
		viewer.Person = "" // whoever has the link watches
	}
	return visit{session, g, viewer}, true
}

// sees reports whether a session still shows g: to one of its players, or to watchers of a public game.
func (g grant) sees(of *game.Game) bool {
	if g.For == watching {
		return public(of)
	}
	_, plays := of.SeatOf(g.Person)
	return plays
}

// refuseVisit answers a request without a session: the same whatever is wrong with it.
func (p *Pages) refuseVisit(w http.ResponseWriter, r *http.Request) {
	reply(w, http.StatusUnauthorized, map[string]string{"text": view.LiveProblem(p.wordsOf(r))})
}

// fail answers that the bot itself has failed; the page tries again.
func (p *Pages) fail(w http.ResponseWriter, err error) {
	p.Log.Warn("a page was not answered", "err", err)
	reply(w, http.StatusServiceUnavailable, map[string]string{"text": ""})
}
