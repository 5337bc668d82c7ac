package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/game"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/view"
	"xiangqibot/store"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestNewRefusesWhatCannotBeAToken(t *testing.T) {
	for _, token := range []string{"", "  ", "Bot ", "two words", "line\nbreak", "MTAw.x", "MTAw.\x00.y", "secret.of.another", strings.Repeat("f", 64)} {
		if _, err := New(Config{Token: token}); err == nil {
			t.Errorf("%q was taken for a token", token)
		} else if secret := strings.TrimSpace(token); len(secret) > 10 && strings.Contains(err.Error(), secret) {
			t.Errorf("the error tells the token: %v", err)
		}
	}
	if _, err := New(Config{}); err == nil || !strings.Contains(err.Error(), "https://discord.com/developers/applications") {
		t.Errorf("without a token the error is %q, it does not say where to get one", err)
	}
}

func TestInviteURL(t *testing.T) {
	b, err := New(Config{Token: "Bot MTIzNDU2Nzg5.abc.def", Service: noGames()})
	if err != nil {
		t.Fatal(err)
	}
	want := "https://discord.com/oauth2/authorize?client_id=123456789&permissions=309238025216&scope=bot+applications.commands"
	if got := b.InviteURL(); got != want {
		t.Errorf("InviteURL is %s, want %s", got, want)
	}
}

func TestRunSaysWhyItCannot(t *testing.T) {
	for name, test := range map[string]struct {
		route  string
		status int
		code   int
		says   string
	}{
		"the token is refused":     {"/users/@me", 401, 0, "https://discord.com/developers/applications"},
		"the server is not ours":   {"/guilds/", 403, discord.CodeMissingAccess, "https://discord.com/oauth2/authorize?client_id=100&"},
		"there is no such server":  {"/guilds/", 404, discord.CodeUnknownGuild, "https://discord.com/oauth2/authorize?client_id=100&"},
		"the commands are refused": {"/commands", 400, 50035, "registering the commands"},
	} {
		t.Run(name, func(t *testing.T) {
			transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.Contains(r.URL.Path, test.route):
					refuseCall(w, test.status, test.code, "no")
				case strings.HasSuffix(r.URL.Path, "/commands"):
					answerJSON(w, 200, []any{})
				default:
					answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
				}
			}))
			b, err := New(Config{Token: "MTAw.x.y", Service: noGames(), Transport: transport, Guild: "9", Log: discordtest.Log(t)})
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Run returned %v, want an error with %q", err, test.says)
			}
		})
	}
}

// Discord may be away when the bot starts. It waits, longer each time, and begins when Discord is back.
func TestRunWaitsForDiscord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var tries atomic.Int32
		transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case time.Since(began) < time.Hour:
				tries.Add(1)
				refuseCall(w, 503, 0, "down")
			case strings.HasSuffix(r.URL.Path, "/commands"):
				refuseCall(w, 403, discord.CodeMissingAccess, "this far the test goes")
			default:
				answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
			}
		}))
		b, err := New(Config{Token: "MTAw.x.y", Service: noGames(), Transport: transport, Log: discordtest.Log(t)})
		if err != nil {
			t.Fatal(err)
		}
		err = b.Run(t.Context())
		if took := time.Since(began); err == nil || took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("Run came as far as %v after %v", err, took)
		}
		if n := tries.Load(); n > 2*60*5 {
			t.Errorf("%d tries in an hour", n)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 503, 0, "down") }))
		b, err := New(Config{Token: "MTAw.x.y", Service: noGames(), Transport: transport})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := b.Run(ctx); err != nil {
			t.Errorf("stopped while waiting, Run returned %v", err)
		}
	})
}

