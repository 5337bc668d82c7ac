package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"xiangqibot/store/database"
)

// CopyResult is the result of [Copy].
type CopyResult struct {
	Tables, Rows int
	Jobs         int // unfinished ones
}

// Copy copies the database from to the empty database to, both sources as for [Open] and possibly of different kinds:
// everything, or after a failure nothing. No bot may be using either. The database from is migrated to the latest
// schema and otherwise unchanged.
//
// It fails if from does not exist, and if to equals from or is not empty.
func Copy(ctx context.Context, from, to string, opts Options) (copied CopyResult, err error) {
	here, there := database.RedactSource(from), database.RedactSource(to)
	defer func() {
		if err != nil {
			err = fmt.Errorf("copy %s to %s: %w", here, there, err)
		}
	}()
	if here == there {
		return copied, database.Permanent("name another database to copy to")
	}
	found, err := database.Check(ctx, from)
	if err == nil && found.New {
		err = database.Permanent("there is no database to copy from, or an empty one")
	}
	if err != nil {
		return copied, err
	}
	found, err = database.Check(ctx, to)
	if err == nil && !found.New {
		err = database.Permanent("there is a database already; name a file that is missing, or an empty schema")
	}
	if err != nil {
		return copied, err
	}
	source, err := Open(ctx, from, opts)
	if err != nil {
		return copied, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := Open(ctx, to, opts)
	if err != nil {
		return copied, err
	}
	defer func() { err = errors.Join(err, target.Close()) }()
	// One transaction each: the read is a consistent snapshot, and the write is all or nothing.
	err = source.connection.TxAlone(ctx, func(read *sql.Tx) error {
		return target.connection.TxAlone(ctx, func(write *sql.Tx) error {
			if err := copyNumbers(ctx, source, target, read, write); err != nil {
				return err
			}
			if err := copyTables(ctx, source.connection.Dialect, read, write, &copied); err != nil {
				return err
			}
			copied.Jobs, err = target.outbox.CopyJobs(ctx, source.outbox, read, write)
			return err
		})
	})
	return copied, err
}

// These tables are referenced by others and must be copied first.
var namedByOthers = []string{"games", "players", "puzzle_races", "seasons", "tournaments"}

// numbered are the tables with generated ids that are never reused.
var numbered = []string{"games", "puzzle_races", "records", "tournaments"}

// copyNumbers copies the last generated ids, which matter where the last rows were deleted.
func copyNumbers(ctx context.Context, source, target *DB, read, write *sql.Tx) error {
	for _, table := range numbered {
		last, err := database.Value[int64](ctx, read, source.connection.Dialect.LastNumber, table)
		if err == nil && last > 0 {
			err = database.Exec(ctx, write, target.connection.Dialect.SetNumber, table, last)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// copyTables copies the tables, except River's and the one with the schema version.
func copyTables(ctx context.Context, d database.Dialect, read, write *sql.Tx, copied *CopyResult) error {
	tables, err := database.ListTables(ctx, d, read)
	if err != nil {
		return err
	}
	others := slices.DeleteFunc(tables, func(name string) bool {
		return strings.HasPrefix(name, "river_") || name == "schema_version" || slices.Contains(namedByOthers, name)
	})
	for _, table := range slices.Concat(namedByOthers, others) {
		// Migrations may have inserted rows.
		if err := database.Exec(ctx, write, `DELETE FROM `+table); err != nil {
			return err
		}
		err := database.Values(ctx, read, func(names []string, row []any) error {
			copied.Rows++
			insert := `INSERT INTO ` + table + ` (` + strings.Join(names, ", ") + `) VALUES (` + placeholders(row) + `)`
			return database.Exec(ctx, write, insert, row...)
		}, `SELECT * FROM `+table)
		if err != nil {
			return err
		}
		copied.Tables++
	}
	// Jobs get new numbers in the copy: a job that waits for a game checks by itself whether it is still needed.
	return database.Exec(ctx, write, `UPDATE games SET next_job = 0`)
}
