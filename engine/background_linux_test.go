package engine

import (
	"context"
	"syscall"
	"testing"
	"time"
)

// A function in the background has a low priority, and the code after it the usual one.
func TestInBackground(t *testing.T) {
	priority := func() (nice int) {
		p, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
		if err != nil {
			t.Error(err)
		}
		return 20 - p // how the system call says it
	}
	usual := priority()
	for range 3 {
		within := usual
		inBackground(func() { within = priority() })
		if within != backgroundNice {
			t.Errorf("the nice value is %d, want %d", within, backgroundNice)
		}
		if after := priority(); after != usual {
			t.Errorf("the nice value is %d afterward, want %d as before", after, usual)
		}
	}
}

// Analyses are searched in the background, moves are not.
func TestPoolAnalyzesInBackground(t *testing.T) {
	p := NewPool(PoolOptions{Workers: 1, HashMB: 1})
	defer p.Close()
	nice := func(queue string) (value int) {
		t.Helper()
		of := &p.moves
		if queue == "analyses" {
			of = &p.analyses
		}
		err := p.do(t.Context(), Key{}, of, func(context.Context, *Engine, time.Duration) error {
			n, err := syscall.Getpriority(syscall.PRIO_PROCESS, syscall.Gettid())
			value = 20 - n
			return err
		})
		if err != nil {
			t.Error(err)
		}
		return value
	}
	if got := nice("analyses"); got != backgroundNice {
		t.Errorf("an analysis has the nice value %d, want %d", got, backgroundNice)
	}
	if got := nice("moves"); got == backgroundNice {
		t.Error("the search of a move waits for everything else")
	}
}
