package web

import (
	"cmp"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
)

// Link returns the address of the page of g for the person who views it: with their seat if they play, else to watch.
// It is empty if they may not see the game on a page. The locale is that of their Discord client.
func (p *Pages) Link(g *game.Game, r view.Viewer, locale string) string {
	grant := grant{For: watchLink, Game: g.ID, Person: r.Person, Locale: locale}
	life := sessionLife
	if acts(g, r.Person) {
		grant.For, life = seatLink, linkLife
	} else if !public(g) {
		return ""
	}
	grant.Until = p.rooms.now().Add(life).Unix()
	return p.URL + "/#" + p.signer.sign(grant)
}

// PersonalLink returns the address of the page of a record, which the actor may see where they act, or with id 0 of a
// puzzle.
func (p *Pages) PersonalLink(act game.Act, id record.ID, puzzle string) string {
	return p.URL + "/#" + p.signer.sign(grant{
		For: seatLink, Record: id, Puzzle: puzzle, Person: act.Actor, Locale: act.Locale, Guild: act.Guild, Channel: act.Channel,
		Until: p.rooms.now().Add(linkLife).Unix(),
	})
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
	old, seated := p.session(r, link.resource())
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
			p.Log.Warn("the link to a board was opened a second time", "at", link.resource(), "person", link.Person)
			p.refuseVisit(w, r)
			return
		}
	}
	text := p.signer.sign(session)
	if !seated || session.For == playing { // a player keeps their seat
		p.dropOldSessions(w, r)
		http.SetCookie(w, p.cookie(p.cookieName(link.resource()), text, int(sessionLife/time.Second)))
	}
	reply(w, http.StatusOK, map[string]string{"session": text, "at": link.resource()})
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

// pathOf is what the path of a request names, as [grant.resource] writes it.
func pathOf(r *http.Request) string { return r.PathValue("kind") + "/" + r.PathValue("id") }

// enter admits a request to what its path names. If the request may not see that, it answers it: 401 without a
// session, 403 with one for something else, whether that exists or not.
func (p *Pages) enter(w http.ResponseWriter, r *http.Request) (visit, bool) {
	v, err := p.visitOf(r)
	switch {
	case err == nil:
		return v, true
	case errors.Is(err, errNoSession):
		p.refuseVisit(w, r)
	case errors.Is(err, errForeign), errors.Is(err, game.NoSuchGame), errors.As(err, new(*record.NotFoundError)):
		replyText(w, http.StatusForbidden, p.wordsOf(r).Say("live.gone"))
	default:
		p.fail(w, err)
	}
	return visit{}, false
}

var (
	errNoSession = errors.New("web: there is no valid session")
	errForeign   = errors.New("web: the session is for something else")
)

// visitOf reads what the path of a request names, for the person of its session.
func (p *Pages) visitOf(r *http.Request) (v visit, err error) {
	session, ok := p.session(r, pathOf(r))
	if !ok {
		return v, errNoSession
	}
	v.grant = session
	switch {
	case session.resource() != pathOf(r):
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
	if err != nil {
		return v, err
	}
	v.viewer, err = p.live.Viewers.Of(r.Context(), session.Person, v.Guild, session.Locale)
	if session.For == watching {
		v.viewer.Person = "" // whoever has the link watches
	}
	return v, err
}
