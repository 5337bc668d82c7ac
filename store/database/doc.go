// Package database opens the databases of the bot: a file of SQLite, or a schema on a PostgreSQL server. It knows where
// a database is and who may use it, its tables and how they are migrated, its backups, and what its errors mean. What
// the tables hold is known to package store.
//
//	d, where, err := database.Locate("sqlite:xiangqi.db", "")
//	lock, err := where.Lock(ctx)
//	found, err := where.Check(ctx)
//	write, read, err := where.Open(ctx, true)
//
// What differs between the two is in two places: [Dialect] is data, and [Location] is where a database is. The tables
// of both are written once, in migrations, with marks for the few differences.
//
// A failure that a retry cannot fix is a *[PermanentError]. A database error that passes once its cause is gone says so
// in words for the log, see [Dialect.Transient].
package database
