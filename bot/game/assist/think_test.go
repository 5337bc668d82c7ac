package assist

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// A search is queued for the person who waits for it, or for the game if a team does.
func TestQueueKey(t *testing.T) {
	g := &game.Game{ID: 7, Guild: "guild", Sides: game.Sides{Seats: [2]game.Seat{board.Red: {Person: "100"}, board.Black: {Level: 3}}}}
	if got, want := queueKey(g, board.Black), (engine.Key{Tenant: "guild", User: "100", Flow: "7"}); got != want {
		t.Errorf("the search is queued for %v, want %v", got, want)
	}
	team := &game.Game{ID: 8, Sides: game.Sides{Seats: [2]game.Seat{board.Red: {Team: true}, board.Black: {Level: 3}}}}
	other := &game.Game{ID: 9, Sides: game.Sides{Seats: [2]game.Seat{board.Red: {Team: true}, board.Black: {Level: 3}}}}
	if a, b := queueKey(team, board.Black), queueKey(other, board.Black); a.User == b.User || a.User == "" {
		t.Errorf("two teams are queued as the same %q", a.User)
	}
}
