package engine

import (
	"slices"
	"sync"
	"testing"
	"time"
)

// idlePool has no workers of its own: the test takes the requests off itself.
func idlePool(workers int) *Pool {
	p := &Pool{workers: workers, now: time.Now, queues: make(map[string][]*request)}
	p.work = sync.NewCond(&p.mu)
	return p
}

// The keys take turns, and each key's requests keep their order.
func TestPoolTakesTurns(t *testing.T) {
	p := idlePool(1)
	names := map[*request]string{}
	for _, name := range []string{"a1", "a2", "a3", "b1", "c1", "b2"} {
		r := &request{}
		names[r] = name
		if err := p.enqueue(name[:1], r); err != nil {
			t.Fatal(err)
		}
	}
	var got []string
	for range len(names) {
		r, _, ok := p.next()
		if !ok {
			t.Fatal("the pool says that it is closed")
		}
		got = append(got, names[r])
	}
	if want := []string{"a1", "b1", "c1", "a2", "b2", "a3"}; !slices.Equal(got, want) {
		t.Errorf("served %v, want %v", got, want)
	}
	if len(p.queues) != 0 || len(p.turns) != 0 {
		t.Errorf("%d queues and %d turns are left over", len(p.queues), len(p.turns))
	}
}

// When eight games ask at once, the searches share the time, so that the last of them has its answer in time too.
func TestPoolSharesTheTime(t *testing.T) {
	const workers, games = 2, 8
	p := idlePool(workers)
	start := time.Unix(0, 0)
	var elapsed time.Duration
	p.now = func() time.Time { return start.Add(elapsed) }
	for g := range games {
		if err := p.enqueue(string(rune('a'+g)), &request{asked: start}); err != nil {
			t.Fatal(err)
		}
	}
	for range games / workers {
		var longest time.Duration
		for range workers {
			_, budget, _ := p.next()
			longest = max(longest, budget)
		}
		elapsed += longest
	}
	if elapsed > answerTime || elapsed < answerTime*9/10 {
		t.Errorf("the last answer comes after %v, want nearly %v", elapsed, answerTime)
	}
	// A game alone has all the time.
	if err := p.enqueue("late", &request{asked: p.now()}); err != nil {
		t.Fatal(err)
	}
	if _, budget, _ := p.next(); budget != answerTime {
		t.Errorf("a single game may think for %v, want %v", budget, answerTime)
	}
}

// A request that is withdrawn leaves the others in their order.
func TestPoolWithdraws(t *testing.T) {
	p := idlePool(1)
	a, b := &request{}, &request{}
	for key, r := range map[string]*request{"a": a, "b": b} {
		if err := p.enqueue(key, r); err != nil {
			t.Fatal(err)
		}
	}
	if !p.withdraw("a", a) || p.withdraw("a", a) {
		t.Error("a waiting request can be withdrawn once")
	}
	if r, _, _ := p.next(); r != b {
		t.Error("the wrong request was served")
	}
	if p.withdraw("b", b) {
		t.Error("a request that is served can not be withdrawn")
	}
}
