package playground

import (
	"testing"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Interactions are kept as long as their tokens are valid.
func TestPrune(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	is := &interactions{
		core: &core{}, channels: &channels{list: []*channel{{Channel: wire.Channel{ID: "9"}}}},
		byID: map[wire.ID]*interaction{},
	}
	is.put(&interaction{ID: "1", Channel: "9", Created: now.Add(-tokenTTL - 2*time.Minute), State: answered})
	is.put(&interaction{ID: "2", Channel: "9", Created: now.Add(-tokenTTL + time.Second), State: answered})
	is.prune(now)
	if len(is.byID) != 1 || is.byID["2"] == nil {
		t.Errorf("kept are %v", is.byID)
	}
}
