package store_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// UpdateBoard keeps the board, the place and the jobs, all or none, and nothing else of the game.
func TestUpdateBoard(t *testing.T) {
	eachDB(t, func(t *testing.T, db *store.DB) {
		before := begin(t, db, "", alice, bob, false)
		want := game.Board{
			Announced: 1, Message: "77", ThreadWanted: true, Starter: "5", Gone: true, Why: game.ReasonOther,
			Question: game.MessageRef{Channel: "c", Message: "6"},
			Direct:   map[game.Person]game.DirectBoard{alice: {MessageRef: game.MessageRef{Channel: "8", Message: "9"}, Revision: 2}},
		}
		var answer error
		change := func(g *game.Game) error {
			g.Channel, g.Home, g.Board, g.Rules = "thread", "channel", want, "changed"
			g.Enqueue(game.Archive{Game: g.ID}, start.Add(time.Hour))
			return answer
		}
		read := func() *game.Game {
			t.Helper()
			return ok(db.Games.Game(t.Context(), before.ID))(t)
		}
		archived := func() int { return value[int](t, db, `SELECT count(*) FROM river_job WHERE kind = 'archive'`) }

		answer = errors.New("no")
		if err := db.Games.UpdateBoard(t.Context(), before.ID, change); !errors.Is(err, answer) {
			t.Errorf("UpdateBoard = %v", err)
		}
		if after := read(); after.Channel != before.Channel || !cmp.Equal(after.Board, before.Board) || archived() != 0 {
			t.Errorf("after an error it is played in %q with the board %+v", after.Channel, after.Board)
		}
		answer = nil
		must(t, db.Games.UpdateBoard(t.Context(), before.ID, change))
		after := read()
		if diff := cmp.Diff(want, after.Board); diff != "" || after.Channel != "thread" || after.Home != "channel" {
			t.Errorf("it is played in %q, from %q, and its board differs (-want +is):\n%s", after.Channel, after.Home, diff)
		}
		if after.Rules != before.Rules || after.Revision != before.Revision || archived() != 1 {
			t.Errorf("saved are rules %q, revision %d and %d jobs", after.Rules, after.Revision, archived())
		}
		ok(db.Games.Update(t.Context(), "", before.ID, func(g *game.Game) error { delete(g.Board.Direct, alice); return nil }))(t)
		if after := read(); len(after.Board.Direct) != 0 || after.Board.Message != "77" {
			t.Errorf("after Update the board is %+v", after.Board)
		}
		refused(t, db.Games.UpdateBoard(t.Context(), 999, func(*game.Game) error { return nil }), game.NoSuchGame)
	})
}
