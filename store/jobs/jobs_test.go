package jobs

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/riverqueue/river"

	"xiangqibot/store/database"
)

// The tests of what these parts do together with a database are those of package store.

// A job whose processes die time and again may be the reason. It is not lost, but waits longer each time.
func TestAJobThatMayKillItsProcessesWaits(t *testing.T) {
	due := time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)
	last := time.Duration(-1)
	for metadata, n := []byte("{}"), 0; n < 12; n++ {
		again, err := afterDeath(&Row{Metadata: metadata, ScheduledAt: due}, due)
		if err != nil {
			t.Fatal(err)
		}
		wait := again.InsertOpts.ScheduledAt.Sub(due)
		if n == 0 && wait != 0 || n > 0 && (wait < time.Second || wait <= last*9/11) {
			t.Errorf("after %d deaths it waits %v, and %v before", n+1, wait, last)
		}
		last, metadata = wait, again.InsertOpts.Metadata
	}
}

// Failed jobs are retried ever later, but not too late.
func TestBackoff(t *testing.T) {
	last := time.Duration(0)
	for failures := 1; failures < 2000; failures++ {
		wait := backoff(failures)
		if failures == 1 && wait > 2*time.Second {
			t.Errorf("the first wait is %v", wait)
		}
		if wait > maxBackoff*11/10 || wait < last*9/11 {
			t.Fatalf("wait %d is %v after %v", failures, wait, last)
		}
		last = wait
	}
}

// Before a job the clocks are compensated. If that fails, the job waits.
func TestAJobComesAfterTheClocks(t *testing.T) {
	failed := errors.New("no database")
	for _, down := range []error{nil, failed} {
		var calls []string
		one := &worker{
			compensate: func(context.Context) error { calls = append(calls, "compensate"); return down },
			outbox:     &Outbox{db: &database.Connection{Clock: time.Now}},
			Handler: Handler{do: func(context.Context, json.RawMessage) error {
				calls = append(calls, "job")
				return nil
			}},
		}
		err := one.Work(t.Context(), &river.Job[encodedJob]{})
		want := []string{"compensate", "job"}
		if down != nil {
			want = want[:1]
		}
		if !errors.Is(err, down) || !slices.Equal(calls, want) {
			t.Errorf("with the error %v: %v, %v; want %v", down, calls, err, want)
		}
	}
}
