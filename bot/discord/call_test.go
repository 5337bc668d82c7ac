package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// The 429 of a call holds back what it is about: its own bucket, the bot as a whole, or the address.
func TestScopesOf429(t *testing.T) {
	const html = "<html>error code: 1015</html>"
	for name, test := range map[string]struct {
		answer             http.HandlerFunc
		scope              string
		others, interacted bool // whether other buckets are stopped, and the calls of interactions
	}{
		"the front, in HTML":          {status(429, html, "Retry-After", "30"), scopeProxy, true, true},
		"the front, in JSON":          {status(429, `{"error":"rate limited"}`, "Retry-After", "30"), scopeProxy, true, true},
		"the front, Discord's way":    {status(429, `{"message":"slow","retry_after":30,"global":false}`), scopeProxy, true, true},
		"the bot as a whole":          {status(429, `{"retry_after":30,"global":true}`, "X-RateLimit-Global", "true", "X-RateLimit-Scope", "global", "Via", "1.1 google"), scopeGlobal, true, false},
		"the bot, in the body alone":  {status(429, `{"retry_after":30,"global":true}`), scopeGlobal, true, false},
		"the bucket":                  {status(429, `{"retry_after":30}`, "X-RateLimit-Scope", "user", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "30"), scopeUser, false, false},
		"the bucket, without numbers": {status(429, `{"retry_after":30}`, "Via", "1.1 google"), scopeUser, false, false},
		"what all share, with numbers of the bot's own": {status(429, `{"retry_after":30}`, "X-RateLimit-Scope", "shared",
			"X-RateLimit-Remaining", "3", "X-RateLimit-Reset-After", "60"), scopeShared, false, false},
		"what all share": {status(429, `{"retry_after":30}`, "X-RateLimit-Scope", "shared", "Via", "1.1 google"), scopeShared, false, false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				seen := map[string][]time.Duration{}
				began := time.Now()
				refused := false
				c := restTo(t, func(w http.ResponseWriter, r *http.Request) {
					mu.Lock()
					first := !refused
					refused = true
					seen[r.Method+" "+r.URL.Path] = append(seen[r.Method+" "+r.URL.Path], time.Since(began))
					mu.Unlock()
					if first {
						test.answer(w, r)
						return
					}
					ok(w, r)
				})
				var scopes []string
				c.AttemptFailed = func(_ context.Context, m FailedAttempt) {
					scopes = append(scopes, fmt.Sprint(m.Status, " ", m.Scope, " ", m.Retried))
				}
				var all sync.WaitGroup
				post := func(channel string) {
					all.Go(func() {
						if _, err := c.Post(t.Context(), channel, Message{Text: "x"}, "n"); err != nil {
							t.Error(err)
						}
					})
				}
				post("5")
				synctest.Wait()
				time.Sleep(time.Second)
				post("5")
				post("6")
				all.Go(func() {
					if err := c.do(t.Context(), newCall(http.MethodPatch, webhookRoute, "1", "t"), nil); err != nil {
						t.Error(err)
					}
				})
				var limited *RateLimitError
				if stopped := errors.As(c.CheckPostLimit("7"), &limited); stopped != test.others {
					t.Errorf("room in another bucket: %v", c.CheckPostLimit("7"))
				}
				all.Wait()
				after := func(what string, call int, stopped bool) {
					t.Helper()
					want := time.Second
					if stopped {
						want = 30 * time.Second
					}
					if times := seen[what]; len(times) <= call || times[call].Round(time.Second) != want {
						t.Errorf("%s came at %v, call %d was expected after %v", what, times, call, want)
					}
				}
				after("POST /api/v10/channels/5/messages", 1, true)
				after("POST /api/v10/channels/5/messages", 2, true)
				after("POST /api/v10/channels/6/messages", 0, test.others)
				after("PATCH /api/v10/webhooks/1/t", 0, test.interacted)
				if want := []string{"429 " + test.scope + " true"}; !slices.Equal(scopes, want) {
					t.Errorf("the mishaps were %q, want %q", scopes, want)
				}
			})
		})
	}
}

func TestRetryAfterIsReadInAnyForm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for text, want := range map[string]time.Duration{
			"": time.Second, "soon": time.Second, "NaN": time.Second, "-3": time.Second, "0": time.Second, "0.25": 250 * time.Millisecond,
			"Inf": maxRetryAfter, "1e300": maxRetryAfter, "30": 30 * time.Second,
			time.Now().Add(time.Minute).UTC().Format(http.TimeFormat): time.Minute, time.Now().Add(-time.Hour).UTC().Format(http.TimeFormat): time.Second,
		} {
			if got := retryAfter(http.Header{"Retry-After": {text}}, 0); got != want {
				t.Errorf("Retry-After: %q is read as %v, want %v", text, got, want)
			}
		}
		if got := retryAfter(http.Header{"Retry-After": {"4"}}, 3.5); got != 3500*time.Millisecond {
			t.Errorf("the body's 3.5 s, beside a header, are read as %v", got)
		}
	})
}

// Each failed attempt is reported, with a route that contains neither ids nor the token of an interaction.
func TestFailedAttemptsAreReported(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(status(503, "down"), func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
			status(429, `{"retry_after":2}`, "X-RateLimit-Scope", "shared"), status(404, `{"code":10008,"message":"Unknown Message"}`), ok)
		c := restTo(t, handler)
		var reports []string
		c.AttemptFailed = func(_ context.Context, m FailedAttempt) {
			reports = append(reports, fmt.Sprint(m.Route, " ", m.Status, " ", m.Scope, " ", m.Attempt, " ", m.Retried, " ", m.Pause >= 200*time.Millisecond))
			named := m
			named.Pause = 0 // random digits
			if text := fmt.Sprintf("%+v", named); strings.Contains(text, "4242") || strings.Contains(text, "7777") {
				t.Errorf("the report contains ids or a token: %s", text)
			}
		}
		if err := c.RemoveControls(t.Context(), "4242", "7777", nil); !HasCode(err, CodeUnknownMessage) {
			t.Errorf("the call ended with %v", err)
		}
		if err := c.RemoveControls(t.Context(), "4242", "7777", nil); err != nil {
			t.Error(err)
		}
		ended, end := context.WithCancel(t.Context())
		end()
		if err := c.RemoveControls(ended, "4242", "7777", nil); err == nil {
			t.Error("a call was made whose caller has given up")
		}
		const route = "PATCH /channels/{id}/messages/{id} "
		want := []string{route + "503  1 true true", route + "0  2 true true", route + "429 shared 3 true true", route + "404  4 false false"}
		if !slices.Equal(reports, want) {
			t.Errorf("the reports are\n%q, want\n%q", reports, want)
		}
	})
}