// world is a playground with a service whose database outlives the bots that the test starts.
type world struct {
	t         *testing.T
	discord   *playground.Server
	service   *game.Service
	exchanges chan playground.Exchange
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, exchanges: make(chan playground.Exchange, 1000)}
	allowed := openapi.Watch(t)
	discord, err := playground.New(playground.Options{
		IdentifyEvery: -1,
		OnRequest: func(e playground.Exchange) {
			allowed(e)
			w.exchanges <- e
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := discord.Start(nil); err != nil {
		t.Fatal(err)
	}
	db, err := store.Open(t.Context(), "sqlite:"+filepath.Join(t.TempDir(), "games.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(discord.Close(), db.Close()); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	w.discord, w.service = discord, game.New(db, thinker{}, game.Options{Clock: time.Now})
	return w
}

// run starts a bot; stop ends it and waits.
func (w *world) run() (b *Bot, stop func()) {
	w.t.Helper()
	b, err := New(Config{Token: w.discord.Token(), Transport: w.discord.Transport(), Service: w.service, Renderer: renderer(), Log: discordtest.Log(w.t)})
	if err != nil {
		w.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(w.t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	return b, func() {
		cancel()
		if err := <-ended; err != nil {
			w.t.Errorf("Run returned %v", err)
		}
	}
}

// until waits for a request of the bot and returns all up to it.
func (w *world) until(method, path string) (seen []playground.Exchange) {
	w.t.Helper()
	deadline := time.After(20 * time.Second)
	for {
		select {
		case e := <-w.exchanges:
			seen = append(seen, e)
			if e.Method == method && strings.Contains(e.Path, path) {
				return seen
			}
		case <-deadline:
			w.t.Fatalf("no %s %s within 20 s, only %v", method, path, seen)
		}
	}
}

// act lets a person of the playground do something.
func (w *world) act(path string, body any) {
	w.t.Helper()
	text, err := json.Marshal(body)
	if err != nil {
		w.t.Fatal(err)
	}
	answer, err := http.Post(w.discord.URL()+"/playground/"+path, "application/json", bytes.NewReader(text))
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	if answer.StatusCode != http.StatusOK {
		w.t.Fatalf("%s: %s", path, answer.Status)
	}
}

func TestBotRegistersAndWelcomesOnce(t *testing.T) {
	w := newWorld(t)
	b, stop := w.run()
	w.until(http.MethodPut, "/commands")
	welcome := w.until(http.MethodPost, "/messages")
	if e := welcome[len(welcome)-1]; e.Status != 200 || !strings.Contains(string(e.Body), "/") {
		t.Errorf("the welcome was %+v", e)
	}
	if !strings.Contains(b.InviteURL(), "client_id="+string(playground.ApplicationID)+"&") {
		t.Errorf("InviteURL is %s", b.InviteURL())
	}
	stop()
	_, stop = w.run()
	w.until(http.MethodGet, "/commands")
	w.until(http.MethodGet, "/gateway/bot")
	w.waitOnline(true)
	w.act("command", map[string]any{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "help"})
	for _, e := range w.until(http.MethodPost, "/callback") {
		if e.Method == http.MethodPut || strings.HasSuffix(e.Path, "/messages") {
			t.Errorf("the second start did %s %s", e.Method, e.Path)
		}
	}
	stop()
}

// waitOnline waits until the playground shows the bot as connected, or as gone.
func (w *world) waitOnline(want bool) {
	w.t.Helper()
	request, err := http.NewRequestWithContext(w.t.Context(), http.MethodGet, w.discord.URL()+"/playground/events", nil)
	if err != nil {
		w.t.Fatal(err)
	}
	events, err := http.DefaultClient.Do(request)
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = events.Body.Close() }()
	buffer := make([]byte, 1<<16)
	var all strings.Builder
	for w.isOnline() != want {
		n, err := events.Body.Read(buffer)
		if err != nil {
			w.t.Fatalf("waiting for the bot to be online=%v: %v, %s", want, err, all.String())
		}
		all.Write(buffer[:n])
	}
}

func (w *world) isOnline() bool {
	answer, err := http.Get(w.discord.URL() + "/playground/state")
	if err != nil {
		w.t.Fatal(err)
	}
	defer func() { _ = answer.Body.Close() }()
	var state struct {
		Bot struct {
			Online bool `json:"online"`
		} `json:"bot"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		w.t.Fatal(err)
	}
	return state.Bot.Online
}

func TestBotComesBackAfterBadWeather(t *testing.T) {
	w := newWorld(t)
	_, stop := w.run()
	w.until(http.MethodPost, "/messages")
	for _, storm := range []func(){w.discord.Reconnect, func() { w.discord.Drop(0) }} {
		storm()
		// Resumed, the bot gets the act even if it came while the connection was down.
		w.act("command", map[string]any{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "help"})
		seen := w.until(http.MethodPost, "/callback")
		if e := seen[len(seen)-1]; e.Status >= 300 {
			t.Errorf("the answer was %d %s", e.Status, e.Answer)
		}
	}
	stop()
}

func TestBotFinishesWhatItHasBegun(t *testing.T) {
	w := newWorld(t)
	b, stop := w.run()
	begun, release := make(chan struct{}), make(chan struct{})
	b.router.commands["help"] = &Command{name: "help", run: func(context.Context, *Request) (view.Reply, error) {
		close(begun)
		<-release
		return view.Reply{Text: "finished"}, nil
	}}
	w.until(http.MethodPost, "/messages")
	w.act("command", map[string]any{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "help"})
	<-begun
	stopped := make(chan struct{})
	go func() {
		stop()
		close(stopped)
	}()
	w.waitOnline(false)
	close(release)
	<-stopped
	seen := w.until(http.MethodPost, "/callback")
	if e := seen[len(seen)-1]; e.Status >= 300 || !strings.Contains(string(e.Body), "finished") {
		t.Errorf("the answer begun before the end was %d %s", e.Status, e.Body)
	}
}

// noGames is a service that nobody asks for a game.
func noGames() *game.Service { return game.New(nil, nil, game.Options{Clock: time.Now}) }
