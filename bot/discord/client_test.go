package discord

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord/discordtest"
)

// restTo is a client that talks to handler.
func restTo(t *testing.T, handler http.HandlerFunc) *Client {
	return NewClient("the-bot-token", discordtest.Serve(t, handler), nil)
}

// replies answers one call after another, and the last one forever.
func replies(steps ...http.HandlerFunc) (http.HandlerFunc, *atomic.Int32) {
	var calls atomic.Int32
	return func(w http.ResponseWriter, r *http.Request) {
		n := int(calls.Add(1))
		steps[min(n, len(steps))-1](w, r)
	}, &calls
}

func status(code int, body string, headers ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		contentType := "application/json"
		if !strings.HasPrefix(body, "{") {
			contentType = "text/html"
		}
		w.Header().Set("Content-Type", contentType)
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(code)
		_, _ = io.WriteString(w, body)
	}
}

var ok = status(200, `{"id":"7"}`)

func TestRestGivesUpWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(status(429, `{"retry_after":600}`))
		c := restTo(t, handler)
		ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
		defer cancel()
		began := time.Now()
		_, err := c.Post(ctx, "5", Message{Text: "x"}, "n")
		if took := time.Since(began); !errors.Is(err, context.DeadlineExceeded) || took != 2*time.Second {
			t.Errorf("post ended with %v after %v, want the context's error after 2 s", err, took)
		}
		var answer *Error
		if !errors.As(err, &answer) || answer.Status != 429 {
			t.Errorf("%v does not say what Discord said", err)
		}
	})
}

func TestRestRepeatsOnlyWhatMayBeRepeated(t *testing.T) {
	for _, broken := range []http.HandlerFunc{
		status(502, "<html>bad gateway"),
		func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, // the line breaks
	} {
		for _, again := range []bool{true, false} {
			synctest.Test(t, func(t *testing.T) {
				handler, calls := replies(broken, broken, ok)
				c := restTo(t, handler)
				err := c.do(t.Context(), call{method: http.MethodPatch, route: "/x", once: !again}, nil)
				if again && (err != nil || calls.Load() != 3) {
					t.Errorf("a call that may be repeated: %v after %d calls, want none after 3", err, calls.Load())
				}
				if !again && (err == nil || calls.Load() != 1) {
					t.Errorf("a call that may not be repeated: %v after %d calls, want an error after 1", err, calls.Load())
				}
			})
		}
	}
}

func TestRestEditsOfDifferentInteractionsDoNotQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := restTo(t, func(w http.ResponseWriter, q *http.Request) {
			time.Sleep(time.Second)
			ok(w, q)
		})
		began := time.Now()
		var all sync.WaitGroup
		for i := range 50 {
			all.Go(func() {
				if err := c.do(t.Context(), onSent(http.MethodPatch, &discordgo.Interaction{AppID: "1", Token: fmt.Sprint("token", i)}, original), nil); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if took := time.Since(began); took != time.Second {
			t.Errorf("50 edits of one second each took %v, want 1 s", took)
		}
		if n := len(c.limits.buckets); n != 0 {
			t.Errorf("%d rate limits are remembered for interactions that are over", n)
		}
	})
}

func TestRestErrorsExplainWithoutSecrets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(
			status(400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}}}`),
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		)
		c := restTo(t, handler)
		for range 2 {
			err := c.do(t.Context(), call{
				method: http.MethodPost, route: webhookRoute, ids: []string{"1", "interaction-secret"}, body: map[string]int{}, once: true,
			}, nil)
			if err == nil || !strings.Contains(err.Error(), "/webhooks/{app}/{token}") || strings.Contains(err.Error(), "secret") {
				t.Errorf("the error is %q", err)
			}
			var answer *Error
			if errors.As(err, &answer) && (answer.Code != 50035 || !strings.Contains(err.Error(), "BASE_TYPE_MAX_LENGTH")) {
				t.Errorf("the error is %q, it does not tell what Discord did not like", err)
			}
		}
	})
}

func TestRestShowsItsTokenOnlyWhereItBelongs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		seen := make(chan string, 1)
		c := restTo(t, func(w http.ResponseWriter, q *http.Request) {
			seen <- q.Header.Get("Authorization")
			ok(w, q)
		})
		for route, want := range map[string]string{
			"/users/@me": "Bot the-bot-token", "/interactions/1/t/callback": "", "/webhooks/1/t": "",
		} {
			if err := c.get(t.Context(), route, nil); err != nil {
				t.Fatal(err)
			}
			if got := <-seen; got != want {
				t.Errorf("%s: Authorization was %q, want %q", route, got, want)
			}
		}
	})
}
