package bot

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/playground"
	"xiangqibot/bot/playground/openapi"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestNewRejectsMalformedTokens(t *testing.T) {
	for _, token := range []string{"", "  ", "Bot ", "two words", "line\nbreak", "MTAw.x", "MTAw.\x00.y", "secret.of.another", strings.Repeat("f", 64)} {
		if _, err := New(Config{Token: token}); err == nil {
			t.Errorf("%q was taken for a token", token)
		} else if secret := strings.TrimSpace(token); len(secret) > 10 && strings.Contains(err.Error(), secret) {
			t.Errorf("the error contains the token: %v", err)
		}
	}
	if _, err := New(Config{}); err == nil || !strings.Contains(err.Error(), "https://discord.com/developers/applications") {
		t.Errorf("without a token the error is %q, it does not say where to get one", err)
	}
}

func TestInviteURL(t *testing.T) {
	b, err := New(Config{Token: "Bot MTIzNDU2Nzg5.abc.def", Set: services.Set{Games: noGames(), Answerings: noAnswerings{}}})
	if err != nil {
		t.Fatal(err)
	}
	want := "https://discord.com/oauth2/authorize?client_id=123456789&permissions=309237763072&scope=bot+applications.commands"
	if got := b.InviteURL(); got != want {
		t.Errorf("InviteURL is %s, want %s", got, want)
	}
}

func TestRunReturnsStartupErrors(t *testing.T) {
	for name, test := range map[string]struct {
		route  string
		status int
		code   int
		says   string
	}{
		"the token is refused":    {"/users/@me", 401, 0, "https://discord.com/developers/applications"},
		"the bot is refused":      {"/users/@me", 403, discord.CodeMissingAccess, "logging in"},
		"no application is there": {"/applications/@me", 404, 10002, "logging in"},
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
			b, err := New(Config{Token: "MTAw.x.y", Renderer: renderer(), Set: services.Set{Games: noGames(), Answerings: noAnswerings{}}, Transport: transport, Guild: "9", Log: discordtest.Log(t)})
			if err != nil {
				t.Fatal(err)
			}
			if err := b.Run(t.Context()); err == nil || !strings.Contains(err.Error(), test.says) {
				t.Errorf("Run returned %v, want an error with %q", err, test.says)
			}
		})
	}
}

// A process without a gateway session learns from its calls that its token was revoked. It ends after two responses
// 401: a single one, or one to a call without the token, may come from a proxy.
func TestRevokedToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var revoked atomic.Bool
		transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case revoked.Load(), strings.Contains(r.URL.Path, "/channels/"), strings.Contains(r.URL.Path, "/callback"):
				refuseCall(w, 401, 0, "401: Unauthorized")
			default:
				answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
			}
		}))
		var log bytes.Buffer
		b, err := New(Config{
			Set: services.Set{
				Games:      noGames(),
				Answerings: noAnswerings{},
			},
			Token:     "MTAw.x.y",
			Renderer:  renderer(),
			Transport: transport,
			JobsOnly:  true,
			Log:       slog.New(slog.NewTextHandler(&log, nil)),
		})
		must(t, err)
		ended := make(chan error, 1)
		go func() { ended <- b.Run(t.Context()) }()
		runs := func(after string) {
			t.Helper()
			must(t, pass(t.Context(), time.Hour))
			select {
			case err := <-ended:
				t.Fatalf("after %s the bot ended with %v", after, err)
			default:
			}
		}
		runs("nothing")
		post := func() {
			if _, err := b.client.NoWait().Post(t.Context(), "1", discord.Message{Text: "hello"}, "hello"); err == nil {
				t.Error("the call was taken")
			}
		}
		post()
		runs("one call that was refused")
		revoked.Store(true)
		i := &discordgo.Interaction{ID: "3", Token: "t", AppID: botID, Type: discordgo.InteractionApplicationCommand}
		_ = b.client.Answer(i, time.Now(), time.Hour).Defer(t.Context(), true)
		runs("an answer that was refused, which carries no token")
		post()
		must(t, pass(t.Context(), time.Minute))
		select {
		case err := <-ended:
			if !errors.As(err, new(*TokenError)) || !strings.Contains(err.Error(), "Reset Token") {
				t.Errorf("the bot ended with %v", err)
			}
		default:
			t.Error("the bot runs on without a token that is taken")
		}
		if !strings.Contains(log.String(), "reset or revoked") {
			t.Errorf("the log does not say why the bot ends:\n%s", &log)
		}
	})
}

// If Discord cannot be reached at startup, the bot retries with growing pauses until it can.
func TestRunWaitsForDiscord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		var tries atomic.Int32
		transport := discordtest.Serve(t, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch {
			case time.Since(began) < time.Hour:
				tries.Add(1)
				refuseCall(w, 503, 0, "down")
			case strings.HasSuffix(r.URL.Path, "/applications/@me"):
				refuseCall(w, 403, discord.CodeMissingAccess, "the test ends here")
			default:
				answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
			}
		}))
		b, err := New(Config{Token: "MTAw.x.y", Renderer: renderer(), Set: services.Set{Games: noGames(), Answerings: noAnswerings{}}, Transport: transport, Log: discordtest.Log(t)})
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
		b, err := New(Config{Token: "MTAw.x.y", Renderer: renderer(), Set: services.Set{Games: noGames(), Answerings: noAnswerings{}}, Transport: transport})
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

