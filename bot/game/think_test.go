package game

import (
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// A thought takes the turn of the person who waits for it, and that of the game where nobody in particular does.
func TestWhoWaitsForAThought(t *testing.T) {
	g := &Game{ID: 7, Guild: "guild", Sides: Sides{Seats: [2]Seat{board.Red: {Person: "100"}, board.Black: {Level: 3}}}}
	if got, want := g.queueKey(board.Black), (engine.Key{Tenant: "guild", User: "100", Flow: "7"}); got != want {
		t.Errorf("the bot thinks for %v, want %v", got, want)
	}
	team := &Game{ID: 8, Sides: Sides{Seats: [2]Seat{board.Red: {Team: true}, board.Black: {Level: 3}}}}
	other := &Game{ID: 9, Sides: Sides{Seats: [2]Seat{board.Red: {Team: true}, board.Black: {Level: 3}}}}
	if a, b := team.queueKey(board.Black), other.queueKey(board.Black); a.User == b.User || a.User == "" {
		t.Errorf("two teams share the turns of %q", a.User)
	}
}
