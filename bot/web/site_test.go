package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/member"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/render"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

const (
	alice, bob, carol = game.Person("1191000000000000201"), game.Person("1191000000000000202"), game.Person("1191000000000000203")
	guild, channel    = "1191000000000000001", "1191000000000000101"
)

var must = gametest.Must

// A site is a server of pages, with games in a database.
type site struct {
	t        testing.TB
	url      string
	pages    *Pages
	games    *gametest.Services
	finder   *audience.Finder
	updates  atomic.Int64 // how often a channel was brought up to date
	revision atomic.Int64 // the one that a channel was shown last
	limited  atomic.Bool  // Admit refuses everybody
	skew     atomic.Int64 // nanoseconds by which the clock is ahead
	log      bytes.Buffer
	view     *view.View
	db       *storetest.DB
	handler  http.Handler
	made     atomic.Int64
	looks    atomic.Int64 // how often a game was read
	past     past
	shared   bool // another site serves the same games
}

// counted are the games of a site, whose reads it counts.
type counted struct {
	game.GameStore
	looks *atomic.Int64
}

func (c counted) Game(ctx context.Context, id game.ID) (*game.Game, error) {
	c.looks.Add(1)
	return c.GameStore.Game(ctx, id)
}

func (s *site) Admit(context.Context, string, game.Person) error {
	if s.limited.Load() {
		return view.ProblemRateLimited(false, time.Unix(1_800_000_000, 0))
	}
	return nil
}

func (s *site) Show(ctx context.Context, id game.ID) error {
	g, err := s.games.Game(ctx, id)
	if err == nil {
		s.updates.Add(1)
		s.revision.Store(int64(g.Revision))
	}
	return err
}

// Settings returns the defaults.
func (s *site) Settings(context.Context, game.Person) (member.Settings, error) {
	return member.Settings{}, nil
}

func open(t testing.TB) *site {
	t.Helper()
	s := &site{t: t}
	return s.serve(storetest.New(t, store.Options{Clock: s.clock}))
}

func (s *site) clock() time.Time { return time.Now().Add(time.Duration(s.skew.Load())) }

// renderer is that of all tests, so that each look is prepared only once.
var renderer = sync.OnceValue(render.New)

// serve serves the games of a database until the test ends.
func (s *site) serve(db *storetest.DB) *site {
	s.t.Helper()
	phrases := gametest.OK(words.Load())(s.t)
	art := renderer()
	server := httptest.NewUnstartedServer(nil)
	s.db, s.url = db, "http://"+server.Listener.Addr().String()
	s.pages = New(Config{
		Secret: "a token", URL: s.url, Phrases: phrases, Renderer: art, Log: slog.New(slog.NewTextHandler(&s.log, nil)), Shared: s.shared,
	})
	stores := storetest.Stores(db.DB)
	stores.GameStore = counted{stores.GameStore, &s.looks}
	stores.Stores = s.pages.Watch(stores.Stores)
	s.games = gametest.New(stores, nil, game.Options{Clock: s.clock})
	s.view = view.New(art, nil, nil)
	s.finder = audience.New(s, s.games.Servers, phrases)
	s.past = s.pastOf(db)
	s.handler = s.pages.Handler(s.t.Context(), s)
	server.Config.Handler = s.handler
	server.Start()
	s.t.Cleanup(func() {
		server.CloseClientConnections()
		server.Close()
		s.pages.rooms.running.Wait()
		s.pages.show.running.Wait()
	})
	return s
}

// begin begins a game of Alice, who has Red, and Bob; in direct messages, where nobody else is, with the bot.
func (s *site) begin(in string) *game.Game {
	s.t.Helper()
	return s.between(alice, bob, in)
}

// between begins a game of two people.
func (s *site) between(red, black game.Person, in string) *game.Game {
	s.t.Helper()
	s.skew.Add(int64(time.Minute)) // challenges in a row are refused
	by := func(p game.Person, name string) game.Act {
		return game.Act{Key: fmt.Sprint("act ", s.made.Add(1)), Actor: p, Name: name, Locale: "en-US", Guild: in, Channel: channel}
	}
	spec := game.ChallengeSpec{Opponent: black, ColorChoice: game.WantRed}
	if in == "" {
		spec.Opponent, spec.Level = "", 1
	}
	g, err := s.games.Challenge(s.t.Context(), by(red, "Alice"), spec)
	if err == nil && in != "" {
		g, err = s.games.Accept(s.t.Context(), by(black, `<b>"Bob"&`), g.ID)
	}
	must(s.t, err)
	return g
}

// link is what the bot would give a person: the grant in the fragment.
func (s *site) link(g *game.Game, p game.Person) string {
	s.t.Helper()
	viewer := gametest.OK(s.finder.Of(s.t.Context(), p, g.Guild, "en-US"))(s.t)
	_, token, _ := strings.Cut(s.pages.Link(g, viewer, "en-US"), "#")
	return token
}

// A browser keeps its cookies.
type browser struct {
	*site
	http.Client
	header http.Header
}

func (s *site) browser() *browser {
	jar := gametest.OK(cookiejar.New(nil))(s.t)
	return &browser{s, http.Client{Jar: jar}, http.Header{}}
}

