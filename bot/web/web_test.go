package web

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// A link is redeemed once, by POST and in one browser; looking at it changes nothing.
func TestLinkIsRedeemedOnce(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	token := s.link(g, alice)
	for _, agent := range []string{"Discordbot/2.0", "Mozilla/5.0"} {
		visitor := s.browser()
		visitor.header.Set("User-Agent", agent)
		for _, method := range []string{"GET", "HEAD"} {
			visitor.want(http.StatusOK, method, "/?"+token, "")
		}
	}
	first := s.browser()
	first.redeem(token, http.StatusOK)
	first.redeem(token, http.StatusOK) // the same browser may reload
	first.want(http.StatusOK, "GET", path(g, ""), "")
	second := s.browser()
	used := second.redeem(token, http.StatusUnauthorized)
	if !strings.Contains(used, "Open board") {
		t.Errorf("a used link is answered with %s", used)
	}
	second.want(http.StatusUnauthorized, "GET", path(g, ""), "")
	if bytes.Contains(s.log.Bytes(), []byte(token)) || !bytes.Contains(s.log.Bytes(), []byte("second time")) {
		t.Errorf("the log says %s", s.log.Bytes())
	}

	// At the same moment, one of many gets in.
	token = s.link(g, alice)
	var in atomic.Int64
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if status, _, err := s.browser().try("POST", "/api/session", `{"token":"`+token+`"}`); err == nil && status == http.StatusOK {
				in.Add(1)
			}
		})
	}
	all.Wait()
	if in.Load() != 1 {
		t.Errorf("%d browsers redeemed one link", in.Load())
	}

	// Too late, it is of no use, and so is a session.
	token = s.link(g, alice)
	s.skew.Add(int64(linkLife + time.Second))
	if again := second.redeem(token, http.StatusUnauthorized); again != used {
		t.Errorf("an old link is answered with %s, a used one with %s", again, used)
	}
	first.want(http.StatusOK, "GET", path(g, ""), "")
	s.skew.Add(int64(sessionLife))
	first.want(http.StatusUnauthorized, "GET", path(g, ""), "")
}

