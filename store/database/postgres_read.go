package database

import (
	"context"
	"database/sql/driver"
	"fmt"

	"github.com/jackc/pgx/v5/stdlib"
)

// readingConnector makes connections that only read. To read once more changes nothing: where a connection is lost,
// what it was to read is read over another one, twice at most, of which the caller learns nothing.
type readingConnector struct{ driver.Connector }

func (c readingConnector) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.Connector.Connect(ctx)
	if err != nil {
		return nil, err
	}
	of, ok := conn.(*stdlib.Conn)
	if !ok {
		return nil, fmt.Errorf("a connection of PostgreSQL is a %T", conn)
	}
	return &readingConn{of}, nil
}

type readingConn struct{ *stdlib.Conn }

func (c *readingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	rows, err := c.Conn.QueryContext(ctx, query, args)
	if err != nil && ctx.Err() == nil && c.Conn.Conn().IsClosed() {
		return nil, fmt.Errorf("%w: %w", driver.ErrBadConn, err) // by which package sql knows that it may repeat it
	}
	return rows, err
}
