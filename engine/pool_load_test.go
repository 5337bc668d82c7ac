package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// Load counts a request while it waits and while it runs, and no longer.
func TestPoolLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		pool := testPool(1)
		defer pool.Close()
		var j journal
		var calls sync.WaitGroup
		ctx, cancel := context.WithCancel(t.Context())
		for n := range 5 {
			queue := &pool.moves
			if n >= 2 {
				queue = &pool.analyses
			}
			calls.Go(func() {
				err := pool.do(ctx, Key{User: fmt.Sprint(n)}, queue, j.search("", time.Hour))
				if err != nil && !errors.Is(err, context.Canceled) {
					t.Error(err)
				}
			})
			synctest.Wait()
		}
		if got, want := pool.Load(), (Load{Moves: QueueLoad{Running: 1, Waiting: 1}, Analyses: QueueLoad{Waiting: 3}}); got != want {
			t.Errorf("the load is %+v, want %+v", got, want)
		}
		cancel()
		calls.Wait()
		synctest.Wait()
		if got := pool.Load(); got != (Load{}) {
			t.Errorf("the load of an idle pool is %+v", got)
		}
	})
}