// A grant that was changed in any way is refused, and always in the same words.
func TestForgedGrants(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	token, watch := s.link(g, alice), s.link(g, carol)
	body, sum, _ := strings.Cut(token, ".")
	session := s.grantTo(alice, g, playing)
	forged := []string{
		"", ".", body, body + ".", "." + sum, token + "A", token[1:], session,
		newSigner("another token").sign(grant{For: seatLink, Game: g.ID, Person: alice, Until: time.Now().Add(time.Hour).Unix()}),
		strings.Split(watch, ".")[0] + "." + sum,
	}
	for i := range token {
		changed := []byte(token)
		changed[i] ^= 1
		forged = append(forged, strings.ToValidUTF8(string(changed), ""))
	}
	b := s.browser()
	want := b.redeem("nothing", http.StatusUnauthorized)
	for _, text := range forged {
		quoted, _ := json.Marshal(text) //nolint:errchkjson // a text
		if got := b.want(http.StatusUnauthorized, "POST", "/api/session", `{"token":`+string(quoted)+`}`); got != want {
			t.Errorf("%q is answered with %s, others with %s", text, got, want)
		}
		b.header.Set("Authorization", "Bearer "+strings.ReplaceAll(text, "\n", ""))
		if text != session && strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) < 0 {
			b.want(http.StatusUnauthorized, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
		}
	}
	b.header.Set("Authorization", "Bearer "+token) // a link is no session
	b.want(http.StatusUnauthorized, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	if now := s.now(g); now.Ply() != 0 {
		t.Error("somebody moved with a forged grant")
	}
	b.header = http.Header{}
	b.redeem(token, http.StatusOK) // all that did not spend it
}

// Nobody acts for somebody else or in another game, and watchers only watch.
func TestStrangers(t *testing.T) {
	s := open(t)
	g, other, private := s.begin(guild), s.begin(guild), s.begin("")
	red, black, watcher := s.sit(g, alice), s.sit(g, bob), s.sit(g, carol)

	black.want(http.StatusUnprocessableEntity, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	red.want(http.StatusBadRequest, "POST", path(g, "/moves"), `{"key":"key-other-seat","move":"h9g7","person":"`+string(bob)+`"}`)
	for _, act := range []string{"draw", "resign", "takeback", "draw-yes"} {
		watcher.want(http.StatusForbidden, "POST", path(g, "/acts"), actBody(act, ""))
	}
	watcher.want(http.StatusForbidden, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	watcher.want(http.StatusOK, "GET", path(g, ""), "")

	// A session is for one game, and the answer does not tell whether another exists.
	text := red.want(http.StatusOK, "POST", "/api/session", `{"token":"`+s.link(g, alice)+`"}`)
	var given struct{ Session string }
	must(t, json.Unmarshal([]byte(text), &given))
	red.header.Set("Authorization", "Bearer "+given.Session)
	known := red.want(http.StatusForbidden, "POST", path(other, "/moves"), moveBody(other, "h2e2"))
	if unknown := red.want(http.StatusForbidden, "POST", "/api/games/99999/moves", moveBody(other, "h2e2")); unknown != known {
		t.Errorf("a game that is not theirs is answered with %s, one that does not exist with %s", known, unknown)
	}
	red.want(http.StatusForbidden, "GET", path(other, "/events"), "")
	for _, at := range []string{"/api/games/x/moves", "/api/games/-1/moves", "/api/games/99999999999999999999/moves"} {
		red.want(http.StatusForbidden, "POST", at, moveBody(g, "h2e2"))
	}

	// A game in direct messages has no watchers, even with a link that was signed while it was public.
	if link := s.link(private, carol); link != "" {
		t.Error("a private game can be watched")
	}
	stranger := s.browser()
	for _, as := range []purpose{watching, playing} {
		stranger.header.Set("Authorization", "Bearer "+s.grantTo(carol, private, as))
		stranger.want(http.StatusForbidden, "GET", path(private, ""), "")
	}
	s.sit(private, alice).want(http.StatusOK, "GET", path(private, ""), "")
	for _, of := range []*game.Game{g, other, private} {
		if now := s.now(of); now.Ply() != 0 || now.State != game.Active || now.Offers.Draw.Pending {
			t.Errorf("game %d was changed: %+v", of.ID, now.Last)
		}
	}
}

// Another site can neither act nor read through a player's browser.
func TestOtherSites(t *testing.T) {
	t.Parallel()
	s := open(t)
	g := s.begin(guild)
	b := s.sit(g, alice)
	for _, header := range []http.Header{
		{"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}}, {"Origin": {"https://evil.example"}}, {"Origin": {"null"}},
	} {
		b.header = header
		b.want(http.StatusForbidden, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
		b.want(http.StatusForbidden, "POST", "/api/session", `{"token":"x"}`)
		if header.Get("Origin") != "https://evil.example" { // a browser says Sec-Fetch-Site as well
			b.want(http.StatusForbidden, "GET", path(g, "/events"), "")
		}
	}
	b.header = http.Header{"Content-Type": {"text/plain"}} // what a form can send
	b.want(http.StatusUnsupportedMediaType, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	b.header = http.Header{}
	b.want(http.StatusRequestEntityTooLarge, "POST", path(g, "/moves"), `{"key":"`+strings.Repeat("x", 10<<10)+`"}`)
	b.want(http.StatusBadRequest, "POST", path(g, "/moves"), `{"key":"key-00000000","move":"h2e2"} {}`)
	b.want(http.StatusBadRequest, "POST", path(g, "/moves"), `{"key":"k","move":"h2e2"}`)
	b.want(http.StatusBadRequest, "POST", path(g, "/acts"), `{"key":"key-unknown-act","act":"erase"}`)
	b.want(http.StatusMethodNotAllowed, "PUT", path(g, "/moves"), moveBody(g, "h2e2"))
	b.want(http.StatusNotFound, "GET", "/../web.go", "")
	s.limited.Store(true)
	b.want(http.StatusTooManyRequests, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	if now := s.now(g); now.Ply() != 0 {
		t.Error("a move was played")
	}
	answer, err := http.Get(s.url + "/") //nolint:noctx // a page
	must(t, err)
	defer answer.Body.Close()
	if csp := answer.Header.Get("Content-Security-Policy"); !strings.Contains(csp, "frame-ancestors 'none'") || strings.Contains(csp, "unsafe") {
		t.Errorf("the policy of the page is %q", csp)
	}
	page, _ := io.ReadAll(answer.Body)
	for _, inline := range []string{"<script>", "onclick=", "style=", "https://"} {
		if strings.Contains(string(page), inline) {
			t.Errorf("the page has %s", inline)
		}
	}
}

// A move is played once however often it is sent; on an outdated board it is refused; a wrong one is explained.
func TestMoves(t *testing.T) {
	s := open(t)
	g := s.begin(guild)
	red, black := s.sit(g, alice), s.sit(g, bob)
	body := moveBody(g, "h2e2")
	var all sync.WaitGroup
	for range 30 {
		all.Go(func() {
			if status, text, err := red.try("POST", path(g, "/moves"), body); status != http.StatusOK {
				t.Errorf("the move is answered with %d %s %v", status, text, err)
			}
		})
	}
	all.Wait()
	if now := s.now(g); now.Ply() != 1 {
		t.Fatalf("%d moves were played", now.Ply())
	}
	black.want(http.StatusConflict, "POST", path(g, "/moves"), moveBody(g, "h9g7"))
	now := s.now(g)
	var refused gameview.LiveRefusal
	text := black.want(http.StatusUnprocessableEntity, "POST", path(g, "/moves"), moveBody(now, "b9d8"))
	must(t, json.Unmarshal([]byte(text), &refused))
	obstacle := view.LiveMark{Point: "c9", Kind: "obstacle"}
	if !strings.Contains(refused.Text, "c9") || strings.ContainsAny(refused.Text, "*`<") || len(refused.Marks) != 2 || refused.Marks[1] != obstacle {
		t.Errorf("a horse that is blocked is explained with %+v", refused)
	}
	black.want(http.StatusOK, "POST", path(g, "/moves"), `{"key":"key-as-typed","move":"馬8進7"}`)
	black.want(http.StatusUnprocessableEntity, "POST", path(g, "/acts"), `{"key":"key-nothing-there","act":"draw-yes"}`)
	black.want(http.StatusOK, "POST", path(g, "/acts"), `{"key":"key-offer-it","act":"draw"}`)
	red.want(http.StatusOK, "POST", path(g, "/acts"), `{"key":"key-accept-it","act":"draw-yes"}`)
	if now := s.now(g); now.State != game.Finished || now.Ply() != 2 {
		t.Errorf("the game is %v after %d moves", now.State, now.Ply())
	}
	s.pages.show.running.Wait()
	if s.updates.Load() == 0 {
		t.Error("the channel was not brought up to date")
	}
}

// Each stream shows what its reader may see, and ends when they may no longer see the game.
func TestStreams(t *testing.T) {
	t.Parallel()
	s := open(t)
	g := s.begin(guild)
	red, black, watcher := s.sit(g, alice), s.sit(g, bob), s.sit(g, carol)
	streams := []*reading{red.read(g), black.read(g), watcher.read(g)}
	began := streams[0].until(func(got shownState) bool { return got.State.Players["black"].Online && got.State.Watchers == 1 })
	if live := began.State; live.You != "red" || len(live.Legal["h2"]) == 0 || len(live.Pieces) != 32 || live.Players["black"].Name != `<b>"Bob"&` {
		t.Errorf("Red is shown %+v", live)
	}
	if !s.pages.Seated(t.Context(), g) {
		t.Error("both players are there, and Seated denies it")
	}
	red.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(g, "h2e2"))
	for i, you := range []string{"red", "black", ""} {
		got := streams[i].until(func(got shownState) bool { return len(got.State.Moves) == 1 })
		if live := got.State; live.You != you || (len(live.Legal) > 0) != (you == "black") || len(live.Acts) > 0 != (you != "") || live.Pieces["e2"] != "rc" {
			t.Errorf("%q is shown %+v", you, live)
		}
	}

	// Long polling shows the same, and waits for what is new.
	first := polled(t, watcher.want(http.StatusOK, "GET", path(g, ""), ""))
	answers := make(chan string)
	go func() {
		_, text, _ := watcher.try("GET", path(g, "?after="+first.Version), "")
		answers <- text
	}()
	black.want(http.StatusOK, "POST", path(g, "/moves"), moveBody(s.now(g), "h9g7"))
	for next := polled(t, <-answers); len(next.State.Moves) != 2; {
		next = polled(t, watcher.want(http.StatusOK, "GET", path(g, "?after="+next.Version), ""))
	}

	// A player who comes back after a move sees the current state, and a fifth window closes the first.
	streams[1].cancel()
	streams[0].until(func(got shownState) bool { return !got.State.Players["black"].Online })
	if s.pages.Seated(t.Context(), g) {
		t.Error("one player has left, and Seated denies it")
	}
	black.read(g).until(func(got shownState) bool { return len(got.State.Moves) == 2 })
	for range maxSubscribersEach {
		red.read(g).until(func(shownState) bool { return true })
	}
	for streams[0].lines.Scan() { // it ends
	}
	s.skew.Add(int64(sessionLife)) // its session is over with the next change
	gametest.OK(s.games.Decide(t.Context(), game.Act{Actor: alice}, g.ID, game.Resign))(t)
	streams[2].until(func(got shownState) bool { return got.Version == "" })
}

// There are pictures for every theme and set of pieces, and for nothing else.
func TestArt(t *testing.T) {
	b := open(t).browser()
	for _, at := range []string{"/art/wood/0.jpg", "/art/contrast-dark/3-flipped.jpg", "/art/jade/initials/bn.png", "/app.js", "/style.css"} {
		if text := b.want(http.StatusOK, "GET", at, ""); len(text) < 1000 {
			t.Errorf("%s is %d bytes", at, len(text))
		}
	}
	for _, at := range []string{"/art/gold/0.jpg", "/art/wood/9.jpg", "/art/wood/x.jpg", "/art/wood/stele/rx.png", "/art/wood/stone/rk.png", "/web.go"} {
		b.want(http.StatusNotFound, "GET", at, "")
	}
}
