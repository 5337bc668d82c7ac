package store_test

import (
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// migrationsOf are the files of a dialect's migrations whose names end so, in order.
func migrationsOf(t *testing.T, dialect, ending string) []string {
	t.Helper()
	files, err := filepath.Glob("migrations/" + dialect + "/*" + ending)
	must(t, err)
	if len(files) == 0 {
		t.Fatalf("%s has no migration *%s", dialect, ending)
	}
	return files
}

// stepsBefore is the text of the migrations of a dialect that come before the file given, or with "" of all.
func stepsBefore(t *testing.T, dialect, file string) string {
	t.Helper()
	var text strings.Builder
	for _, name := range migrationsOf(t, dialect, ".sql") {
		if name == file {
			break
		}
		step, err := os.ReadFile(name)
		must(t, err)
		text.Write(step)
	}
	return text.String()
}

// Games as they were saved while their boards were part of them.
const gamesWithHouses = `
	INSERT INTO games (id, channel, state, challenger, revision, told, message, house) VALUES (1, 'c', 'offered', '1001', 4, 3, '77', '');
	INSERT INTO games (id, channel, state, challenger, revision, told, message, house) VALUES (2, 'c', 'offered', '1001', 1, 0, '',
		'{"wanted":true,"message":"5","why":"thread-gone","asked":{"channel":"c","message":"6"}}');
	INSERT INTO games (id, channel, state, challenger, revision, told, message, house) VALUES (3, 'c', 'offered', '1001', 9, 9, '',
		'{"gone":true,"direct":{"1001":{"channel":"8","message":"9","revision":2}}}');
`

// A board keeps all that was noted of it when it gets a table of its own.
func TestBoardsAreCarriedOver(t *testing.T) {
	alone(t)
	eachDialect(t, func(t *testing.T, source, dialect string, execute func(script string)) {
		step := migrationsOf(t, dialect, "_boards.sql")[0]
		number, _, _ := strings.Cut(filepath.Base(step), "_")
		after, err := strconv.Atoi(number)
		must(t, err)
		execute(`CREATE TABLE schema_version (version INTEGER NOT NULL);
			INSERT INTO schema_version VALUES (` + strconv.Itoa(after-1) + `);` + stepsBefore(t, dialect, step) + gamesWithHouses)
		db := open(t, source, store.Options{})
		for id, want := range map[game.ID]game.Board{
			1: {Announced: 3, Message: "77"},
			2: {ThreadWanted: true, Starter: "5", Why: game.ReasonThreadGone, Question: game.MessageRef{Channel: "c", Message: "6"}},
			3: {Announced: 9, Gone: true, Direct: map[game.Person]game.DirectBoard{
				"1001": {MessageRef: game.MessageRef{Channel: "8", Message: "9"}, Revision: 2},
			}},
		} {
			g, err := db.Games.Game(t.Context(), id)
			must(t, err)
			if diff := cmp.Diff(want, g.Board); diff != "" {
				t.Errorf("game %d (-want +is):\n%s", id, diff)
			}
		}
	})
}

// UpdateBoard keeps the board, the place and the jobs, all or none, and nothing else of the game.
func TestUpdateBoard(t *testing.T) {
	each(t, func(t *testing.T, source string) {
		db := open(t, source, store.Options{})
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
			g, err := db.Games.Game(t.Context(), before.ID)
			must(t, err)
			return g
		}
		archived := func() int { return count(t, db, `SELECT count(*) FROM river_job WHERE kind = 'archive'`) }

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
		_, err := db.Games.Update(t.Context(), "", before.ID, func(g *game.Game) error { delete(g.Board.Direct, alice); return nil })
		must(t, err)
		if after := read(); len(after.Board.Direct) != 0 || after.Board.Message != "77" {
			t.Errorf("after Update the board is %+v", after.Board)
		}
		refused(t, db.Games.UpdateBoard(t.Context(), 999, func(*game.Game) error { return nil }), game.NoSuchGame)
	})
}
