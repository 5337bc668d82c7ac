package bot

import (
	"context"
	"testing"
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
