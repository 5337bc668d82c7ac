package uciclient_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/fairqueue"
	"xiangqibot/engine/uciclient"
	"xiangqibot/engine/uciclient/uciclienttest"
)

// A kept program, what became of it, and the time.
type household struct {
	*uciclient.Supervisor
	notices chan uciclient.Event
	time    atomic.Int64 // since 1970, in nanoseconds
}

// keep keeps a program until the test ends.
func keep(t *testing.T, o uciclient.SupervisorOptions) *household {
	t.Helper()
	h := &household{notices: make(chan uciclient.Event, 1000)}
	o.OnEvent = func(n uciclient.Event) { h.notices <- n }
	o.Limits = uciclient.Limits{MoveTime: 10 * time.Millisecond}
	if o.IdleTimeout == 0 {
		o.IdleTimeout = time.Hour
	}
	k, err := uciclient.NewSupervisor(o)
	if err != nil {
		t.Fatal(err)
	}
	h.Supervisor = k
	h.SetClock(func() time.Time { return time.Unix(0, h.time.Load()) })
	t.Cleanup(k.Close)
	return h
}

// became waits for what becomes of the program next.
func (h *household) became(t *testing.T, want uciclient.EventKind) uciclient.Event {
	t.Helper()
	n := <-h.notices
	if n.Kind != want {
		t.Fatalf("notice %+v, want kind %d", n, want)
	}
	return n
}

// silent makes sure that nothing else became of it.
func (h *household) silent(t *testing.T) {
	t.Helper()
	select {
	case n := <-h.notices:
		t.Errorf("notice %+v, want none", n)
	default:
	}
}

func game(name string) fairqueue.Key { return fairqueue.Key{User: "somebody", Flow: name} }

// A program runs only while it is asked now and then.
func TestSupervisorStartsOnDemand(t *testing.T) {
	h := keep(t, uciclient.SupervisorOptions{Options: uciclienttest.Options(uciclienttest.Normal), IdleTimeout: 50 * time.Millisecond})
	h.silent(t)
	rec := board.NewRecord()
	for range 2 {
		thought, err := h.Think(t.Context(), game("1"), &rec)
		if err != nil {
			t.Fatal(err)
		}
		if err := rec.Play(thought.Move); err != nil {
			t.Fatal(err)
		}
		h.became(t, uciclient.Started)
		h.became(t, uciclient.Stopped)
	}
}

// A program that dies in a game is started anew and asked once more; nobody notices anything but the time.
func TestSupervisorReplacesDeadProgram(t *testing.T) {
	h := keep(t, uciclient.SupervisorOptions{Options: uciclienttest.FailsOnce(t, uciclienttest.Crashes)})
	rec := board.NewRecord()
	if _, err := h.Think(t.Context(), game("1"), &rec); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Think(t.Context(), game("2"), oldGame(t)); err != nil {
		t.Errorf("the second program: %v", err)
	}
	h.became(t, uciclient.Started)
	h.became(t, uciclient.Started)
	h.silent(t)
}

