package store_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/engine/board"
	"xiangqibot/store"
	"xiangqibot/store/storetest"
)

// The suite: every test of this package that says each(t, …) runs on every back-end.
var backends = []struct {
	name string
	// source names a new database without games that goes away with the test.
	source func(testing.TB) string
}{
	{"sqlite", storetest.SQLite},
	{"postgres", storetest.Postgres},
}

// onPostgres reports whether a source is a database on PostgreSQL.
func onPostgres(source string) bool { return strings.HasPrefix(source, "postgres:") }

// each runs a test on every back-end, each time on a fresh database, in parallel with the other tests: most of them wait
// for the disk or for PostgreSQL.
func each(t *testing.T, test func(t *testing.T, source string)) {
	t.Helper()
	t.Parallel()
	for _, b := range backends {
		t.Run(b.name, func(t *testing.T) {
			t.Parallel()
			test(t, b.source(t))
		})
	}
}

// eachDB is each for a test that needs only an open database.
func eachDB(t *testing.T, test func(t *testing.T, db *store.DB)) {
	t.Helper()
	each(t, func(t *testing.T, source string) { test(t, open(t, source, store.Options{})) })
}

// open opens a database for the time of a test. A clock that is not given stands still at start.
func open(t testing.TB, source string, opts store.Options) *store.DB {
	t.Helper()
	if opts.Clock == nil {
		opts.Clock = func() time.Time { return start }
	}
	if opts.Log == nil {
		opts.Log = slog.New(slog.NewTextHandler(t.Output(), nil))
	}
	db := ok(store.Open(context.Background(), source, opts))(t)
	t.Cleanup(func() { must(t, db.Close()) })
	return db
}

const (
	alice game.Person = "1001"
	bob   game.Person = "1002"
	carol game.Person = "1003"
)

var start = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// quickMate is a game of six plies that Black wins by mate.
var quickMate = []string{"i0i1", "b7e7", "g0e2", "e7e3", "i1e1", "h7h0"}

var must, refused, move = gametest.Must, gametest.Refused, gametest.Move

// ok returns a value unless an error came with it, which stops the test: ok(db.Games.Game(ctx, id))(t).
func ok[V any](value V, err error) func(gametest.T) V {
	return func(t gametest.T) V {
		t.Helper()
		must(t, err)
		return value
	}
}

// begin makes a game in progress between red and black.
func begin(t testing.TB, db *store.DB, guild string, red, black game.Person, rated bool) *game.Game {
	t.Helper()
	act := game.Act{Actor: red, Name: "N" + string(red), Guild: guild, Channel: "c"}
	return agreed(t, db, act, game.ChallengeSpec{Opponent: black, Rated: rated}, start)
}

// agreed makes a game that is offered and accepted. Who offers it is Red.
func agreed(t gametest.T, db *store.DB, act game.Act, spec game.ChallengeSpec, at time.Time) *game.Game {
	t.Helper()
	spec.ColorChoice = game.WantRed
	return ok(db.Games.Create(context.Background(), "", func(g *game.Game) error {
		offered := game.OfferChallenge(g, act, spec, game.Terms{Rules: "asian", Life: time.Hour}, at)
		return errors.Join(offered, game.AcceptChallenge(g, spec.Opponent, board.Red, at))
	}))(t)
}

// playOn plays moves in a game, each in an Update of its own.
func playOn(t testing.TB, db *store.DB, id game.ID, at time.Time, moves ...string) *game.Game {
	t.Helper()
	var g *game.Game
	for _, text := range moves {
		g = ok(db.Games.Update(context.Background(), "", id, func(g *game.Game) error {
			return game.Play(g, g.Seats[g.Turn()].Person, move(t, text), at)
		}))(t)
	}
	return g
}

// same checks that two games are equal.
func same(t interface {
	Helper()
	Fatalf(string, ...any)
}, got, want *game.Game) {
	t.Helper()
	if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(game.Outbox{}, game.Admissions{}), cmpopts.EquateEmpty(), positions); diff != "" {
		t.Fatalf("game differs (-want +got):\n%s", diff)
	}
}

// positions lets cmp compare positions, which keep their fields to themselves.
var positions = cmp.Comparer(func(a, b board.Position) bool { return a == b })

// alone is called by tests in which one thing happens after another. They are left out with -short: the race detector,
// under which they take minutes, has nothing to find in them.
func alone(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("one thing after another: nothing for the race detector")
	}
}
