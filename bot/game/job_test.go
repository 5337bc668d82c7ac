package game_test

import (
	"slices"
	"testing"
	"time"

	"xiangqibot/bot/game"
)

// Equal jobs in an outbox are one, at the earlier time.
func TestEqualJobsAreQueuedOnce(t *testing.T) {
	think, flag := game.Think{Game: 1, Ply: 3}, game.Flag{Game: 1, Ply: 3}
	later := start.Add(time.Hour)
	var d game.Outbox
	d.Enqueue(think, later)
	d.Enqueue(flag, start)
	d.Enqueue(think, start)
	d.Enqueue(think, later)
	queued := d.TakeJobs()
	if want := []game.QueuedJob{{Job: think, At: start}, {Job: flag, At: start}}; !slices.Equal(queued, want) {
		t.Errorf("queued are %v, want %v", queued, want)
	}
	if again := d.TakeJobs(); len(again) > 0 {
		t.Errorf("the outbox still holds %v", again)
	}
}
