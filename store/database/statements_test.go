package database

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/bot/game"
)

// kept counts the statements that a database of one connection keeps.
func kept(t *testing.T, db *sql.DB) (n int) {
	t.Helper()
	conn, err := db.Conn(t.Context())
	if err == nil {
		defer conn.Close()
		err = conn.Raw(func(c any) error {
			n = len(c.(*cachingConn).kept)
			return nil
		})
	}
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// oneConnection opens a new database with the numbers 1 to 3 in it.
func oneConnection(t *testing.T, path string) *sql.DB {
	t.Helper()
	db, err := openSQLite(fileURL(path, nil))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := db.Close(); err != nil {
			t.Error(err)
		}
	})
	db.SetMaxOpenConns(1)
	if _, err := db.Exec(`CREATE TABLE numbers (n INTEGER PRIMARY KEY); INSERT INTO numbers VALUES (1), (2), (3)`); err != nil {
		t.Fatal(err)
	}
	return db
}

func TestStatementsAreKept(t *testing.T) {
	db := oneConnection(t, filepath.Join(t.TempDir(), "numbers.db"))
	before := kept(t, db)
	for want := range int64(100) {
		var got int64
		if err := db.QueryRow(`SELECT $1 + COUNT(*) FROM numbers`, want).Scan(&got); err != nil || got != want+3 {
			t.Fatalf("the %dth time: %d, %v", want, got, err)
		}
	}
	if n := kept(t, db); n != before+1 {
		t.Errorf("%d statements kept after one was used 100 times, %d before", n, before)
	}
}

// A statement whose rows are still read is not run a second time: that would begin the rows anew.
func TestOneStatementReadTwiceAtOnce(t *testing.T) {
	db := oneConnection(t, filepath.Join(t.TempDir(), "numbers.db"))
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	const query = `SELECT n FROM numbers ORDER BY n`
	pairs := ""
	err = Each(t.Context(), tx, func(first Row) error {
		var a, b int
		if err := first.Scan(&a); err != nil {
			return err
		}
		return Each(t.Context(), tx, func(second Row) error {
			err := second.Scan(&b)
			pairs += fmt.Sprint(a, b, " ")
			return err
		}, query)
	}, query)
	if err != nil {
		t.Fatal(err)
	}
	if want := "1 1 1 2 1 3 2 1 2 2 2 3 3 1 3 2 3 3 "; pairs != want {
		t.Errorf("read %q, want %q", pairs, want)
	}
}

func TestAStatementThatFailedIsUsedAgain(t *testing.T) {
	db := oneConnection(t, filepath.Join(t.TempDir(), "numbers.db"))
	const insert = `INSERT INTO numbers VALUES ($1)`
	canceled, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		ctx  context.Context
		n    int
		fine bool
	}{{t.Context(), 4, true}, {t.Context(), 4, false}, {t.Context(), 5, true}, {canceled, 6, false}, {t.Context(), 6, true}} {
		if _, err := db.ExecContext(c.ctx, insert, c.n); (err == nil) != c.fine {
			t.Errorf("insert %d: %v", c.n, err)
		}
	}
}

// A database that another program keeps to itself cannot be read for as long as that lasts; the error says so.
func TestReadsOfALockedDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "numbers.db")
	other := oneConnection(t, path)
	execute := func(script string) {
		t.Helper()
		if _, err := other.Exec(script); err != nil {
			t.Fatal(err)
		}
	}
	file, err := openSQLite(fileURL(path, url.Values{"_pragma": {"busy_timeout(0)"}}))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	sum := func() (n int, err error) {
		_, err = One(t.Context(), NewReader(file, sqliteDialect), []any{&n}, `SELECT SUM(n) FROM numbers`)
		return n, err
	}
	execute(`BEGIN EXCLUSIVE`)
	if n, err := sum(); !errors.Is(err, game.ErrUnreadable) || errors.Is(err, game.ErrUnavailable) || !strings.Contains(err.Error(), "has locked") {
		t.Errorf("read %d from a locked database, %v", n, err)
	}
	execute(`ROLLBACK`)
	if n, err := sum(); n != 6 || err != nil {
		t.Errorf("read %d once the lock was gone, %v; want 6", n, err)
	}
}
