package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"

	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// CopyResult is the result of [Copy].
type CopyResult struct {
	Tables, Rows int
	Jobs         int // unfinished ones
}

// Copy copies the database from to the empty database to, both sources as for [Open] and possibly of different kinds,
// and then compares every row and every job. Unless all are equal, nothing is committed. No bot may be using either.
// The database from is migrated to the latest schema and otherwise unchanged.
//
// It fails if from does not exist, and if to equals from or is not empty.
func Copy(ctx context.Context, from, to string, opts Options) (copied CopyResult, err error) {
	here, there := database.RedactSource(from), database.RedactSource(to)
	defer func() { err = database.Wrap(err, "copy %s to %s", here, there) }()
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
	c := copier{from: &source.connection, to: &target.connection, outbox: target.outbox}
	// One transaction each: the read is a consistent snapshot, and the write is committed only if the comparison
	// succeeds.
	err = c.from.TxAlone(ctx, func(read *sql.Tx) error {
		return c.to.TxAlone(ctx, func(write *sql.Tx) error {
			c.read, c.write = read, write
			jobs, err := source.outbox.Unfinished(ctx, read)
			if err != nil {
				return err
			}
			return c.copy(ctx, jobs, &copied)
		})
	})
	return copied, err
}

// copier copies between two databases, with a transaction on each.
type copier struct {
	from, to    *database.Connection
	read, write *sql.Tx
	outbox      *jobs.Outbox // of the target
}

// These tables are referenced by others and must be copied first.
var namedByOthers = []string{"games", "players", "puzzle_races", "seasons", "tournaments"}

// numbered are the tables with generated ids that are never reused.
var numbered = []string{"games", "puzzle_races", "records", "tournaments"}

func (c *copier) copy(ctx context.Context, jobs []*jobs.Row, copied *CopyResult) error {
	tables, err := ownTables(ctx, c.from.Dialect, c.read)
	if err != nil {
		return err
	}
	if there, err := ownTables(ctx, c.to.Dialect, c.write); err != nil || !slices.Equal(tables, there) {
		return errors.Join(err, fmt.Errorf("the tables are %v here and %v there", tables, there))
	}
	others := slices.DeleteFunc(tables, func(name string) bool { return slices.Contains(namedByOthers, name) })
	for _, table := range slices.Concat(namedByOthers, others) {
		rows, err := c.copyTable(ctx, table)
		if err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
		copied.Tables++
		copied.Rows += rows
	}
	for _, table := range numbered {
		if err := c.copyNumber(ctx, table); err != nil {
			return fmt.Errorf("the numbers of table %s: %w", table, err)
		}
	}
	// Jobs get new numbers in the copy: a job that waits for a game checks by itself whether it is still needed.
	if _, err := c.write.ExecContext(ctx, `UPDATE games SET next_job = 0`); err != nil {
		return err
	}
	copied.Jobs = len(jobs)
	return c.outbox.CopyJobs(ctx, c.write, jobs)
}

// ownTables lists the tables except River's and the one with the schema version.
func ownTables(ctx context.Context, d database.Dialect, q database.Querier) ([]string, error) {
	tables, err := database.ListTables(ctx, d, q)
	tables = slices.DeleteFunc(tables, func(name string) bool {
		return strings.HasPrefix(name, "river_") || name == "schema_version"
	})
	slices.Sort(tables)
	return tables, err
}

// copyTable copies a table and compares the copy with the original.
func (c *copier) copyTable(ctx context.Context, table string) (rows int, err error) {
	//nolint:gosec // a row of the migrations; names of columns, nothing from outside
	if _, err := c.write.ExecContext(ctx, `DELETE FROM `+database.Quoted(table)); err != nil {
		return 0, err
	}
	columns, err := columnsOf(ctx, c.from.Dialect, c.read, table)
	if err != nil {
		return 0, err
	}
	if there, err := columnsOf(ctx, c.to.Dialect, c.write, table); err != nil || !slices.Equal(columns, there) {
		return 0, errors.Join(err, fmt.Errorf("the columns are %v here and %v there", columns, there))
	}
	insert, err := c.write.PrepareContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`,
		database.Quoted(table), names(columns), placeholders(columns)))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	var original, copied tableSum
	err = eachRow(ctx, c.read, table, columns, func(row []any) error {
		original.add(row)
		_, err := insert.ExecContext(ctx, row...)
		return err
	})
	if err != nil {
		return original.rows, err
	}
	err = eachRow(ctx, c.write, table, columns, func(row []any) error { copied.add(row); return nil })
	if err == nil && copied != original {
		err = fmt.Errorf("the copy of %d rows has %d rows and differs from the original", original.rows, copied.rows)
	}
	return original.rows, err
}

// columnsOf lists the columns of a table; the value of a column says whether it is a boolean.
func columnsOf(ctx context.Context, d database.Dialect, q database.Querier, table string) ([]column, error) {
	return database.Collect(ctx, q, func(row database.Row) (c column, err error) {
		var kind string
		err = row.Scan(&c.name, &kind)
		c.value = strings.EqualFold(kind, "boolean")
		return c, err
	}, d.Columns, table)
}

// eachRow calls do for each row of some columns of a table, with the values in the form that both databases have in
// common.
func eachRow(
	ctx context.Context, q database.Querier, table string, columns []column, do func(row []any) error,
) error {
	return database.Values(ctx, q, func(_ []string, row []any) error {
		for i := range row {
			if n, is := row[i].(int64); is && columns[i].value == true {
				row[i] = n != 0 // SQLite stores booleans as numbers
			}
		}
		return do(row)
	}, fmt.Sprintf(`SELECT %s FROM %s`, names(columns), database.Quoted(table)))
}

// tableSum is the number of rows of a table and the sum of their hashes, whatever their order.
type tableSum struct {
	rows int
	sum  uint64
}

func (s *tableSum) add(row []any) {
	hash := sha256.Sum256(fmt.Appendf(nil, "%T %[1]v %q", row, row))
	s.rows++
	s.sum += binary.LittleEndian.Uint64(hash[:])
}

// copyNumber copies the id counter of a table, which matters if the last rows were deleted.
func (c *copier) copyNumber(ctx context.Context, table string) error {
	var last sql.NullInt64
	if _, err := database.One(ctx, c.read, []any{&last}, c.from.Dialect.LastNumber, table); err != nil {
		return err
	}
	var most int64 // of a table whose next id follows its largest one
	if err := c.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM `+database.Quoted(table)).Scan(&most); err != nil {
		return err
	}
	if most = max(most, last.Int64); most == 0 {
		return nil
	}
	set, err := database.Changes(ctx, c.write, c.to.Dialect.SetNumber, table, most)
	if err != nil || set || c.to.Dialect.AddNumber == "" {
		return err
	}
	return database.Exec(ctx, c.write, c.to.Dialect.AddNumber, table, most)
}
