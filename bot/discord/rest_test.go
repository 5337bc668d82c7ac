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

	"xiangqibot/bot/discord/discordtest"
)

// restTo is a client that talks to handler.
func restTo(t *testing.T, handler http.HandlerFunc) *Client {
	return NewClient("the-bot-token", discordtest.Serve(t, handler))
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

func TestRestWaitsWhenDiscordSaysSo(t *testing.T) {
	for name, test := range map[string]struct {
		answer http.HandlerFunc
		wait   time.Duration
	}{
		"in the body":             {status(429, `{"message":"slow","retry_after":3.5,"global":false}`, "Retry-After", "4"), 3500 * time.Millisecond},
		"in the header":           {status(429, "error code: 1015", "Retry-After", "9"), 9 * time.Second},
		"without saying how long": {status(429, ""), time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				handler, calls := replies(test.answer, ok)
				c := restTo(t, handler)
				began := time.Now()
				// Neither kind of call was carried out, so that even the one that must not be repeated is repeated.
				id, err := c.Post(t.Context(), "5", Message{Text: "x"}, "n")
				if took := time.Since(began); err != nil || id != "7" || took != test.wait || calls.Load() != 2 {
					t.Errorf("post = %q, %v after %v and %d calls; want 7 after %v and 2", id, err, took, calls.Load(), test.wait)
				}
			})
		})
	}
}

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
				err := c.do(t.Context(), call{method: http.MethodPatch, path: "/x", route: "/x", idempotent: again}, nil)
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

func TestRestStopsTrying(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, calls := replies(status(503, "down"))
		err := restTo(t, handler).get(t.Context(), "/users/@me", "/users/@me", nil)
		if err == nil || calls.Load() != maxAttempts {
			t.Errorf("%v after %d calls, want an error after %d", err, calls.Load(), maxAttempts)
		}
	})
}

func TestRestHoldsCallsBackBeforeTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		left, reset := 5, time.Now().Add(5*time.Second)
		c := restTo(t, func(w http.ResponseWriter, q *http.Request) {
			mu.Lock()
			defer mu.Unlock()
			if now := time.Now(); !now.Before(reset) {
				left, reset = 5, now.Add(5*time.Second)
			}
			if left == 0 {
				t.Errorf("a call came while none was left")
			}
			left--
			status(200, `{"id":"7"}`, "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", fmt.Sprint(left),
				"X-RateLimit-Reset-After", fmt.Sprintf("%.3f", time.Until(reset).Seconds()))(w, q)
		})
		began := time.Now()
		for range 20 {
			if _, err := c.Post(t.Context(), "5", Message{Text: "x"}, "n"); err != nil {
				t.Fatal(err)
			}
		}
		if took := time.Since(began); took < 15*time.Second || took > 16*time.Second {
			t.Errorf("20 messages, 5 allowed in 5 s, took %v, want 15 s", took)
		}
		// Another channel has a limit of its own.
		began = time.Now()
		mu.Lock()
		left, reset = 5, time.Now().Add(5*time.Second)
		mu.Unlock()
		if _, err := c.Post(t.Context(), "6", Message{Text: "x"}, "n"); err != nil || time.Since(began) > 0 {
			t.Errorf("a message to another channel took %v, %v", time.Since(began), err)
		}
	})
}

func TestRestGlobalLimitSparesInteractions(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(status(429, `{"retry_after":30,"global":true}`, "X-RateLimit-Global", "true"), ok)
		c := restTo(t, handler)
		slow := make(chan time.Duration, 2)
		began := time.Now()
		for range 2 {
			go func() {
				_, _ = c.Post(t.Context(), "5", Message{Text: "x"}, "n")
				slow <- time.Since(began)
			}()
			time.Sleep(time.Second)
		}
		if err := c.do(t.Context(), call{method: http.MethodPost, path: "/interactions/1/t/callback", tokenless: true}, nil); err != nil || time.Since(began) != 2*time.Second {
			t.Errorf("an answer to an interaction waited until %v, %v", time.Since(began), err)
		}
		for range 2 {
			if took := <-slow; took != 30*time.Second {
				t.Errorf("a message to a channel waited %v, want 30 s", took)
			}
		}
	})
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
				path := fmt.Sprintf("/webhooks/1/token%d/messages/@original", i)
				if err := c.do(t.Context(), call{method: http.MethodPatch, path: path, tokenless: true}, nil); err != nil {
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

func TestLimitsForgetWhatHasPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits()
		header := http.Header{}
		header.Set("X-RateLimit-Remaining", "4")
		header.Set("X-RateLimit-Reset-After", "5")
		for i := range 100_000 {
			l.update(fmt.Sprint("post ", i), header, 0)
			time.Sleep(10 * time.Millisecond)
		}
		if n := len(l.buckets); n > 2*500+sweepFirst {
			t.Errorf("%d limits are remembered of which at most 500 still hold", n)
		}
	})
}

func TestRestErrorsSayEnoughAndNotTooMuch(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(
			status(400, `{"code":50035,"message":"Invalid Form Body","errors":{"content":{"_errors":[{"code":"BASE_TYPE_MAX_LENGTH"}]}}}`),
			func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) },
		)
		c := restTo(t, handler)
		for range 2 {
			err := c.do(t.Context(), call{
				method: http.MethodPost, path: "/webhooks/1/interaction-secret", route: "/webhooks/{app}/{token}", tokenless: true, body: map[string]int{},
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
		for _, open := range []bool{false, true} {
			if err := c.do(t.Context(), call{method: http.MethodGet, path: "/x", tokenless: open}, nil); err != nil {
				t.Fatal(err)
			}
			want := "Bot the-bot-token"
			if open {
				want = ""
			}
			if got := <-seen; got != want {
				t.Errorf("Authorization was %q, want %q", got, want)
			}
		}
	})
}
