package playground

import (
	"encoding/json"
	"testing"
	"time"

	"xiangqibot/bot/playground/wire"
)

// Each person's latest interaction is kept for redelivery; of the others only what is needed to answer them, as long as
// their token is valid.
func TestForget(t *testing.T) {
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	is := &interactions{
		core: &core{}, channels: &channels{list: []*channel{{Channel: wire.Channel{ID: "9"}}}},
		byID: map[wire.ID]*interaction{}, last: map[wire.ID]*interaction{},
	}
	add := func(id, person wire.ID, age time.Duration, state string) *interaction {
		x := &interaction{ID: id, Person: person, Channel: "9", Created: now.Add(-age), State: state, Payload: json.RawMessage(`{}`)}
		is.put(x)
		return x
	}
	gone := add("1", "a", tokenTTL+2*time.Minute, answered)
	last := add("2", "b", tokenTTL+2*time.Minute, answered)
	done := add("3", "a", 2*time.Minute, answered)
	open := add("4", "a", 2*time.Minute, thinking)
	young := add("5", "a", 10*time.Second, answered)
	for range 2 {
		is.pruneOld(now)
		if is.byID[gone.ID] != nil || is.byID[last.ID] != last || len(is.byID) != 4 {
			t.Errorf("kept are %v", is.byID)
		}
	}
	if done.Payload != nil || open.Payload == nil || young.Payload == nil || last.Payload == nil {
		t.Error("what the bot was given is kept of the wrong ones")
	}
	add("6", "b", 0, waiting)
	if is.byID[last.ID] != nil || len(is.byID) != 4 {
		t.Errorf("after b has done something else %v are kept", is.byID)
	}
}
