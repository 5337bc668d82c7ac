package store_test

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/store"
	"xiangqibot/store/database"
	"xiangqibot/store/storetest"
)

func TestMain(m *testing.M) {
	// The tests mostly wait: more of them run at once than there are processors. And a case of a property is some
	// transactions on each back-end, not some function calls: fewer of them do, unless more are asked for.
	setDefault("test.parallel", strconv.Itoa(3*runtime.GOMAXPROCS(0)))
	if os.Getenv("RAPID_CHECKS") == "" {
		setDefault("rapid.checks", "25")
	}
	goleak.VerifyTestMain(untilStopped{m})
}

// setDefault sets a flag that the command line may still set.
func setDefault(name, value string) {
	if err := flag.Set(name, value); err != nil {
		panic(err)
	}
}

// untilStopped runs the tests and ends the PostgreSQL that they may have started.
type untilStopped struct{ tests *testing.M }

func (u untilStopped) Run() int {
	defer storetest.StopPostgres()
	return u.tests.Run()
}

// value returns the value that a query selects.
func value[V any](t gametest.T, db *store.DB, query string, args ...any) V {
	t.Helper()
	return ok(database.Value[V](t.Context(), db.SQL(), query, args...))(t)
}

// column returns the values that a query of one column selects.
func column[V any](t gametest.T, db *store.DB, query string, args ...any) []V {
	t.Helper()
	return ok(database.Column[V](t.Context(), db.SQL(), query, args...))(t)
}
