package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"

	"modernc.org/sqlite"
)

// maxCachedStatements is how many prepared statements a connection to SQLite caches. The bot has about 200 constant
// ones; statements with lists of varying length are evicted.
const maxCachedStatements = 256

// limitNumber matches bound limits. SQLite plans by their values and therefore reparses a statement whenever one is
// bound, even to the same value; it does not do so for an expression.
var limitNumber = regexp.MustCompile(`\bLIMIT ([?$]\d+)`)

// openSQLite is [sql.Open] for SQLite, with connections that cache their prepared statements. Parsing is a third of the
// cost of a typical statement, and database/sql parses a statement each time it is used.
func openSQLite(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(cachingConnector{connector}), nil
}

type cachingConnector struct{ driver.Connector }

func (c cachingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &cachingConn{sqliteConn: conn.(sqliteConn), kept: map[string]sqliteStatement{}}, nil
}

// sqliteConn lists the optional interfaces of database/sql/driver that SQLite's connections implement.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// cachingConn is a connection that caches its prepared statements. A statement in use is not in the cache: if its text
// is needed meanwhile, it is prepared a second time. database/sql lets only one goroutine use a connection at a time.
type cachingConn struct {
	sqliteConn
	kept map[string]sqliteStatement // by text
}

// sqliteStatement lists the interfaces that SQLite's prepared statements implement.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// ExecContext implements [driver.ExecerContext].
func (c *cachingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.acquire(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(ctx, args)
	return result, errors.Join(err, c.release(query, s, err))
}

// QueryContext implements [driver.QueryerContext]. The statement is in use until the rows are closed.
func (c *cachingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.acquire(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &cachingRows{sqliteRows: rows.(sqliteRows), done: func(err error) error { return c.release(query, s, err) }}, nil
}

// Close implements [driver.Conn].
func (c *cachingConn) Close() error {
	var err error
	for _, kept := range c.kept {
		err = errors.Join(err, kept.Close())
	}
	clear(c.kept)
	return errors.Join(err, c.sqliteConn.Close())
}

// acquire returns the statement for this text from the cache, or prepares it.
func (c *cachingConn) acquire(ctx context.Context, query string) (sqliteStatement, error) {
	if kept, ok := c.kept[query]; ok {
		delete(c.kept, query)
		return kept, nil
	}
	s, err := c.PrepareContext(ctx, limitNumber.ReplaceAllString(query, "LIMIT $1 + 0"))
	if err != nil {
		return nil, err
	}
	return s.(sqliteStatement), nil
}

// release returns a statement to the cache after its use, which ended with err. A statement that failed is closed. A
// full cache evicts any other one.
func (c *cachingConn) release(query string, s sqliteStatement, err error) error {
	if _, twice := c.kept[query]; twice || err != nil {
		return s.Close()
	}
	for other, kept := range c.kept {
		if len(c.kept) < maxCachedStatements {
			break
		}
		delete(c.kept, other)
		err = kept.Close()
	}
	c.kept[query] = s
	return err
}

// sqliteRows lists the interfaces of SQLite's rows that are needed.
type sqliteRows interface {
	driver.Rows
	driver.RowsColumnTypeDatabaseTypeName
}

// cachingRows releases the statement when its rows are closed.
type cachingRows struct {
	sqliteRows
	done func(error) error
}

// Close implements [driver.Rows].
func (r *cachingRows) Close() error {
	err := r.sqliteRows.Close()
	return errors.Join(err, r.done(err))
}
