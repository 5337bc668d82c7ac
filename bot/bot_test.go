package bot

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"
	"go.uber.org/goleak"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/discord/discordtest"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/services"
	"xiangqibot/bot/view"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestInviteURL(t *testing.T) {
	config := gameless(t, nil)
	config.Token = "Bot MTIzNDU2Nzg5.abc.def"
	b, err := New(config)
	must(t, err)
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
			config := gameless(t, func(w http.ResponseWriter, r *http.Request) {
				switch {
				case strings.Contains(r.URL.Path, test.route):
					refuseCall(w, test.status, test.code, "no")
				case strings.HasSuffix(r.URL.Path, "/commands"):
					answerJSON(w, 200, []any{})
				default:
					answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
				}
			})
			config.Guild = "9"
			b, err := New(config)
			must(t, err)
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
		config := gameless(t, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case revoked.Load(), strings.Contains(r.URL.Path, "/channels/"), strings.Contains(r.URL.Path, "/callback"):
				refuseCall(w, 401, 0, "401: Unauthorized")
			default:
				answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
			}
		})
		var log bytes.Buffer
		config.JobsOnly, config.Log = true, slog.New(slog.NewTextHandler(&log, nil))
		b, err := New(config)
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
		config := gameless(t, func(w http.ResponseWriter, r *http.Request) {
			switch {
			case time.Since(began) < time.Hour:
				tries.Add(1)
				refuseCall(w, 503, 0, "down")
			case strings.HasSuffix(r.URL.Path, "/applications/@me"):
				refuseCall(w, 403, discord.CodeMissingAccess, "the test ends here")
			default:
				answerJSON(w, 200, map[string]string{"id": botID, "username": "bot"})
			}
		})
		b, err := New(config)
		must(t, err)
		err = b.Run(t.Context())
		if took := time.Since(began); err == nil || took < time.Hour || took > time.Hour+2*time.Minute {
			t.Errorf("Run came as far as %v after %v", err, took)
		}
		if n := tries.Load(); n > 2*60*5 {
			t.Errorf("%d tries in an hour", n)
		}
	})
	synctest.Test(t, func(t *testing.T) {
		b, err := New(gameless(t, func(w http.ResponseWriter, _ *http.Request) { refuseCall(w, 503, 0, "down") }))
		must(t, err)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		if err := b.Run(ctx); err != nil {
			t.Errorf("stopped while waiting, Run returned %v", err)
		}
	})
}

// A bot that is stopped gives the answers that it has begun before it ends.
func TestShutdownWaitsForAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tb := newPunctualTable(t)
		tb.config.Metrics = nil // the bot of the table has registered its own
		b, err := New(tb.config)
		must(t, err)
		begun, release := make(chan struct{}), make(chan struct{})
		b.router.commands["help"] = &handlers.Command{Name: "help", Run: func(context.Context, *handlers.Request) (view.Reply, error) {
			close(begun)
			<-release
			return view.Reply{Text: "finished"}, nil
		}}
		ctx, stop := context.WithCancel(t.Context())
		ended := make(chan error, 1)
		go func() { ended <- b.Run(ctx) }()
		synctest.Wait()
		tb.discord.acts(anna, "1", 2, map[string]any{"id": "1", "name": "help", "type": 1}, nil)
		<-begun
		stop()
		synctest.Wait()
		select {
		case err := <-ended:
			t.Fatalf("the bot ended with %v before the answer was given", err)
		default:
		}
		close(release)
		must(t, <-ended)
		tb.sees("", "Hello!") // to the server
		tb.sees("", "finished")
	})
}

// gameless configures a bot without games on a Discord that answers as a function says.
func gameless(t *testing.T, answer http.HandlerFunc) Config {
	t.Helper()
	return Config{
		Set: services.Set{
			Games: game.New(game.Stores{}, game.Options{Clock: time.Now}), Answerings: noAnswerings{},
		},
		Token: "MTAw.x.y", Renderer: renderer(), Transport: discordtest.Serve(t, answer), Log: discordtest.Log(t),
	}
}

// noAnswerings is an empty store.
type noAnswerings struct{ game.AnsweringStore }

func (noAnswerings) Answerings(context.Context, game.ID, int) ([]game.Answering, error) {
	return nil, nil
}
