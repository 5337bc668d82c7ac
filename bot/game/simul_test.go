package game_test

import (
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// display is Alice, Red, against three.
var display = game.Simul{ID: 77, Host: alice, HostName: "Alice", Boards: 3, Wish: game.WantRed}

func TestABoardOfADisplay(t *testing.T) {
	tb := newTable(nil)
	g, err := tb.TakeBoard(t.Context(), at(bob, "c"), display)
	must(t, err)
	if g.State != game.Active || g.Rated || g.Timed() || g.Seats != [2]game.Seat{board.Red: {Person: alice}, board.Black: {Person: bob}} ||
		g.Name(alice) != "Alice" || g.Name(bob) != "name of 1002" || g.Simul != display.ID {
		t.Fatalf("%+v", g)
	}
	_, err = tb.TakeBoard(t.Context(), at(bob, "c"), display)
	var taken *game.Refusal
	if !errors.As(err, &taken) || taken.Code != game.BoardTaken || taken.Game != g.ID {
		t.Fatalf("a second board for Bob: %v", err)
	}
	_, err = tb.TakeBoard(t.Context(), at(alice, "c"), display)
	refused(t, err, game.OwnSimul)
	for _, boards := range []int{0, game.MaxBoards + 1} {
		wrong := display
		wrong.Boards = boards
		_, err = tb.TakeBoard(t.Context(), at(carol, "c"), wrong)
		refused(t, err, game.BadSimul)
	}
	clocked := display
	clocked.ID, clocked.Rated, clocked.Time = 78, true, game.TimeControl{PerMove: 2 * day}
	g, err = tb.TakeBoard(t.Context(), at(bob, "c"), clocked)
	if err != nil || !g.Rated || g.Time != clocked.Time {
		t.Fatalf("%+v, %v", g, err)
	}
}

// However many reach for the boards at once, each person gets one at most and no board is given twice.
func TestManyReachForTheBoards(t *testing.T) {
	tb := newTable(nil)
	var wg sync.WaitGroup
	for n := range 24 {
		wg.Go(func() {
			who := game.Person(fmt.Sprintf("20%02d", n/4)) // six people, each pressing four times
			_, err := tb.TakeBoard(t.Context(), at(who, "c"), display)
			if err != nil && !errors.Is(err, &game.Refusal{Code: game.BoardTaken}) && !errors.Is(err, &game.Refusal{Code: game.SimulFull}) {
				t.Errorf("%s: %v", who, err)
			}
		})
	}
	wg.Wait()
	games, err := tb.SimulGames(t.Context(), display.ID)
	must(t, err)
	seen := map[game.Person]bool{}
	for _, g := range games {
		seen[g.Opponent.Person] = true
	}
	if len(games) != display.Boards || len(seen) != display.Boards {
		t.Fatalf("%d games of %d people; want %d", len(games), len(seen), display.Boards)
	}
}

// The list shows the host's boards, first those that wait for him; those who play against him see it too.
func TestTheBoardsOfADisplay(t *testing.T) {
	tb := newTable(nil)
	for _, p := range []game.Person{bob, carol, dave} {
		_, err := tb.TakeBoard(t.Context(), at(p, "c"), display)
		must(t, err)
		tb.now = tb.now.Add(time.Second)
	}
	_, err := tb.Move(t.Context(), at(alice, "c"), 1, "炮二平五")
	must(t, err)
	for _, p := range []game.Person{alice, carol} {
		boards, err := tb.Simul(t.Context(), at(p, "elsewhere"))
		if err != nil || len(boards) != 3 || boards[0].ID != 2 || boards[1].ID != 3 || boards[2].ID != 1 {
			t.Fatalf("%s sees %v, %v", p, boards, err)
		}
	}
	_, err = tb.Simul(t.Context(), at(eve, "c"))
	refused(t, err, game.NoSimul)
}
