package bot

import (
	"context"
	"testing"
)

// Who waits goes on when the last request is answered, or does not want to wait any longer.
func TestUnderWay(t *testing.T) {
	var u inFlight
	u.wait(t.Context()) // nothing is under way
	first, second := u.begin(), u.begin()
	impatient, cancel := context.WithCancel(t.Context())
	cancel()
	u.wait(impatient)
	waited := make(chan struct{})
	go func() {
		u.wait(t.Context())
		close(waited)
	}()
	first()
	select {
	case <-waited:
		t.Error("somebody did not wait for the second request")
	default:
	}
	second()
	<-waited
	u.begin()()
	u.wait(t.Context())
}

// Each person waits for their own requests, and nothing is kept of those who have none.
func TestUnderWayByPerson(t *testing.T) {
	var u inFlightBy
	first, second, other := u.begin("1"), u.begin("1"), u.begin("2")
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
