package game_test

import (
	"errors"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/guild"
	"xiangqibot/engine/board"
)

// display is Alice, Red, against three.
var display = lobby.Simul{ID: 77, Boards: 3, ColorChoice: game.WantRed}

// announced is a table at which Alice has announced the display.
func announced(t *testing.T) *table {
	t.Helper()
	tb := newTable(t, nil)
	tb.announce(t, display)
	return tb
}

func (tb *table) announce(t *testing.T, s lobby.Simul) {
	t.Helper()
	act := at(alice, "c")
	act.Name = "Alice"
	ok(tb.simuls().Start(t.Context(), act, s))(t)
}

func TestABoardOfADisplay(t *testing.T) {
	tb := announced(t)
	g, _, err := tb.simuls().TakeBoard(t.Context(), at(bob, "c"), display.ID)
	must(t, err)
	if g.State != game.Active || g.Rated || g.Timed() || g.Seats != [2]game.Seat{board.Red: {Person: alice}, board.Black: {Person: bob}} ||
		g.Name(alice) != "Alice" || g.Name(bob) != "name of 1002" || g.Simul != display.ID {
		t.Fatalf("%+v", g)
	}
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(bob, "c"), display.ID)
	var taken *game.Refusal
	if !errors.As(err, &taken) || taken.Code != game.BoardTaken || taken.Game != g.ID {
		t.Fatalf("a second board for Bob: %v", err)
	}
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(alice, "c"), display.ID)
	refused(t, err, game.OwnSimul)
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(bob, "c"), 99)
	refused(t, err, game.NoSuchSimul)
	for _, boards := range []int{0, lobby.MaxBoards + 1} {
		wrong := display
		wrong.Boards = boards
		refused(t, errOf(tb.simuls().Start(t.Context(), at(carol, "c"), wrong)), game.BadSimul)
	}
	refused(t, errOf(tb.simuls().Start(t.Context(), game.Act{Actor: carol}, display)), game.OnlyInServer)
	clocked := display
	clocked.ID, clocked.Rated, clocked.Time = 78, true, clocks.TimeControl{PerMove: 2 * day}
	tb.announce(t, clocked)
	g, _, err = tb.simuls().TakeBoard(t.Context(), at(bob, "c"), clocked.ID)
	if err != nil || !g.Rated || g.Time != clocked.Time {
		t.Fatalf("%+v, %v", g, err)
	}
}

// Whoever the host has blocked gets no board, and others do.
func TestABoardIsNotForTheBlocked(t *testing.T) {
	tb := announced(t)
	ok(tb.members.Block(t.Context(), at(alice, "c"), bob))(t)
	_, _, err := tb.simuls().TakeBoard(t.Context(), at(bob, "c"), display.ID)
	refused(t, err, game.NotWanted)
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(carol, "c"), display.ID)
	must(t, err)
}

// The list shows the host's boards, first those that wait for the host; those who play against the host see it too.
func TestTheBoardsOfADisplay(t *testing.T) {
	tb := announced(t)
	for _, p := range []game.Person{bob, carol, dave} {
		_, _, err := tb.simuls().TakeBoard(t.Context(), at(p, "c"), display.ID)
		must(t, err)
		tb.now = tb.now.Add(time.Second)
	}
	ok(tb.Move(t.Context(), at(alice, "c"), 1, "炮二平五"))(t)
	for _, p := range []game.Person{alice, carol} {
		boards, err := tb.simuls().Find(t.Context(), at(p, "elsewhere"))
		if err != nil || len(boards) != 3 || boards[0].ID != 2 || boards[1].ID != 3 || boards[2].ID != 1 {
			t.Fatalf("%s sees %v, %v", p, boards, err)
		}
	}
	refused(t, errOf(tb.simuls().Find(t.Context(), at(eve, "c"))), game.NoSimul)
}

// Only its host closes a display; people who have a board keep it.
func TestADisplayIsClosed(t *testing.T) {
	tb := announced(t)
	_, _, err := tb.simuls().TakeBoard(t.Context(), at(bob, "c"), display.ID)
	must(t, err)
	refused(t, errOf(tb.simuls().Close(t.Context(), at(bob, "c"), display.ID)), game.NotYourSimul)
	refused(t, errOf(tb.simuls().Close(t.Context(), at(alice, "c"), 99)), game.NoSuchSimul)
	s, err := tb.simuls().Close(t.Context(), at(alice, "c"), display.ID)
	if err != nil || !s.Closed || s.Boards != display.Boards || s.Host != alice {
		t.Fatalf("%+v, %v", s, err)
	}
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(carol, "c"), display.ID)
	refused(t, err, game.SimulClosed)
	_, _, err = tb.simuls().TakeBoard(t.Context(), at(bob, "c"), display.ID)
	refused(t, err, game.BoardTaken)
}

// A display that no taker could sit down at is refused to its host, and a rated one tells the time by which it is
// played.
func TestADisplayGoesByItsServer(t *testing.T) {
	tb := newTable(t, nil)
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: guild.Disabled, Casual: true, Channels: []string{"c"}}))
	refused(t, errOf(tb.simuls().Start(t.Context(), at(alice, "elsewhere"), display)), game.OtherChannelsOnly)
	rated := display
	rated.Rated = true
	refused(t, errOf(tb.simuls().Start(t.Context(), at(alice, "c"), rated)), game.CasualServer)
	simul, err := tb.simuls().Start(t.Context(), at(alice, "c"), display)
	if err != nil || simul.Time != (clocks.TimeControl{}) {
		t.Errorf("a casual one: %+v, %v", simul, err)
	}

	usual := clocks.TimeControl{PerMove: 5 * day}
	must(t, tb.saveServer(t.Context(), at(alice, "c"), guild.Settings{Cooldown: guild.Disabled, Time: usual}))
	rated.ID++
	if simul, err = tb.simuls().Start(t.Context(), at(alice, "c"), rated); err != nil || simul.Time != usual {
		t.Errorf("a rated one without a clock: %+v, %v", simul, err)
	}
	g, kept, err := tb.simuls().TakeBoard(t.Context(), at(bob, "c"), rated.ID)
	if err != nil || kept.Time != usual || g.Time != usual {
		t.Errorf("its board: %+v, %+v, %v", g, kept, err)
	}
}
