package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/url"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
)

// numberOfWriter is the number of the advisory lock for which write transactions wait.
const numberOfWriter = `hashtextextended('xiangqi bot, writer of ' || current_schema(), 0)`

const postgresTables = `SELECT tablename FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename`

const (
	postgresColumns = `SELECT column_name, data_type FROM information_schema.columns
		WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position`
	postgresNumber    = `SELECT pg_sequence_last_value(pg_get_serial_sequence($1, 'id')::regclass)`
	postgresSetNumber = `SELECT setval(pg_get_serial_sequence($1, 'id')::regclass, $2)`
	// Sequences do not take part in transactions.
)

var postgresDialect = dialect{
	name:    "postgres",
	tables:  postgresTables,
	columns: postgresColumns,

	ownNumbers: "OVERRIDING SYSTEM VALUE",
	lastNumber: postgresNumber,
	setNumber:  postgresSetNumber,

	openReadOnly: func(address string) (*sql.DB, error) {
		config, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, wrongAddress(address, err)
		}
		return postgresSchema{address: publicAddress(address), config: config}.connect(nil, nil), nil
	},
	bytes:             `SELECT pg_database_size(current_database())`,
	snapshotIsolation: sql.LevelRepeatableRead,

	lockExclusive: `SELECT pg_advisory_xact_lock(` + numberOfWriter + `)`,
	lockShared:    `SELECT pg_advisory_xact_lock_shared(` + numberOfWriter + `)`,
	lockKey:       `SELECT pg_advisory_xact_lock(hashtextextended('xiangqi bot, ' || $1::text || ' on ' || current_schema(), 0))`,
	isConflict:    deadlocked,
	forUpdate:     " FOR UPDATE",
	explain:       explainPostgres,
	transientCure: postgresTransientCure,
	commitUnknown: postgresUnsure,
	locate: func(address, process string) (location, error) {
		config, err := pgx.ParseConfig(address)
		if err != nil {
			return nil, wrongAddress(address, err)
		}
		return postgresSchema{publicAddress(address), config, process}, nil
	},
}

// postgresSchema is the location of a database on PostgreSQL: the first schema in the search path.
type postgresSchema struct {
	address string
	config  *pgx.ConnConfig
	process string // the name of this process if several share the schema; empty: it is the only one
}

func (p postgresSchema) String() string { return p.address }

// lock returns nil for exclusive use: open takes the lock with the write connection. Processes that share a schema
// start one at a time, because the first one creates the tables and has to be the only one then.
func (p postgresSchema) lock(ctx context.Context) (io.Closer, error) {
	if p.process == "" {
		return nil, nil
	}
	db := p.connect(nil, nil)
	conn, err := db.Conn(ctx)
	if err == nil {
		_, err = conn.ExecContext(ctx, `SELECT pg_advisory_lock(hashtextextended('xiangqi bot, start on ' || current_schema(), 0))`)
	}
	if err != nil {
		return nil, errors.Join(explainPostgres(err), db.Close())
	}
	return &heldLock{db, conn}, nil
}

// create creates nothing: the operator of the server has created the database. It rejects one of another program.
func (p postgresSchema) create(ctx context.Context, latest int) (made bool, err error) {
	version, err := p.examine(ctx, latest)
	return version == noTables && err == nil, err
}

// longestSchema is the maximum length of the schema's name in bytes: followed by the longest of River's topics it is
// the name of a channel, which PostgreSQL limits like any other name.
const longestSchema = 63 - len(".river_leadership")

// oldestPostgres is the oldest server version that supports the SQL of the store.
const oldestPostgres = 120000

// examine reads the schema version, and rejects a server that is too old or does not use UTF-8, a schema that is
// missing or belongs to another program, and a version newer than latest.
func (p postgresSchema) examine(ctx context.Context, latest int) (version int, err error) {
	db := p.connect(nil, nil)
	defer func() { _ = db.Close() }() // nothing was written
	var number int
	var encoding string
	var schema sql.NullString
	const ask = `SELECT current_setting('server_version_num')::integer, current_setting('server_encoding'), current_schema()`
	if err := db.QueryRowContext(ctx, ask).Scan(&number, &encoding, &schema); err != nil {
		return 0, explainPostgres(err)
	}
	switch {
	case number < oldestPostgres:
		return 0, permanent("this is PostgreSQL %d, and %d is the oldest that will do; upgrade the server",
			number/10000, oldestPostgres/10000)
	case encoding != "UTF8":
		return 0, permanent("the database keeps texts in %s, which cannot hold what people write; make one with "+
			`CREATE DATABASE name ENCODING 'UTF8' TEMPLATE template0`, encoding)
	case !schema.Valid:
		return 0, permanent("no schema of the search path is there for this user; make it with CREATE SCHEMA, or take "+
			"search_path=… out of the address (the search path is %q)", p.config.RuntimeParams["search_path"])
	case len(schema.String) > longestSchema:
		return 0, permanent("the name of the schema %s has %d bytes, and the queues of jobs need one of %d at most; give it a "+
			"shorter one with ALTER SCHEMA … RENAME TO …, and name that in the address", schema.String, len(schema.String), longestSchema)
	}
	version, err = tablesVersion(ctx, postgresDialect, db)
	if err != nil {
		return 0, err
	}
	return version, checkVersion(version, latest)
}