// A program that fails is left alone for some time, longer each time, and requests in between are refused at once.
func TestSupervisorPauses(t *testing.T) {
	t.Parallel()
	for behavior, says := range map[uciclienttest.Behavior]string{
		uciclienttest.Crashes:      "it has ended before it sent bestmove (exit status 3)",
		uciclienttest.Illegal:      "is not legal",
		uciclienttest.NoMoveNamed:  `move "resign": want two squares`,
		uciclienttest.NeverAnswers: "has not sent bestmove after",
		uciclienttest.NoHandshake:  "has not sent uciok after",
		uciclienttest.ExitsAtStart: "its last message: ERROR: the network file was not found",
	} {
		t.Run(string(behavior), func(t *testing.T) {
			t.Parallel()
			h := keep(t, uciclient.SupervisorOptions{Options: uciclienttest.Options(behavior)})
			starts := behavior != uciclienttest.NoHandshake && behavior != uciclienttest.ExitsAtStart
			for _, pause := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
				if _, err := h.Think(t.Context(), game("1"), oldGame(t)); err == nil || !strings.Contains(err.Error(), says) {
					t.Fatalf("error %v, want %q", err, says)
				}
				if starts {
					h.became(t, uciclient.Started)
				}
				if n := h.became(t, uciclient.Failed); n.Backoff != pause || !strings.Contains(n.Err.Error(), says) {
					t.Errorf("%+v, want a pause of %v", n, pause)
				}
				h.time.Add(int64(pause - 1))
				if _, err := h.Think(t.Context(), game("1"), oldGame(t)); !errors.Is(err, uciclient.ErrBackoff) {
					t.Errorf("error %v during the backoff, want ErrBackoff", err)
				}
				h.silent(t)
				h.time.Add(1)
			}
			// In a young game it is sound; then all is forgiven.
			if young := board.NewRecord(); starts {
				if _, err := h.Think(t.Context(), game("1"), &young); err != nil {
					t.Fatal(err)
				}
				h.became(t, uciclient.Started)
				h.Think(t.Context(), game("1"), oldGame(t))
				for n := range h.notices {
					if n.Kind == uciclient.Failed {
						if n.Backoff != time.Second {
							t.Errorf("a pause of %v after an answer, want %v", n.Backoff, time.Second)
						}
						break
					}
				}
			}
		})
	}
}

func TestSupervisorPauseIsBounded(t *testing.T) {
	h := keep(t, uciclient.SupervisorOptions{Options: uciclient.Options{Command: []string{"/nowhere/engine"}}})
	rec := board.NewRecord()
	var last uciclient.Event
	for range 12 {
		if _, err := h.Think(t.Context(), game("1"), &rec); err == nil {
			t.Fatal("a program that is not there plays")
		}
		last = h.became(t, uciclient.Failed)
		h.time.Add(int64(last.Backoff))
	}
	if last.Backoff != uciclient.LongestPause {
		t.Errorf("a pause of %v after twelve failures, want %v", last.Backoff, uciclient.LongestPause)
	}
}

// When a request is withdrawn, the program is stopped, and answers the next one.
func TestSupervisorCancels(t *testing.T) {
	h := keep(t, uciclient.SupervisorOptions{Options: uciclienttest.Options(uciclienttest.AnswersOnStop)})
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for _, name := range []string{"1", "2", "3"} {
		calls.Go(func() {
			if _, err := h.Think(ctx, game(name), oldGame(t)); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want a cancellation", err)
			}
		})
	}
	h.became(t, uciclient.Started)
	cancel()
	calls.Wait()
	rec := board.NewRecord()
	if _, err := h.Think(t.Context(), game("4"), &rec); err != nil {
		t.Error(err)
	}
	h.silent(t)
}

// Closing ends the search that runs and answers all who wait; no process is left, nor a goroutine.
func TestSupervisorCloses(t *testing.T) {
	t.Parallel()
	for _, behavior := range []uciclienttest.Behavior{uciclienttest.AnswersOnStop, uciclienttest.IgnoresQuit} {
		h := keep(t, uciclient.SupervisorOptions{Options: uciclienttest.Options(behavior)})
		rec := board.NewRecord()
		if _, err := h.Think(t.Context(), game("1"), &rec); err != nil {
			t.Fatal(err)
		}
		h.became(t, uciclient.Started)
		var calls sync.WaitGroup
		if behavior == uciclienttest.AnswersOnStop {
			for _, name := range []string{"1", "2", "3"} {
				calls.Go(func() {
					if _, err := h.Think(t.Context(), game(name), oldGame(t)); !errors.Is(err, uciclient.ErrClosed) {
						t.Errorf("error %v, want ErrClosed", err)
					}
				})
			}
		}
		h.Close()
		calls.Wait()
		if _, err := h.Think(t.Context(), game("1"), &rec); !errors.Is(err, uciclient.ErrClosed) {
			t.Errorf("error %v, want ErrClosed", err)
		}
		h.Close()
	}
}
