// Package web serves the page on which a game is played by touch: a board in the browser, for the same game that a
// channel of Discord shows. Records and games that are over are replayed there, with their reviews; puzzles are solved.
//
// A person gets there by a link that the bot gives them alone, [Pages.Link] or [Pages.PersonalLink]. It carries a
// signed grant for one person and one game in its fragment, which no server and no preview ever sees. The page redeems
// it once, by POST, for a session of a day (token.go, session.go). Watchers get a link that may be passed on and shows
// one public game.
//
// What the page shows is made by package view, as JSON; the page itself (folder page) has neither rules nor words of
// Discord. It follows a game by one event stream, or by long polling where a proxy holds streams back (stream.go). All
// pages of a game share a room, which reads the game once whenever it has changed (room.go). A move goes to
// [game.Service.Move], like a typed one, with an idempotency key from the page (act.go). [Host.Show] brings the
// channel up to date (channel.go).
//
//	pages := web.New(web.Config{Secret: token, URL: "https://xiangqi.example.org", …})
//	store := pages.Watch(db.Games)       // the services use this store, so that pages learn of changes at once
//	link := pages.Link(g, viewer, locale)
//	err := pages.Serve(ctx, listener, host)
package web

import (
	"context"
	"embed"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/render"
)

//go:embed page
var pageFiles embed.FS

// Config configures [Pages]. All of it is required.
type Config struct {
	Secret   string // from which links and sessions are signed: that of the bot at Discord
	URL      string // where people reach the page, without a slash at its end
	Phrases  *words.Phrases
	Renderer *render.Renderer
	Log      *slog.Logger
	Shared   bool // other processes serve pages of the same games
}

// Host is what the pages use of the bot.
type Host interface {
	// Admit counts something that a person does in a server. The error says that they act too often, or are blocked.
	Admit(ctx context.Context, guild string, p game.Person) error
	// Show brings the current state of a game to its channel.
	Show(ctx context.Context, id game.ID) error
	// Live does what commands and buttons do in channels.
	Live() handlers.Live
}

// Pages are the pages of all games. They are safe for concurrent use.
type Pages struct {
	Config
	signer signer
	marks  game.MarkStore
	rooms  *rooms
	art    art
	host   Host
	live   handlers.Live
	show   channelUpdates
}

// New returns the pages. Nobody reaches them before [Pages.Serve].
func New(c Config) *Pages {
	p := &Pages{Config: c, signer: newSigner(c.Secret), rooms: newRooms(c.Log), art: art{renderer: c.Renderer, drawn: make(map[string][]byte)}}
	p.show.pages, p.show.waiting = p, make(map[game.ID]bool)
	return p
}

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

// acts reports whether a person may act in g: as a player, or as a voter.
func acts(g *game.Game, p game.Person) bool {
	_, plays := g.SeatOf(p)
	return plays || g.Vote != nil && public(g)
}

// public reports whether people who do not play g may watch it: it is played in a server, and has begun.
func public(g *game.Game) bool {
	return g.Guild != "" && (g.State == game.Active || g.State == game.Finished)
}

// Serve answers requests at the listener until ctx ends.
func (p *Pages) Serve(ctx context.Context, listener net.Listener, host Host) error {
	server := &http.Server{
		Handler: p.Handler(ctx, host), ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 20 * time.Second, IdleTimeout: 2 * time.Minute,
		MaxHeaderBytes: 16 << 10, BaseContext: func(net.Listener) context.Context { return ctx },
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	p.rooms.running.Wait()
	p.show.running.Wait()
	return nil
}

// Handler returns the handler of all requests. Channels are brought up to date until ctx ends.
func (p *Pages) Handler(ctx context.Context, host Host) http.Handler {
	p.show.ctx, p.host, p.live = ctx, host, host.Live()
	p.rooms.games, p.rooms.now = p.live.Games, p.live.Games.Now
	mux := http.NewServeMux()
	embedded, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded just above
	}
	mux.Handle("GET /", http.FileServerFS(embedded))
	mux.HandleFunc("GET /art/{theme}/{file}", p.serveBoard)
	mux.HandleFunc("GET /art/{theme}/{set}/{file}", p.serveDisc)
	mux.HandleFunc("POST /api/session", p.redeem)
	mux.HandleFunc("GET /api/{kind}/{id}", p.poll)
	mux.HandleFunc("GET /api/{kind}/{id}/events", p.stream)
	mux.HandleFunc("GET /api/{kind}/{id}/review", p.review)
	mux.HandleFunc("GET /api/{kind}/{id}/opening", p.opening)
	mux.HandleFunc("POST /api/{kind}/{id}/moves", p.move)
	mux.HandleFunc("POST /api/{kind}/{id}/acts", p.act)
	origin, prefix := p.URL, ""
	if u, err := url.Parse(p.URL); err == nil { // the configuration was checked
		origin, prefix = u.Scheme+"://"+u.Host, u.Path
	}
	return guard(origin, under(prefix, mux))
}

// under also serves a handler below the path of the public address: not every proxy strips it.
func under(prefix string, next http.Handler) http.Handler {
	stripped := http.StripPrefix(prefix, next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if prefix != "" && strings.HasPrefix(r.URL.Path, prefix+"/") {
			stripped.ServeHTTP(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// policy lets the page run its own scripts and reach its own server, and nothing else.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// guard sets the headers that protect a page, and refuses requests of other sites that change something or read the
// API.
func guard(origin string, next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	if err := protection.AddTrustedOrigin(origin); err != nil {
		panic(err) // the configuration was checked
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", policy)
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cache-Control", "no-cache")
		// Slow readers are dropped. A stream sets deadlines of its own.
		if err := http.NewResponseController(w).SetWriteDeadline(time.Now().Add(pollTimeout + writeTimeout)); err != nil {
			http.Error(w, "", http.StatusInternalServerError)
			return
		}
		if strings.Contains(r.URL.Path, "/api/") {
			h.Set("Cache-Control", "no-store")
			foreign := r.Header.Get("Sec-Fetch-Site") == "cross-site" || r.Header.Get("Sec-Fetch-Site") == "same-site"
			if own := r.Header.Get("Origin"); foreign || own == "null" || protection.Check(r) != nil {
				http.Error(w, "Another site may not act here.", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// reply writes v as JSON.
func reply(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // values of our own types; the page may have left
}

func mustJSON(v any) []byte {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // values of our own types
	}
	return data
}