func (p postgresSchema) check(ctx context.Context, latest int) (CheckResult, error) {
	found := CheckResult{Latest: latest}
	version, err := p.examine(ctx, latest)
	if found.New = version == noTables; !found.New {
		found.Version = version
	}
	return found, err
}

// writers is the number of write connections of a process that shares the schema: while one waits for the server's
// disk, others continue.
const writers = 4

// stuckFor is how long the server lets a process be idle in a transaction, since others may wait for its locks.
const stuckFor = 10 * time.Second

// open connects. One connection writes and holds the lock that makes this the only bot. If the connection is lost, when
// the server was restarted, for example, it cannot be reopened without the lock, so that two bots never write.
// Processes that share the schema each have several write connections, which hold the lock that keeps a non-sharing bot
// out.
func (p postgresSchema) open(ctx context.Context) (write, read *sql.DB, err error) {
	// The server notices within a minute that a machine is gone, so that another can replace it.
	params := map[string]string{
		"tcp_keepalives_idle": "20", "tcp_keepalives_interval": "10", "tcp_keepalives_count": "3",
	}
	most := 1
	if p.process != "" {
		most = writers
		// Others wait for what it has locked.
		params["idle_in_transaction_session_timeout"] = strconv.FormatInt(stuckFor.Milliseconds(), 10)
	}
	write = p.connect(params, p.lockConnection)
	write.SetMaxOpenConns(most)
	write.SetMaxIdleConns(most)
	readers := max(4, runtime.GOMAXPROCS(0))
	reader := stdlib.GetConnector(*p.configWith(map[string]string{"default_transaction_read_only": "on"}))
	read = sql.OpenDB(readingConnector{reader})
	read.SetMaxOpenConns(readers)
	read.SetMaxIdleConns(readers)
	for _, db := range []*sql.DB{write, read} {
		if err := db.PingContext(ctx); err != nil {
			return nil, nil, errors.Join(explainPostgres(err), read.Close(), write.Close())
		}
	}
	return write, read, nil
}

// connect returns a pool with additional parameters, whose connections first run begin. Nothing is connected yet.
func (p postgresSchema) connect(params map[string]string, begin func(context.Context, *pgx.Conn) error) *sql.DB {
	config := p.configWith(params)
	if begin == nil {
		return stdlib.OpenDB(*config)
	}
	return stdlib.OpenDB(*config, stdlib.OptionAfterConnect(begin))
}

// listeners returns a pool of one connection, which is made when somebody listens for notifications.
func (p postgresSchema) listeners(ctx context.Context) (*pgxpool.Pool, error) {
	config, err := pgxpool.ParseConfig(p.config.ConnString())
	if err != nil {
		return nil, wrongAddress(p.address, err)
	}
	config.ConnConfig = p.configWith(nil)
	config.MinConns, config.MaxConns = 0, 1
	return pgxpool.NewWithConfig(ctx, config)
}

// configWith is how connections are made, with some parameters more.
func (p postgresSchema) configWith(params map[string]string) *pgx.ConnConfig {
	config := p.config.Copy()
	if config.RuntimeParams["application_name"] == "" {
		config.RuntimeParams["application_name"] = "xiangqi-bot"
	}
	for name, value := range params {
		config.RuntimeParams[name] = value
	}
	return config
}

// errInUse is the refusal of a database that another bot is using.
var errInUse = errors.New("another bot is using this database; stop it first, or give this one another location " +
	"(another database, or another schema by search_path=… in the address)")

// lockWait is how long a start waits for the previous bot to release the lock: a killed one holds it until the server
// notices, and one that is being stopped until its jobs have ended. Tests wait less.
var lockWait = 10 * time.Second