// ask sends a request and returns the status and the body of the response.
func (b *browser) ask(method, path, body string) (int, string) {
	b.t.Helper()
	status, text, err := b.try(method, path, body)
	must(b.t, err)
	return status, text
}

func (b *browser) try(method, path, body string) (int, string, error) {
	request, err := http.NewRequestWithContext(b.t.Context(), method, b.url+path, strings.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	for name, values := range b.header {
		request.Header[name] = values
	}
	answer, err := b.Do(request)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(text), err
}

// want sends a request, checks the status and returns the body.
func (b *browser) want(status int, method, path, body string) string {
	b.t.Helper()
	got, text := b.ask(method, path, body)
	if got != status {
		b.t.Errorf("%s %s %s: %d %s, want %d", method, path, body, got, text, status)
	}
	return text
}

func (b *browser) redeem(token string, status int) string {
	b.t.Helper()
	return b.want(status, "POST", "/api/session", `{"token":"`+token+`"}`)
}

// sit opens the page of a game for somebody.
func (s *site) sit(g *game.Game, p game.Person) *browser {
	s.t.Helper()
	b := s.browser()
	b.redeem(s.link(g, p), http.StatusOK)
	return b
}

var keys atomic.Int64

// moveBody is the body of a request to move on a board.
func moveBody(g *game.Game, move string) string {
	return fmt.Sprintf(`{"key":"key-%08d","move":%q,"board":%d}`, keys.Add(1), move, g.BoardKey())
}

// actBody is the body of a request for another act.
func actBody(act, move string) string {
	return fmt.Sprintf(`{"key":"key-%08d","act":%q,"move":%q}`, keys.Add(1), act, move)
}

// act does something on a page and reads the state that it is answered with.
func (b *browser) act(at, act, move string) view.Live {
	b.t.Helper()
	text := b.want(http.StatusOK, "POST", at+"/acts", actBody(act, move))
	return polled(b.t, text).State.Live
}

// grantTo is a signed grant that is good for a day.
func (s *site) grantTo(p game.Person, g *game.Game, as purpose) string {
	return s.pages.signer.sign(grant{For: as, Game: g.ID, Person: p, Until: s.clock().Add(sessionLife).Unix()})
}

// inGuild is an act of somebody in a channel of the server.
func inGuild(p game.Person) game.Act {
	return game.Act{Key: "act of " + string(p), Actor: p, Name: "Alice", Guild: guild, Channel: channel, Locale: "en-US"}
}

// personal opens the page of a record or of a puzzle for whoever acts.
func (s *site) personal(act game.Act, id record.ID, puzzle string) (b *browser, token string) {
	s.t.Helper()
	b = s.browser()
	_, token, _ = strings.Cut(s.pages.PersonalLink(act, id, puzzle), "#")
	b.redeem(token, http.StatusOK)
	return b, token
}

func path(g *game.Game, rest string) string { return fmt.Sprintf("/api/games/%d%s", g.ID, rest) }

func (s *site) now(g *game.Game) *game.Game {
	s.t.Helper()
	return gametest.OK(s.games.Game(s.t.Context(), g.ID))(s.t)
}

// A reading reads an open stream.
type reading struct {
	t      testing.TB
	lines  *bufio.Scanner
	cancel context.CancelFunc
}

func (b *browser) read(g *game.Game) *reading {
	b.t.Helper()
	ctx, cancel := context.WithCancel(b.t.Context())
	b.t.Cleanup(cancel)
	request := gametest.OK(http.NewRequestWithContext(ctx, http.MethodGet, b.url+path(g, "/events"), nil))(b.t)
	answer := gametest.OK(b.Do(request))(b.t)
	if answer.StatusCode != http.StatusOK || answer.Header.Get("X-Accel-Buffering") != "no" {
		b.t.Fatalf("the stream is answered with %s", answer.Status)
	}
	b.t.Cleanup(func() { _ = answer.Body.Close() })
	lines := bufio.NewScanner(answer.Body)
	lines.Buffer(nil, 1<<20)
	return &reading{b.t, lines, cancel}
}

// A shownState is a state as a page gets it.
type shownState struct {
	Now     int64
	Version string
	State   struct {
		view.Live
		Watchers int
	}
}

// until reads on to a state that fits; "gone" is an empty one.
func (r *reading) until(fits func(shownState) bool) shownState {
	r.t.Helper()
	event := ""
	for r.lines.Scan() {
		if name, is := strings.CutPrefix(r.lines.Text(), "event: "); is {
			event = name
		}
		data, is := strings.CutPrefix(r.lines.Text(), "data: ")
		if !is || event != "state" && event != "gone" {
			continue
		}
		var got shownState
		must(r.t, json.Unmarshal([]byte(data), &got))
		if fits(got) {
			return got
		}
	}
	r.t.Fatalf("the stream ended: %v", r.lines.Err())
	return shownState{}
}

// polled decodes the response to a poll.
func polled(t testing.TB, text string) shownState {
	t.Helper()
	var body struct{ Message shownState }
	must(t, json.Unmarshal([]byte(text), &body))
	return body.Message
}