// world is a playground with a database that outlives the bots that the test starts.
type world struct {
	t         *testing.T
	discord   *playground.Server
	db        *store.DB
	service   *gametest.Services
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
	db := storetest.Open(t, store.Options{})
	t.Cleanup(func() {
		if err := discord.Close(); err != nil {
			t.Error(err)
		}
		http.DefaultClient.CloseIdleConnections()
	})
	w.discord, w.db, w.service = discord, db, gametest.New(storetest.Stores(db), thinker{}, game.Options{Clock: time.Now})
	return w
}

// run starts a bot; stop ends it and waits.
func (w *world) run() (b *Bot, stop func()) {
	w.t.Helper()
	config := configOf(w.db, w.service, &firstMove{}, fairplay.New(fairplay.Engine{}, w.db.Asked))
	config.Token, config.Transport, config.Log = w.discord.Token(), w.discord.Transport(), discordtest.Log(w.t)
	b, err := New(config)
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

// patience bounds a wait for something that a failing test would wait for in vain. A busy machine needs most of it.
const patience = 2 * time.Minute

// call is a request of the bot: its method, and something of its path.
type call struct{ method, path string }

// until waits for a request of the bot and returns all up to it.
func (w *world) until(method, path string) (seen []playground.Exchange) {
	w.t.Helper()
	return w.untilAll(call{method, path})
}

// untilAll waits for requests of the bot, in whatever order, and returns all up to the last of them.
func (w *world) untilAll(wanted ...call) (seen []playground.Exchange) {
	w.t.Helper()
	deadline := time.After(patience)
	for len(wanted) > 0 {
		select {
		case e := <-w.exchanges:
			seen = append(seen, e)
			wanted = slices.DeleteFunc(wanted, func(c call) bool { return e.Method == c.method && strings.Contains(e.Path, c.path) })
		case <-deadline:
			w.t.Fatalf("no %v within %v, only:\n%s", wanted, patience, lines(seen))
		}
	}
	return seen
}

// started waits until a new bot has registered its commands and posted its welcome.
func (w *world) started() (seen []playground.Exchange) {
	w.t.Helper()
	return w.untilAll(call{http.MethodPut, "/commands"}, call{http.MethodPost, "/messages"})
}

// lines are exchanges as a failing test shows them, one a line.
func lines(seen []playground.Exchange) string {
	var all strings.Builder
	for _, e := range seen {
		fmt.Fprintln(&all, e)
	}
	return all.String()
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
	for _, e := range w.started() {
		if strings.HasSuffix(e.Path, "/messages") && (e.Status != 200 || !strings.Contains(string(e.Body), "/")) {
			t.Errorf("the welcome was %s with %s", e, e.Body)
		}
	}
	if !strings.Contains(b.InviteURL(), "client_id="+string(playground.ApplicationID)+"&") {
		t.Errorf("InviteURL is %s", b.InviteURL())
	}
	stop()
	_, stop = w.run()
	w.untilAll(call{http.MethodGet, "/commands"}, call{http.MethodGet, "/gateway/bot"})
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
			w.t.Fatalf("waiting for the bot to be online=%v: %v; %d bytes of events came", want, err, all.Len())
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
		Bots []struct {
			Online bool `json:"online"`
		} `json:"bots"`
	}
	if err := json.NewDecoder(answer.Body).Decode(&state); err != nil {
		w.t.Fatal(err)
	}
	return state.Bots[0].Online
}

func TestBotReconnects(t *testing.T) {
	w := newWorld(t)
	_, stop := w.run()
	w.started()
	for _, fault := range []string{"reconnect", "drop"} {
		must(t, w.discord.InjectFault(playground.Fault{Kind: fault}))
		// Resumed, the bot gets the act even if it came while the connection was down.
		w.act("command", map[string]any{"person": playground.AliceID, "channel": playground.XiangqiID, "name": "help"})
		seen := w.until(http.MethodPost, "/callback")
		if e := seen[len(seen)-1]; e.Status >= 300 {
			t.Errorf("the answer was %d %s", e.Status, e.Answer)
		}
	}
	stop()
}

func TestShutdownWaitsForAnswers(t *testing.T) {
	w := newWorld(t)
	b, stop := w.run()
	begun, release := make(chan struct{}), make(chan struct{})
	b.router.commands["help"] = &handlers.Command{Name: "help", Run: func(context.Context, *handlers.Request) (view.Reply, error) {
		close(begun)
		<-release
		return view.Reply{Text: "finished"}, nil
	}}
	w.started()
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

// noGames is a service without a store.
func noGames() *game.Service {
	return game.New(game.Stores{}, game.Options{Clock: time.Now})
}

// noAnswerings is an empty store.
type noAnswerings struct{ game.AnsweringStore }

func (noAnswerings) Answerings(context.Context, game.ID, int) ([]game.Answering, error) {
	return nil, nil
}