// lockConnection takes the lock for a write connection.
func (p postgresSchema) lockConnection(ctx context.Context, conn *pgx.Conn) error {
	var schema string
	const prepare = `SELECT set_config('lock_timeout', $1, FALSE), current_schema()`
	if err := conn.QueryRow(ctx, prepare, strconv.FormatInt(lockWait.Milliseconds(), 10)).Scan(nil, &schema); err != nil {
		return err
	}
	// Locks are numbered within a database, and so are those of other programs there.
	sum := sha256.Sum256([]byte("xiangqi bot, schema " + schema))
	number := int64(binary.BigEndian.Uint64(sum[:]))
	var err error
	if p.process == "" {
		_, err = conn.Exec(ctx, `SELECT pg_advisory_lock($1)`, number)
	} else if _, err = conn.Exec(ctx, `SELECT pg_advisory_lock_shared($1)`, number); err == nil {
		_, err = conn.Exec(ctx, `SELECT pg_advisory_lock_shared(`+numberOfID+`) FROM (SELECT $1::text) AS process (id)`, p.process)
	}
	if refused, ok := errors.AsType[*pgconn.PgError](err); ok && refused.Code == lockNotAvailable {
		return errInUse
	}
	if err != nil {
		return err
	}
	_, err = conn.Exec(ctx, `RESET lock_timeout`)
	return err
}

// quoted returns a quoted SQL identifier.
func quoted(name string) string { return pgx.Identifier{name}.Sanitize() }

// validAddress checks the address of a database on PostgreSQL.
func validAddress(address string) error {
	if _, err := pgx.ParseConfig(address); err != nil {
		return wrongAddress(address, err)
	}
	u, err := url.Parse(address)
	if err != nil || strings.Trim(u.Path, "/") == "" && !u.Query().Has("dbname") {
		return permanent("database %q: the name of the database is missing; want postgres://USER@HOST/DATABASE, "+
			"for example postgres://xiangqi@localhost/xiangqi", publicAddress(address))
	}
	return nil
}

// wrongAddress returns the error for an address that cannot be parsed. pgx omits the password from its errors.
func wrongAddress(address string, err error) error {
	var unparsed *pgconn.ParseConfigError
	if errors.As(err, &unparsed) && unparsed.Unwrap() != nil {
		err = unparsed.Unwrap()
	}
	var malformed *url.Error
	if errors.As(err, &malformed) { // contains the whole address
		err = malformed.Err
	}
	return permanent("database %q: want postgres://USER@HOST/DATABASE, for example postgres://xiangqi@localhost/xiangqi (%w)",
		publicAddress(address), err)
}

// publicAddress returns an address without its password.
func publicAddress(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		scheme, _, _ := strings.Cut(address, ":")
		return scheme + "://…"
	}
	if query := u.Query(); query.Has("password") {
		query.Set("password", "xxxxx")
		u.RawQuery = query.Encode()
	}
	return u.Redacted()
}

// copyBeside makes no copy.
func (p postgresSchema) copyBeside(context.Context, *sql.DB, string) (string, error) { return "", nil }

// deadlocked reports whether a transaction was rolled back because of a deadlock.
func deadlocked(err error) bool {
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == "40P01" || refused.Code == "40001")
}

// lockNotAvailable is the error code for a lock timeout.
const lockNotAvailable = "55P03"

// Error codes of PostgreSQL for which there is advice. See appendix A of its manual.
var postgresCures = map[string]string{
	"28P01": "the server does not take this password; it may be given as PGPASSWORD or in ~/.pgpass",
	"28000": "the server does not let this user in; see its pg_hba.conf",
	"3D000": "there is no such database; make it with createdb",
	"3F000": "there is no such schema; make it with CREATE SCHEMA",
	"42501": "this user may not do that; the bot needs a database or a schema that it owns",
}

// explainPostgres adds advice to an error of PostgreSQL if there is any.
func explainPostgres(err error) error {
	var refused *pgconn.PgError
	var unreachable *pgconn.ConnectError
	switch {
	case err == nil, errors.Is(err, errInUse):
		return err
	case errors.As(err, &refused):
		if cure, ok := postgresCures[refused.Code]; ok {
			return permanent("%s (%w)", cure, err)
		}
	case errors.As(err, &unreachable):
		return fmt.Errorf("the server cannot be reached; is it running, and is the address right? (%w)", err)
	}
	return err
}
