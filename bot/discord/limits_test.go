package discord

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"xiangqibot/bot/playground/simclock"
)

// editAtOnce makes edits in one channel at the same moment, and waits for all.
func editAtOnce(t *testing.T, c *Client, edits int) {
	t.Helper()
	var all sync.WaitGroup
	for range edits {
		all.Go(func() {
			if err := c.RemoveControls(t.Context(), "5", "7", nil); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// Many calls at the same moment, as after a restart or when an hour of backlog comes due: none may be made that would
// be refused.
func TestLimitsProbeWithOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var left int
		var reset time.Time
		c := restTo(t, func(w http.ResponseWriter, q *http.Request) {
			mu.Lock()
			if now := time.Now(); !now.Before(reset) {
				left, reset = 5, now.Add(5*time.Second)
			}
			left--
			if left < 0 {
				t.Error("a call came while none was left")
			}
			respond := status(200, `{"id":"7"}`, "X-RateLimit-Limit", "5", "X-RateLimit-Remaining", fmt.Sprint(max(left, 0)),
				"X-RateLimit-Reset-After", fmt.Sprintf("%.3f", time.Until(reset).Seconds()))
			mu.Unlock()
			time.Sleep(100 * time.Millisecond) // on the way back
			respond(w, q)
		})
		began := time.Now()
		editAtOnce(t, c, 100)
		if took := time.Since(began); took < 95*time.Second || took > 100*time.Second {
			t.Errorf("100 edits, 5 allowed in 5 s, took %v, want a little more than 95 s", took)
		}
	})
}

// The call that finds a limit out may end without an answer, or with one that tells of no limit. The others do not wait
// forever.
func TestLimitsContinueWhenTheProbeIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, _ := replies(func(http.ResponseWriter, *http.Request) {
			time.Sleep(time.Second)
			panic(http.ErrAbortHandler)
		}, ok)
		editAtOnce(t, restTo(t, handler), 10)
	})
}

// The call that probes a limit may be refused without being told how much is left. None of those that wait for it slips
// through before the refusal is known.
func TestLimitsHoldWhenTheProbeIsRefused(t *testing.T) {
	for range 20 {
		synctest.Test(t, func(t *testing.T) {
			began := time.Now()
			handler, _ := replies(func(w http.ResponseWriter, q *http.Request) {
				time.Sleep(time.Second)
				status(429, `{"retry_after":30}`, "X-RateLimit-Scope", "shared", "Via", "1.1 google")(w, q)
			}, func(w http.ResponseWriter, q *http.Request) {
				if after := time.Since(began); after < 31*time.Second {
					t.Errorf("a call came after %v, before Discord takes it", after)
				}
				ok(w, q)
			})
			editAtOnce(t, restTo(t, handler), 50)
		})
	}
}

// A caller whose context has ended does not wait for the limit either.
func TestLimitsGiveUpWithTheContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, edit := newLimits(time.Now), newCall(http.MethodPatch, messageRoute, "5", "7")
		if err := l.wait(t.Context(), edit, patient); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		began := time.Now()
		if err := l.wait(ctx, edit, patient); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) != time.Second {
			t.Errorf("waited %v for the call that is under way, then %v", time.Since(began), err)
		}
	})
}

// A bucket that is empty is full again when Discord's clock has passed its reset.
func TestLimitsGoByDiscordsClock(t *testing.T) {
	clock := simclock.NewFrozen(time.Unix(1e9, 0))
	l, post := newLimits(clock.Now), newCall(http.MethodPost, messagesRoute, "5")
	used := http.Header{}
	used.Set("X-RateLimit-Remaining", "0")
	used.Set("X-RateLimit-Reset-After", "5")
	l.update(post.bucket(), used, 0)
	var refused *RateLimitError
	if err := l.wait(t.Context(), post, pace{perSecond: maxPerSecond}); !errors.As(err, &refused) || refused.After != 5*time.Second {
		t.Errorf("an empty bucket: %v, want a pause of 5 s", err)
	}
	clock.Advance(5 * time.Second)
	if err := l.wait(t.Context(), post, pace{perSecond: maxPerSecond}); err != nil {
		t.Errorf("after its reset: %v", err)
	}
}

func TestLimitsForgetWhatHasPassed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLimits(time.Now)
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

// snowflake is the id of a message of that age.
func snowflake(age time.Duration) string {
	const epoch = 1420070400000
	return fmt.Sprint((time.Now().Add(-age).UnixMilli() - epoch) << 22)
}

// Discord refuses too many edits of messages that are older than an hour, while others may be edited. Whoever edits an
// old one waits as long as it says, and nobody else.
func TestTooManyEditsOfOldMessages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		old, older, young := snowflake(2*time.Hour), snowflake(48*time.Hour), snowflake(10*time.Minute)
		var refused, made []string
		until := time.Now().Add(time.Minute)
		c := restTo(t, func(w http.ResponseWriter, r *http.Request) {
			id := path.Base(r.URL.Path)
			if id != young && time.Now().Before(until) {
				refused = append(refused, id)
				status(429, `{"message":"Maximum number of edits to messages older than 1 hour reached.","code":30046,"retry_after":60}`,
					"Via", "1.1 google", "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "60")(w, r)
				return
			}
			made = append(made, id)
			ok(w, r)
		})
		jobs := c.NoWait()
		var limited *RateLimitError
		if err := jobs.RemoveControls(t.Context(), "5", old, nil); !errors.As(err, &limited) || limited.After != time.Minute {
			t.Errorf("the refused edit: %v", err)
		}
		if err := jobs.CheckEditLimit("5", young); err != nil {
			t.Errorf("no room for a young message: %v", err)
		}
		if err := jobs.RemoveControls(t.Context(), "5", young, nil); err != nil {
			t.Errorf("a young message: %v", err)
		}
		for _, try := range []error{jobs.CheckEditLimit("5", older), jobs.RemoveControls(t.Context(), "5", older, nil)} {
			if !errors.As(try, &limited) || limited.After != time.Minute {
				t.Errorf("another old message: %v", try)
			}
		}
		if err := jobs.CheckEditLimit("6", older); err != nil {
			t.Errorf("no room in another channel: %v", err)
		}
		if err := c.RemoveControls(t.Context(), "5", old, nil); err != nil || !time.Now().Equal(until) {
			t.Errorf("who waits: %v, at %v instead of %v", err, time.Now(), until)
		}
		if len(refused) != 1 || !slices.Equal(made, []string{young, old}) {
			t.Errorf("refused were %v, made %v", refused, made)
		}
	})
}
