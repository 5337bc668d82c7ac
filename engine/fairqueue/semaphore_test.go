package fairqueue_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"xiangqibot/engine/fairqueue"
)

// Whatever holders do, there are never more of them than places, none waits while a place is free, and in the end all
// places are free.
func TestSemaphoreLaws(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		places := rapid.IntRange(1, 3).Draw(rt, "places")
		comers := rapid.SliceOfN(rapid.SampledFrom([]string{"a", "b", "c"}), 1, 12).Draw(rt, "comers")
		givesUp := rapid.SliceOfN(rapid.Bool(), len(comers), len(comers)).Draw(rt, "gives up")
		synctest.Test(t, func(t *testing.T) {
			s := fairqueue.NewSemaphore(places)
			type result struct {
				who int
				err error
			}
			results := make(chan result, len(comers))
			cancels := make([]context.CancelFunc, len(comers))
			for i, person := range comers {
				ctx, cancel := context.WithCancel(t.Context())
				cancels[i] = cancel
				go func() { results <- result{i, s.Acquire(ctx, fairqueue.Key{User: person})} }()
				synctest.Wait()
			}
			for i, cancel := range cancels {
				if givesUp[i] {
					cancel()
				}
			}
			synctest.Wait()
			admitted, gone := 0, 0
			collect := func() {
				for range len(results) {
					switch r := <-results; {
					case r.err == nil:
						admitted++
					case errors.Is(r.err, context.Canceled) && givesUp[r.who]:
						gone++
					default:
						t.Errorf("%d was sent away with %v", r.who, r.err)
					}
				}
			}
			collect()
			for released := 0; ; released++ {
				if want := min(released+places, len(comers)-gone); admitted != want {
					t.Errorf("%d admitted after %d went, with %d places and %d who wait no longer; want %d", admitted, released, places, gone, want)
				}
				if released == admitted {
					break
				}
				s.Release()
				synctest.Wait()
				collect()
			}
			for range places {
				if err := s.Acquire(t.Context(), fairqueue.Key{}); err != nil {
					t.Error(err)
				}
			}
			for _, cancel := range cancels {
				cancel()
			}
		})
	})
}

// Waiting holders are admitted in turns, those that have given up are skipped.
func TestSemaphoreTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := fairqueue.NewSemaphore(1)
		order := make(chan string, 10)
		come := func(ctx context.Context, person string) {
			go func() {
				if s.Acquire(ctx, fairqueue.Key{User: person}) == nil {
					order <- person
				}
			}()
			synctest.Wait()
		}
		ctx, cancel := context.WithCancel(t.Context())
		for _, person := range []string{"a", "a", "a", "b"} {
			come(t.Context(), person)
		}
		come(ctx, "c")
		come(t.Context(), "d")
		cancel()
		synctest.Wait()
		for _, want := range []string{"a", "a", "b", "d", "a"} {
			synctest.Wait()
			select {
			case got := <-order:
				if got != want {
					t.Errorf("admitted is %s, want %s", got, want)
				}
			default:
				t.Fatalf("nobody is admitted, want %s", want)
			}
			s.Release()
		}
	})
}
