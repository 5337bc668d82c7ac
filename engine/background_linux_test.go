package engine

import (
	"context"
	"syscall"
	"testing"
	"time"
)

// nice returns the nice value of the thread.
func nice(t *testing.T) int {
	t.Helper()
	p, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
	if err != nil {
		t.Error(err)
	}
	return 20 - p // how the system call says it
}

// A function in the background has a low priority, and the code after it the usual one.
func TestInBackground(t *testing.T) {
	usual := nice(t)
	for range 3 {
		within := usual
		inBackground(func() { within = nice(t) })
		if within != backgroundNice {
			t.Errorf("the nice value is %d, want %d", within, backgroundNice)
		}
		if after := nice(t); after != usual {
			t.Errorf("the nice value is %d afterward, want %d as before", after, usual)
		}
	}
}

// Analyses are searched in the background, moves with the priority of the program.
func TestPoolAnalyzesInBackground(t *testing.T) {
	usual := nice(t)
	p := NewPool(PoolOptions{Workers: 1, HashMB: 1})
	defer p.Close()
	niceOf := func(queue string) (value int) {
		t.Helper()
		of := &p.moves
		if queue == "analyses" {
			of = &p.analyses
		}
		err := p.do(t.Context(), Key{}, of, func(context.Context, *Engine, time.Duration) error {
			value = nice(t)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
		return value
	}
	if got := niceOf("analyses"); got != backgroundNice {
		t.Errorf("an analysis has the nice value %d, want %d", got, backgroundNice)
	}
	if got := niceOf("moves"); got != usual {
		t.Errorf("the search of a move has the nice value %d, want %d", got, usual)
	}
}
