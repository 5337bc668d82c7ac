package store

import (
	"context"
	"database/sql"
	"io"
	"strings"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/riverdriver/riversqlite"
)

// dialect is what differs between databases once they are open. The SQL elsewhere is written once: $1 works in each.
type dialect struct {
	name   string // the folder of the migrations
	tables string // lists the names of the tables there are
	// Statements by which a transaction waits for others: until it is the only one, or until there is none that has to be
	// the only one. Empty: no other process can write.
	alone, beside string
	again         func(error) bool // reports whether a transaction failed only because of another; nil: there is none
	forUpdate     string           // ends a SELECT that locks the row it reads until the transaction ends
	river         func(*sql.DB) riverdriver.Driver[*sql.Tx]
	columns       string // lists the names and the types of the columns of the table $1
	// What Copy needs: what INSERT says before VALUES where numbers are given by the table, the last number that the table
	// $1 gave, and the statement that makes it $2, with another one for where nothing has a number yet.
	ownNumbers, lastNumber, setNumber, addNumber string
	// returnNumber makes $2 the next number of the table $1, where an undone transaction does not do so itself; empty:
	// it does.
	returnNumber string

	// What Verify needs: a look at the database while a bot may be using it, the isolation in which a transaction sees one
	// moment, and the statement that looks for damage; empty: there is none.
	watch     func(text string) (*sql.DB, error)
	moment    sql.IsolationLevel
	integrity string

	bytes string // tells the size of the database
	// statistics has the database count, where it has not lately, what tells it which index to use; empty: it does so by
	// itself.
	statistics string

	explain func(error) error // adds the cure to an error of the database where one is known
	// cure says what to do about a failure that passes while the bot is at work; empty: it is no such failure.
	cure func(error) string
	// unsure reports whether a commit that failed may have been carried out; nil: none may.
	unsure func(error) bool
	// locate finds the place that a path or an address names, for one process or, where process names it, to be shared by
	// several. It makes nothing.
	locate func(text, process string) (place, error)
}

// place is where a database is kept.
type place interface {
	// String is its one name, without a password.
	String() string
	// alone takes the right to use the database until it is closed. It is nil where open takes it.
	alone(ctx context.Context) (io.Closer, error)
	// check looks at the database, as Check does, with tables of the version latest at most.
	check(ctx context.Context, latest int) (Finding, error)
	// create makes an empty database where there is none, and reports whether there was none. It leaves alone and refuses
	// what is no database of this program, with tables of the version latest at most.
	create(ctx context.Context, latest int) (made bool, err error)
	// open connects: one pool to write with, one to read with.
	open(ctx context.Context) (write, read *sql.DB, err error)
	// copy writes what the database holds to a free place beside it, whose name goes on with mark, and returns that name.
	// lay makes empty tables as the database has them, in another one.
	copy(
		ctx context.Context, db *sql.DB, mark string, lay func(context.Context, *sql.DB) error,
	) (name string, err error)
}

var sqliteDialect = dialect{
	name:    "sqlite",
	tables:  sqliteTables,
	columns: sqliteColumns,

	lastNumber: sqliteNumber,
	setNumber:  sqliteSetNumber,
	addNumber:  sqliteAddNumber,

	watch: watchFile,
	bytes: sqliteBytes,
	// All tables that have grown (0x10000), with a bound on the work (0x10) of ANALYZE (0x2).
	statistics: `PRAGMA optimize=0x10012`,
	integrity:  `PRAGMA integrity_check(20)`,

	forUpdate: "", // a writing transaction is alone
	river:     func(db *sql.DB) riverdriver.Driver[*sql.Tx] { return riversqlite.New(db) },
	explain:   explainSQLite,
	cure:      sqliteCure,
	locate:    locateFile,
}

// Valid reports whether source can name a database, and what would be right. It looks at nothing but the text.
func Valid(source string) error {
	_, _, err := parseSource(source)
	return err
}

// parseSource tells the dialect and what it is to locate: a path, or the whole address.
func parseSource(source string) (dialect, string, error) {
	scheme, path, found := strings.Cut(source, ":")
	switch {
	case found && (scheme == "postgres" || scheme == "postgresql"):
		return postgresDialect, source, validAddress(source)
	case !found:
		return dialect{}, "", incurable("database %q: want sqlite:PATH, for example sqlite:%s", source, source)
	case scheme != "sqlite":
		return dialect{}, "", incurable("database %q: unknown kind %q; want sqlite:PATH, for example sqlite:xiangqi.db, "+
			"or postgres://USER@HOST/DATABASE", source, scheme)
	case strings.TrimSpace(path) == "":
		return dialect{}, "", incurable("database %q: the path is missing; want sqlite:PATH, for example sqlite:xiangqi.db", source)
	case strings.HasPrefix(path, ":memory:") || strings.HasPrefix(path, "file:"):
		return dialect{}, "", incurable("database %q: want the path of a file, for example sqlite:xiangqi.db; "+
			"what is in memory cannot outlive the process", source)
	case strings.HasPrefix(path, "//") && !strings.HasPrefix(path, "///"):
		return dialect{}, "", incurable("database %q: want sqlite:PATH without slashes before it, for example sqlite:%s",
			source, strings.TrimLeft(path, "/"))
	case endsInSeparator(path):
		return dialect{}, "", incurable("database %q: this is a folder; name a file in it, for example sqlite:%sxiangqi.db",
			source, path)
	}
	return sqliteDialect, path, nil
}

// Public is the source as it may be shown: the address of a server without its password.
func Public(source string) string {
	if d, text, err := parseSource(source); err == nil && d.name == postgresDialect.name {
		return publicAddress(text)
	}
	return source
}
