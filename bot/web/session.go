package web

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
)

// A visit is an admitted request: what it may see, and for whom it is answered.
type visit struct {
	grant
	game   *game.Game         // as it was when the request arrived; else nil
	replay *recordview.Replay // the record; else nil
	viewer view.Viewer
}

// bodyLimit is the largest body of a request.
const bodyLimit = 4 << 10

// readJSON reads the body of a request. It answers an invalid one itself, and reports whether it was valid.
func readJSON(w http.ResponseWriter, r *http.Request, into any) bool {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		http.Error(w, "Send the body as application/json.", http.StatusUnsupportedMediaType)
		return false
	}
	decoder := json.NewDecoder(http.MaxBytesReader(w, r.Body, bodyLimit))
	decoder.DisallowUnknownFields()
	err := decoder.Decode(into)
	if err == nil && !errors.Is(decoder.Decode(new(any)), io.EOF) {
		err = errors.New("there is more after the value")
	}
	switch tooLarge := (*http.MaxBytesError)(nil); {
	case errors.As(err, &tooLarge):
		http.Error(w, fmt.Sprintf("The body is longer than %d bytes.", bodyLimit), http.StatusRequestEntityTooLarge)
	case err != nil && !errors.Is(err, io.EOF):
		http.Error(w, "The body is not valid: "+err.Error(), http.StatusBadRequest)
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
	old, seated := p.session(r, link.at())
	seated = seated && old.For == playing
	session := link
	session.For, session.Until = watching, now.Add(sessionLife).Unix()
	if link.For == seatLink {
		session.For = playing
		first, err := p.marks.Mark(r.Context(), "web link "+link.ID, time.Unix(link.Until, 0).Add(time.Minute))
		if err != nil {
			p.fail(w, err)
			return
		}
		if !first && (!seated || old.Person != link.Person) {
			p.Log.Warn("the link to a board was opened a second time", "at", link.at(), "person", link.Person)
			p.refuseVisit(w, r)
			return
		}
	}
	text := p.signer.sign(session)
	if !seated || session.For == playing { // a player keeps their seat
		p.dropOldSessions(w, r)
		http.SetCookie(w, p.cookie(p.cookieName(link.at()), text, int(sessionLife/time.Second)))
	}
	reply(w, http.StatusOK, map[string]string{"session": text, "at": link.at()})
}

// maxCookies is how many sessions a browser keeps: requests with too many cookies are refused as too large.
const maxCookies = 20

// dropOldSessions deletes the sessions that end first from a browser that has maxCookies.
func (p *Pages) dropOldSessions(w http.ResponseWriter, r *http.Request) {
	until := make(map[string]int64)
	for _, cookie := range r.Cookies() {
		if strings.HasPrefix(cookie.Name, p.cookiePrefix()) {
			session, _ := p.signer.open(cookie.Value, p.rooms.now(), playing, watching)
			until[cookie.Name] = session.Until
		}
	}
	names := slices.SortedFunc(maps.Keys(until), func(a, b string) int { return cmp.Compare(until[b], until[a]) })
	for _, name := range names[min(len(names), maxCookies-1):] {
		http.SetCookie(w, p.cookie(name, "", -1))
	}
}

// cookie holds the session of one game, so that a browser may have several games open.
func (p *Pages) cookie(name, text string, age int) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure wherever people come by https
		Name: name, Value: text, Path: "/", MaxAge: age, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: p.secure(),
	}
}

func (p *Pages) secure() bool { return strings.HasPrefix(p.URL, "https:") }

func (p *Pages) cookiePrefix() string {
	if p.secure() {
		return "__Host-xiangqi-" // no other host and no other path can plant it
	}
	return "xiangqi-"
}

func (p *Pages) cookieName(at string) string {
	return p.cookiePrefix() + strings.ReplaceAll(at, "/", "-")
}

// session returns the session of a request for a game: from its header, which a page in a frame has to use, or from
// the cookie.
func (p *Pages) session(r *http.Request, at string) (grant, bool) {
	text, bearer := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer ")
	if !bearer {
		if cookie, err := r.Cookie(p.cookieName(at)); err == nil {
			text = cookie.Value
		}
	}
	return p.signer.open(text, p.rooms.now(), playing, watching)
}

// pathOf is what the path of a request names, as [grant.at] writes it.
func pathOf(r *http.Request) string { return r.PathValue("kind") + "/" + r.PathValue("id") }

// enter admits a request to what its path names. If the request may not see that, it answers it: 401 without a
// session, 403 with one for something else, whether that exists or not.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request) (visit, bool) {
	session, ok := p.session(r, pathOf(r))
	if !ok {
		p.refuseVisit(w, r)
		return visit{}, false
	}
	v := visit{grant: session}
	var err error
	switch {
	case session.at() != pathOf(r):
		err = errForeign
	case session.Puzzle != "":
	case session.Record != 0:
		v.replay, err = p.live.Replay(r.Context(), session.act(), 0, session.Record)
	default:
		if v.game, err = p.live.Games.Game(r.Context(), session.Game); err == nil {
			v.Guild, v.Channel = v.game.Guild, v.game.Channel
			if !session.sees(v.game) {
				err = errForeign
			}
		}
	}
	switch {
	case errors.Is(err, errForeign), errors.Is(err, game.NoSuchGame), errors.As(err, new(*record.NotFoundError)):
		reply(w, http.StatusForbidden, map[string]string{"text": p.wordsOf(r).Say("live.gone")})
		return visit{}, false
	case err != nil:
		p.fail(w, err)
		return visit{}, false
	}
	viewer, err := p.live.Viewers.Of(r.Context(), session.Person, v.Guild, session.Locale)
	if err != nil {
		p.fail(w, err)
		return visit{}, false
	}
	if session.For == watching {
		viewer.Person = "" // whoever has the link watches
	}
	v.viewer = viewer
	return v, true
}

var errForeign = errors.New("web: the session is for something else")

// act is an act of the session's person, in the channel where they asked for the link.
func (g grant) act() game.Act {
	return game.Act{Actor: g.Person, Guild: g.Guild, Channel: g.Channel, Locale: g.Locale}
}

// sees reports whether a session still shows g: to one of its players, or to watchers of a public game.
func (g grant) sees(of *game.Game) bool {
	if g.For == watching {
		return public(of)
	}
	return acts(of, g.Person)
}

// refuseVisit answers a request without a valid session, in the same words whatever is wrong.
func (p *Pages) refuseVisit(w http.ResponseWriter, r *http.Request) {
	reply(w, http.StatusUnauthorized, map[string]string{"text": p.wordsOf(r).Say("live.used")})
}

// fail answers that the server has failed; the page tries again.
func (p *Pages) fail(w http.ResponseWriter, err error) {
	p.Log.Warn("a page was not answered", "err", err)
	reply(w, http.StatusServiceUnavailable, map[string]string{"text": ""})
}
