package web

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
)

// A player who opens a watcher's link in the same browser keeps their seat, and however many games somebody opens, the
// cookies of their browser stay below the limit of a request.
func TestSessionsOfOneBrowser(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	red := s.sit(g, alice)
	red.redeem(s.link(g, carol), http.StatusOK)
	red.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))

	at := gametest.OK(url.Parse(s.url))(t)
	for id := range game.ID(3 * maxCookies) {
		s.skew.Add(int64(time.Second))
		link := grant{For: watchLink, Game: 1000 + id, Person: alice, Until: s.clock().Add(linkLife).Unix()}
		red.redeem(s.pages.signer.sign(link), http.StatusOK)
		if kept := len(red.Jar.Cookies(at)); kept > maxCookies {
			t.Fatalf("a browser keeps %d sessions", kept)
		}
	}
	newest := fmt.Sprintf("xiangqi-games-%d", 1000+3*maxCookies-1)
	if !slices.ContainsFunc(red.Jar.Cookies(at), func(c *http.Cookie) bool { return c.Name == newest }) {
		t.Error("the newest session is not among them")
	}
}

// Once the game is over, valid acts are refused too; and people whose data were erased can no longer see it.
func TestActsAfterTheEnd(t *testing.T) {
	t.Parallel()
	s := open(t)
	g := s.begin(guild)
	red, black := s.sit(g, alice), s.sit(g, bob)
	stream := black.read(g)
	black.want(http.StatusOK, "POST", path(g, "/acts"), `{"key":"key-gives-up","act":"resign"}`)
	for _, at := range []struct{ path, body string }{
		{"/moves", moveBody(g, "h2e2")}, {"/moves", `{"key":"key-typed-late","move":"h2e2"}`},
		{"/acts", `{"key":"key-draw-late","act":"draw"}`}, {"/acts", `{"key":"key-resign-late","act":"resign"}`},
		{"/acts", `{"key":"key-takeback-late","act":"takeback"}`},
	} {
		red.want(http.StatusUnprocessableEntity, "POST", path(g, at.path), at.body)
	}
	if winner, won := s.now(g).Winner(); s.now(g).Ply() != 0 || !won || winner != board.Red {
		t.Errorf("after the end the game is %+v", s.now(g).Result)
	}
	stream.until(func(got shownState) bool { return got.State.Over })
	must(t, s.db.Privacy.Erase(t.Context(), "erase", bob, func(*game.Game) error { return nil }))
	stream.until(func(got shownState) bool { return got.Version == "" })
	black.want(http.StatusForbidden, "GET", path(g, ""), "")
	red.want(http.StatusOK, "GET", path(g, ""), "")
}

// Players get in although watchers have taken every place.
func TestPlayersGetInDespiteManyWatchers(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	other := s.begin(guild)
	crowd := &room{id: other.ID, wake: make(chan struct{}, 1), subscribers: make(map[*subscriber]bool), shown: &state{}}
	for range maxSubscribers {
		crowd.subscribers[&subscriber{}] = true
	}
	s.pages.rooms.mu.Lock()
	s.pages.rooms.open[other.ID] = crowd
	s.pages.rooms.mu.Unlock()
	s.sit(g, carol).want(http.StatusServiceUnavailable, "GET", path(g, "/events"), "")
	s.sit(g, alice).read(g).until(func(got shownState) bool { return got.State.You == "red" })
}

// No text but the signed one is accepted as a grant.
func FuzzGrants(f *testing.F) {
	s := newSigner("a token")
	signed := grant{For: seatLink, Game: 1, Person: alice, Until: time.Now().Add(time.Hour).Unix()}
	good := s.sign(signed)
	for _, text := range []string{"", ".", good + "=", good[:len(good)-1], strings.ToLower(good), "e30." + strings.Split(good, ".")[1]} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := s.open(text, time.Now(), seatLink, watchLink, playing, watching)
		if !ok {
			return
		}
		// It may be found by repairing a seed, which each process of the fuzzer signs with another ID.
		body := encoding.EncodeToString(mustJSON(got))
		if again := body + "." + encoding.EncodeToString(s.mac(body)); text != again {
			t.Errorf("%q is taken for %+v, whose text is %q", text, got, again)
		}
		got.ID, got.Until = "", signed.Until
		if got != signed {
			t.Errorf("%q is taken for %+v, which was never signed", text, got)
		}
	})
}

// Every request to act is answered, and changes the game at most once.
func FuzzActs(f *testing.F) {
	s := open(f)
	g := s.begin(guild)
	red := s.sit(g, alice)
	for _, body := range []string{
		moveBody(g, "h2e2"), `{"key":"key-typed-move","move":"炮二平五"}`, `{"key":"key-of-an-act","act":"draw"}`, `{}`, `[]`, `null`, `{"key":`,
		`{"key":"key-key-key","move":"h2e2","board":1e99}`, `{"key":"key-key-key","key":"again-again"}`, strings.Repeat("[", 4000), "\xff",
	} {
		f.Add(body, true)
		f.Add(body, false)
	}
	f.Fuzz(func(t *testing.T, body string, move bool) {
		s.t = t
		defer func() { s.t = f }()
		at := path(g, "/acts")
		if move {
			at = path(g, "/moves")
		}
		before := s.now(g)
		status, text, err := red.try("POST", at, body)
		must(t, err)
		after := s.now(g)
		switch status {
		case http.StatusOK:
			if after.Revision > before.Revision+1 {
				t.Errorf("%q has changed the game from revision %d to %d", body, before.Revision, after.Revision)
			}
		case http.StatusBadRequest, http.StatusConflict, http.StatusUnprocessableEntity, http.StatusUnsupportedMediaType, http.StatusRequestEntityTooLarge:
			if after.Revision != before.Revision {
				t.Errorf("%q is refused with %d, and has changed the game", body, status)
			}
		default:
			t.Errorf("%q is answered with %d %s", body, status, text)
		}
		if in := (actRequest{}); after.Ply() > before.Ply() && json.Unmarshal([]byte(body), &in) == nil && in.Move == "" {
			t.Errorf("%q has played a move", body)
		}
	})
}
