package bot

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
)

// Each person waits for their own requests, until the last is answered or they no longer want to wait, and nothing is
// kept of those who have none.
func TestUnderWay(t *testing.T) {
	var u underway
	u.wait(t.Context(), "1") // nothing is under way
	first, second, other := u.begin("1"), u.begin("1"), u.begin("2")
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	u.wait(impatient, "1")
	waited := make(chan struct{})
	go func() {
		u.wait(t.Context(), "1")
		close(waited)
	}()
	other()
	u.wait(t.Context(), "2")
	first()
	select {
	case <-waited:
		t.Error("somebody did not wait for the second request")
	default:
	}
	second()
	<-waited
	if len(u.of) > 0 {
		t.Errorf("kept are %v", u.of)
	}
}

func TestQueuesKeepTheirOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var q queues
		var mu sync.Mutex
		var worked []string
		join := func(queue, name string) (begin chan struct{}) {
			wait, done := q.join(queue)
			begin = make(chan struct{})
			go func() {
				<-begin // however late its goroutine is
				defer done()
				wait(t.Context())
				mu.Lock()
				defer mu.Unlock()
				worked = append(worked, name)
			}()
			return begin
		}
		first, second, third := join("a", "first"), join("a", "second"), join("a", "third")
		other := join("b", "other")
		for _, begin := range []chan struct{}{third, second, other, first} {
			close(begin)
			synctest.Wait()
		}
		if got := [4]string(worked); got != [4]string{"other", "first", "second", "third"} {
			t.Errorf("worked on in the order %v", got)
		}
		if len(q.last) != 0 {
			t.Errorf("%d queues are kept that nobody stands in", len(q.last))
		}
	})
}

// Who no longer has the time to wait goes on, and those behind it wait for nobody else.
func TestQueueWaitEndsWithTheContext(t *testing.T) {
	var q queues
	_, done := q.join("a")
	wait, alsoDone := q.join("a")
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	wait(ended)
	alsoDone()
	alsoDone()
	wait, lastDone := q.join("a")
	wait(t.Context())
	lastDone()
	done()
	if len(q.last) != 0 {
		t.Errorf("%d queues are kept that nobody stands in", len(q.last))
	}
}
