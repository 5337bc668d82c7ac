// Package web serves the page on which a game is played by touch: a board in the browser, for the same game that a
// channel of Discord shows. Records and games that are over are replayed there, with their reviews; puzzles are solved.
//
// A person gets there by a link that the bot gives them alone, [Pages.Link] or [Pages.PersonalLink]. It carries a
// signed grant for one person and one game in its fragment, which no server and no preview ever sees. The page redeems
// it once, by POST, for a session of a day (session.go, token.go). Watchers get a link that may be passed on and shows
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
	"errors"
	"io/fs"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"xiangqibot/bot/game"
)

//go:embed page
var pageFiles embed.FS

// New returns the pages. Nobody reaches them before [Pages.Serve].
func New(c Config) *Pages {
	rooms := newRooms(c.Log)
	return &Pages{
		Config: c, signer: newSigner(c.Secret), rooms: rooms,
		art:  art{renderer: c.Renderer, drawn: make(map[string][]byte)},
		show: channelUpdates{rooms: rooms, waiting: make(map[game.ID]bool)},
	}
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
	p.show.ctx, p.show.show, p.host, p.live = ctx, host.Show, host, host.Live()
	p.rooms.games, p.rooms.now = p.live.Games, p.live.Games.Now
	mux := http.NewServeMux()
	embedded, err := fs.Sub(pageFiles, "page")
	if err != nil {
		panic(err) // the folder is embedded just above
	}
	mux.Handle("GET /", http.FileServerFS(embedded))
	mux.HandleFunc("GET /art/{theme}/{file}", p.art.serveBoard)
	mux.HandleFunc("GET /art/{theme}/{set}/{file}", p.art.serveDisc)
	mux.HandleFunc("POST /api/session", p.redeem)
	mux.HandleFunc("GET /api/{kind}/{id}", p.follow(p.poll))
	mux.HandleFunc("GET /api/{kind}/{id}/events", p.follow(p.stream))
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

// Watch returns the stores that the services have to use, so that pages show at once what they change.
func (p *Pages) Watch(stores game.Stores) game.Stores {
	p.marks = stores.MarkStore
	if p.Shared {
		p.rooms.marks = stores.MarkStore
	}
	return game.Stores{GameStore: notifying{stores.GameStore, p.rooms.changed}, MarkStore: stores.MarkStore}
}

// Seated reports whether everybody who plays g has its page open: then its channel need not mention them.
func (p *Pages) Seated(ctx context.Context, g *game.Game) bool { return p.rooms.seated(ctx, g) }
