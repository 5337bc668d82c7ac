package store

import (
	"container/list"
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"regexp"

	"modernc.org/sqlite"
)

// statementsKept is how many prepared statements a connection to SQLite keeps. The bot has about 200 constant ones;
// what is asked for with lists of changing length is thrown away again.
const statementsKept = 256

// limitNumber finds limits that are bound. SQLite plans by their values, and so parses a statement anew whenever one is
// bound, be it the same; an expression it does not look into.
var limitNumber = regexp.MustCompile(`\bLIMIT ([?$]\d+)`)

// openSQLite is sql.Open for SQLite, with connections that keep the statements which they have prepared. Parsing is a
// third of what an ordinary statement costs, and database/sql has every statement parsed each time it is used.
func openSQLite(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(keepingConnector{connector}), nil
}

type keepingConnector struct{ driver.Connector }

func (c keepingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	return &keepingConn{sqliteConn: conn.(sqliteConn), kept: make(map[string]*list.Element)}, nil
}

// sqliteConn is what database/sql looks for in a connection and finds in one of SQLite.
type sqliteConn interface {
	driver.Conn
	driver.ConnBeginTx
	driver.ConnPrepareContext
	driver.Pinger
	driver.SessionResetter
	driver.Validator
}

// keepingConn is a connection that keeps its prepared statements. One that is in use is not among those kept: the same
// text asked for meanwhile is prepared a second time. database/sql lets one goroutine in at a time.
type keepingConn struct {
	sqliteConn
	kept   map[string]*list.Element // by text, of keptStatement
	recent list.List                // the one used last in front
}

type keptStatement struct {
	text string
	stmt sqliteStatement
}

// sqliteStatement is what a prepared statement of SQLite can do.
type sqliteStatement interface {
	driver.Stmt
	driver.StmtExecContext
	driver.StmtQueryContext
}

// ExecContext implements driver.ExecerContext.
func (c *keepingConn) ExecContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Result, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	result, err := s.ExecContext(ctx, args)
	if kept := c.keep(query, s, err); err == nil {
		err = kept
	}
	return result, err
}

// QueryContext implements driver.QueryerContext. The statement is in use until the rows are closed.
func (c *keepingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	s, err := c.take(ctx, query)
	if err != nil {
		return nil, err
	}
	rows, err := s.QueryContext(ctx, args)
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return &keepingRows{Rows: rows, done: func(err error) error { return c.keep(query, s, err) }}, nil
}

// Close implements driver.Conn.
func (c *keepingConn) Close() error {
	var err error
	for c.recent.Len() > 0 {
		err = errors.Join(err, c.drop(c.recent.Back()))
	}
	return errors.Join(err, c.sqliteConn.Close())
}

// take gives the statement of this text: a kept one, or one that is prepared now.
func (c *keepingConn) take(ctx context.Context, query string) (sqliteStatement, error) {
	if e, ok := c.kept[query]; ok {
		delete(c.kept, query)
		return c.recent.Remove(e).(keptStatement).stmt, nil
	}
	s, err := c.PrepareContext(ctx, limitNumber.ReplaceAllString(query, "LIMIT $1 + 0"))
	if err != nil {
		return nil, err
	}
	return s.(sqliteStatement), nil
}

// keep takes a statement back after its use, which ended with failed. A statement that failed is not used again.
func (c *keepingConn) keep(query string, s sqliteStatement, failed error) error {
	if _, twice := c.kept[query]; twice || failed != nil {
		return s.Close()
	}
	c.kept[query] = c.recent.PushFront(keptStatement{query, s})
	if c.recent.Len() > statementsKept {
		return c.drop(c.recent.Back())
	}
	return nil
}

func (c *keepingConn) drop(e *list.Element) error {
	old := c.recent.Remove(e).(keptStatement)
	delete(c.kept, old.text)
	return old.stmt.Close()
}

// keepingRows gives the statement back when its rows are closed.
type keepingRows struct {
	driver.Rows
	done func(error) error
}

// Close implements driver.Rows.
func (r *keepingRows) Close() error {
	err := r.Rows.Close()
	return errors.Join(err, r.done(err))
}
