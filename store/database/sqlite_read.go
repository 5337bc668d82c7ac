package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"io"

	"modernc.org/sqlite"

	"xiangqibot/bot/game"
)

// openSQLiteReader is openSQLite for connections that only read. What fails and may pass is a [game.ErrUnreadable].
func openSQLiteReader(dsn string) (*sql.DB, error) {
	connector, err := sqlite.NewConnector(dsn)
	if err != nil {
		return nil, err
	}
	return sql.OpenDB(sqliteReader{cachingConnector{connector}}), nil
}

type sqliteReader struct{ cachingConnector }

func (c sqliteReader) Connect(ctx context.Context) (driver.Conn, error) {
	conn, err := c.cachingConnector.Connect(ctx)
	if err != nil {
		return nil, Transient(game.ErrUnreadable, err, sqliteTransientCure(err))
	}
	return &sqliteReadingConn{conn.(*cachingConn)}, nil
}

type sqliteReadingConn struct{ *cachingConn }

func (c *sqliteReadingConn) QueryContext(
	ctx context.Context, query string, args []driver.NamedValue,
) (driver.Rows, error) {
	rows, err := c.cachingConn.QueryContext(ctx, query, args)
	if err != nil {
		return nil, Transient(game.ErrUnreadable, err, sqliteTransientCure(err))
	}
	return readingRows{rows, sqliteTransientCure}, nil
}

// readingRows says of what fails while rows are read, and may pass, that it is a [game.ErrUnreadable]. Rows that were
// read are with the caller, so none are read again.
type readingRows struct {
	driver.Rows
	cure func(error) string
}

func (r readingRows) Next(row []driver.Value) error {
	err := r.Rows.Next(row)
	if err == nil || errors.Is(err, io.EOF) {
		return err
	}
	return Transient(game.ErrUnreadable, err, r.cure(err))
}
