package store_test

import (
	"flag"
	"os"
	"runtime"
	"strconv"
	"testing"

	"go.uber.org/goleak"

	"xiangqibot/store"
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

func count(t *testing.T, db *store.DB, query string, args ...any) (n int) {
	t.Helper()
	must(t, db.SQL().QueryRow(query, args...).Scan(&n))
	return n
}
