package discord

import (
	"encoding/json"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"
)

// A client that does not wait returns at once, with the time until there is room. The clients share what they know of
// the limits.
func TestNoWaitNeverSleeps(t *testing.T) {
	full := status(200, `{"id":"7"}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "300")
	slow := status(429, `{"retry_after":7.5}`, "X-RateLimit-Remaining", "0", "X-RateLimit-Reset-After", "7.5")
	for name, test := range map[string]struct {
		first http.HandlerFunc
		known bool // by a post before
		want  time.Duration
	}{
		"the bucket is known to be empty": {full, true, 5 * time.Minute},
		"Discord refuses":                 {slow, false, 7500 * time.Millisecond},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				handler, calls := replies(test.first, ok)
				patient := restTo(t, handler)
				if test.known {
					if _, err := patient.Post(t.Context(), "5", Message{}, "n"); err != nil {
						t.Fatal(err)
					}
				}
				made, began := calls.Load(), time.Now()
				noWait := patient.NoWait()
				var limited *RateLimitError
				if _, err := noWait.Post(t.Context(), "5", Message{}, "n"); !errors.As(err, &limited) || limited.After != test.want {
					t.Errorf("the post returned %v, want that there is room in %v", err, test.want)
				}
				if err := noWait.CheckPostLimit("5"); !errors.As(err, &limited) || limited.After != test.want {
					t.Errorf("room to post: %v, want none for %v", err, test.want)
				}
				if took := time.Since(began); took != 0 || calls.Load()-made > 1 {
					t.Errorf("it took %v and %d calls", took, calls.Load()-made)
				}
				if err := noWait.CheckPostLimit("6"); err != nil {
					t.Errorf("another channel has no room: %v", err)
				}
				time.Sleep(test.want)
				if _, err := noWait.Post(t.Context(), "5", Message{}, "n"); err != nil {
					t.Errorf("when its time has come: %v", err)
				}
			})
		})
	}
}

// It does not retry after another failure either.
func TestNoWaitTriesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		handler, calls := replies(status(503, ""), ok)
		_, err := restTo(t, handler).NoWait().Post(t.Context(), "5", Message{}, "n")
		var answer *Error
		if !errors.As(err, &answer) || answer.Status != 503 || calls.Load() != 1 {
			t.Errorf("%d calls, %v", calls.Load(), err)
		}
	})
}

// A thread that was reopened is archived again, even if that has to wait for a rate limit.
func TestWithThreadUnarchivedArchivesAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		open, refused := false, false
		c := restTo(t, func(w http.ResponseWriter, r *http.Request) {
			var change struct{ Archived bool }
			if err := json.NewDecoder(r.Body).Decode(&change); err != nil {
				t.Error(err)
			}
			if change.Archived && !refused {
				refused = true
				status(429, `{"retry_after":3}`, "X-RateLimit-Scope", "user")(w, r)
				return
			}
			open = !change.Archived
			ok(w, r)
		})
		if err := c.Background().WithThreadUnarchived(t.Context(), "5", func() error { return nil }); err != nil || open {
			t.Errorf("the thread is open: %v; %v", open, err)
		}
	})
}
