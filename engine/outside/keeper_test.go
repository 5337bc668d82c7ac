package outside_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/outside"
	"xiangqibot/engine/outside/outsidetest"
	"xiangqibot/engine/turns"
)

// A kept program, what became of it, and the time.
type household struct {
	*outside.Keeper
	notices chan outside.Notice
	time    atomic.Int64 // since 1970, in nanoseconds
}

// keep keeps a program until the test ends.
func keep(t *testing.T, o outside.KeeperOptions) *household {
	t.Helper()
	h := &household{notices: make(chan outside.Notice, 1000)}
	o.Notice = func(n outside.Notice) { h.notices <- n }
	o.Limits = outside.Limits{MoveTime: 10 * time.Millisecond}
	if o.Idle == 0 {
		o.Idle = time.Hour
	}
	k, err := outside.NewKeeper(o)
	if err != nil {
		t.Fatal(err)
	}
	h.Keeper = k
	h.SetClock(func() time.Time { return time.Unix(0, h.time.Load()) })
	t.Cleanup(k.Close)
	return h
}

// became waits for what becomes of the program next.
func (h *household) became(t *testing.T, want outside.NoticeKind) outside.Notice {
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

func game(name string) turns.Key { return turns.Key{Person: "somebody", Game: name} }

// A program runs only while it is asked now and then.
func TestKeeperStartsOnDemandAndRests(t *testing.T) {
	h := keep(t, outside.KeeperOptions{Options: outsidetest.Options(outsidetest.Sound), Idle: 50 * time.Millisecond})
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
		h.became(t, outside.Started)
		h.became(t, outside.Rested)
	}
}

// A program that dies in a game is started anew and asked once more; nobody notices anything but the time.
func TestKeeperReplacesTheDead(t *testing.T) {
	h := keep(t, outside.KeeperOptions{Options: outsidetest.Once(t, outsidetest.Dies)})
	rec := board.NewRecord()
	if _, err := h.Think(t.Context(), game("1"), &rec); err != nil {
		t.Fatal(err)
	}
	if _, err := h.Think(t.Context(), game("2"), oldGame(t)); err != nil {
		t.Errorf("the second program: %v", err)
	}
	h.became(t, outside.Started)
	h.became(t, outside.Started)
	h.silent(t)
}

// A program that fails is left alone for a while, each time for longer, and those who ask meanwhile are told so at once.
func TestKeeperPauses(t *testing.T) {
	for habit, says := range map[outsidetest.Habit]string{
		outsidetest.Dies: "has ended", outsidetest.Illegal: "is not legal", outsidetest.Nonsense: "resign", outsidetest.Mute: "has not said bestmove",
		outsidetest.Dumb: "has not said uciok", outsidetest.Lost: "network file",
	} {
		t.Run(string(habit), func(t *testing.T) {
			t.Parallel()
			h := keep(t, outside.KeeperOptions{Options: outsidetest.Options(habit)})
			starts := habit != outsidetest.Dumb && habit != outsidetest.Lost
			for _, pause := range []time.Duration{time.Second, 2 * time.Second, 4 * time.Second} {
				if _, err := h.Think(t.Context(), game("1"), oldGame(t)); err == nil || !strings.Contains(err.Error(), says) {
					t.Fatalf("error %v, want %q", err, says)
				}
				if starts {
					h.became(t, outside.Started)
				}
				if n := h.became(t, outside.Failed); n.Pause != pause || !strings.Contains(n.Err.Error(), says) {
					t.Errorf("%+v, want a pause of %v", n, pause)
				}
				h.time.Add(int64(pause - 1))
				if _, err := h.Think(t.Context(), game("1"), oldGame(t)); !errors.Is(err, outside.ErrResting) {
					t.Errorf("error %v during the pause, want ErrResting", err)
				}
				h.silent(t)
				h.time.Add(1)
			}
			// In a young game it is sound; then all is forgiven.
			if young := board.NewRecord(); starts {
				if _, err := h.Think(t.Context(), game("1"), &young); err != nil {
					t.Fatal(err)
				}
				h.became(t, outside.Started)
				h.Think(t.Context(), game("1"), oldGame(t))
				for n := range h.notices {
					if n.Kind == outside.Failed {
						if n.Pause != time.Second {
							t.Errorf("a pause of %v after an answer, want %v", n.Pause, time.Second)
						}
						break
					}
				}
			}
		})
	}
}

func TestKeeperPauseIsBounded(t *testing.T) {
	h := keep(t, outside.KeeperOptions{Options: outside.Options{Command: []string{"/nowhere/engine"}}})
	rec := board.NewRecord()
	var last outside.Notice
	for range 12 {
		if _, err := h.Think(t.Context(), game("1"), &rec); err == nil {
			t.Fatal("a program that is not there plays")
		}
		last = h.became(t, outside.Failed)
		h.time.Add(int64(last.Pause))
	}
	if last.Pause != outside.LongestPause {
		t.Errorf("a pause of %v after twelve failures, want %v", last.Pause, outside.LongestPause)
	}
}

// When a question is taken back, the program is told to stop, and answers the next one.
func TestKeeperCancels(t *testing.T) {
	h := keep(t, outside.KeeperOptions{Options: outsidetest.Options(outsidetest.Slow)})
	ctx, cancel := context.WithCancel(t.Context())
	var calls sync.WaitGroup
	for _, name := range []string{"1", "2", "3"} {
		calls.Go(func() {
			if _, err := h.Think(ctx, game(name), oldGame(t)); !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want a cancellation", err)
			}
		})
	}
	h.became(t, outside.Started)
	cancel()
	calls.Wait()
	rec := board.NewRecord()
	if _, err := h.Think(t.Context(), game("4"), &rec); err != nil {
		t.Error(err)
	}
	h.silent(t)
}

// Closing ends the search that runs and tells all who wait; no process is left, nor a goroutine.
func TestKeeperCloses(t *testing.T) {
	for _, habit := range []outsidetest.Habit{outsidetest.Slow, outsidetest.Stays} {
		h := keep(t, outside.KeeperOptions{Options: outsidetest.Options(habit), Waiting: 2})
		rec := board.NewRecord()
		if _, err := h.Think(t.Context(), game("1"), &rec); err != nil {
			t.Fatal(err)
		}
		h.became(t, outside.Started)
		var calls sync.WaitGroup
		if habit == outsidetest.Slow {
			for _, name := range []string{"1", "2", "3"} {
				calls.Go(func() {
					if _, err := h.Think(t.Context(), game(name), oldGame(t)); !errors.Is(err, outside.ErrKeeperClosed) && !errors.Is(err, outside.ErrFull) {
						t.Errorf("error %v, want ErrKeeperClosed", err)
					}
				})
			}
		}
		h.Close()
		calls.Wait()
		if _, err := h.Think(t.Context(), game("1"), &rec); !errors.Is(err, outside.ErrKeeperClosed) {
			t.Errorf("error %v, want ErrKeeperClosed", err)
		}
		h.Close()
	}
}

func TestKeeperIsBounded(t *testing.T) {
	h := keep(t, outside.KeeperOptions{Options: outsidetest.Options(outsidetest.Slow), Waiting: 1})
	ctx, cancel := context.WithCancel(t.Context())
	full := make(chan error, 3)
	for _, name := range []string{"1", "2", "3"} { // one is searched, one waits, one is too many
		go func() {
			_, err := h.Think(ctx, game(name), oldGame(t))
			full <- err
		}()
	}
	if err := <-full; !errors.Is(err, outside.ErrFull) {
		t.Errorf("error %v, want ErrFull", err)
	}
	cancel()
	for range 2 {
		if err := <-full; !errors.Is(err, context.Canceled) && !errors.Is(err, outside.ErrFull) {
			t.Errorf("error %v, want a cancellation", err)
		}
	}
}
