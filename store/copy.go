package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store/database"
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
	if database.RedactSource(from) == database.RedactSource(to) {
		return copied, database.Permanent("both are %s; name another database to copy to", database.RedactSource(from))
	}
	if found, err := database.Check(ctx, from); err != nil || found.New {
		return copied, errors.Join(fmt.Errorf("copy from %s", database.RedactSource(from)), err, nothingIn(found))
	}
	if found, err := database.Check(ctx, to); err != nil || !found.New {
		return copied, errors.Join(fmt.Errorf("copy to %s", database.RedactSource(to)), err, somethingIn(found, err))
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
	c := copier{from: &source.connection, to: &target.connection, outbox: target.Jobs.outbox}
	// One transaction each: the read is a consistent snapshot, and the write is committed only if the comparison
	// succeeds.
	err = c.from.txAlone(ctx, func(read *sql.Tx) error {
		return c.to.txAlone(ctx, func(write *sql.Tx) error {
			c.read, c.write = read, write
			jobs, err := source.Jobs.outbox.unfinished(ctx, read)
			if err != nil {
				return err
			}
			return c.copy(ctx, jobs, &copied)
		})
	})
	if err != nil {
		return CopyResult{}, fmt.Errorf("copy %s to %s: %w", database.RedactSource(from), database.RedactSource(to), err)
	}
	return copied, nil
}

func nothingIn(found database.CheckResult) error {
	if found.New {
		return database.Permanent("there is no database, or an empty one")
	}
	return nil
}

func somethingIn(found database.CheckResult, err error) error {
	if err == nil && !found.New {
		return database.Permanent("there is a database already; name a file that is missing, or an empty schema")
	}
	return nil
}

// copier copies between two databases, with a transaction on each.
type copier struct {
	from, to    *connection
	read, write *sql.Tx
	outbox      *outbox // of the target
}

// These tables are referenced by others and must be copied first.
var namedByOthers = []string{"games", "players", "puzzle_races", "seasons", "tournaments"}

// namedFirst sorts tables so that referenced ones come first.
func namedFirst(tables []string) {
	slices.SortStableFunc(tables, func(a, b string) int {
		first := func(name string) int {
			if slices.Contains(namedByOthers, name) {
				return 0
			}
			return 1
		}
		return first(a) - first(b)
	})
}

// numbered are the tables with generated ids that are never reused.
var numbered = []string{"games", "puzzle_races", "records", "tournaments"}

func (c *copier) copy(ctx context.Context, jobs []*jobRow, copied *CopyResult) error {
	tables, err := ownTables(ctx, c.from.dialect, c.read)
	if err != nil {
		return err
	}
	if there, err := ownTables(ctx, c.to.dialect, c.write); err != nil || !slices.Equal(tables, there) {
		return errors.Join(err, fmt.Errorf("the tables are %v here and %v there", tables, there))
	}
	namedFirst(tables)
	for _, table := range tables {
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
	// The jobs have other numbers there: those that wait for games find out by themselves whether they still hold.
	if _, err := c.write.ExecContext(ctx, `UPDATE games SET next_job = 0`); err != nil {
		return err
	}
	copied.Jobs = len(jobs)
	return c.copyJobs(ctx, jobs)
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
	columns, booleans, err := columnsOf(ctx, c.from.dialect, c.read, table)
	if err != nil {
		return 0, err
	}
	there, _, err := columnsOf(ctx, c.to.dialect, c.write, table)
	if err != nil {
		return 0, err
	}
	if !slices.Equal(columns, there) {
		return 0, fmt.Errorf("the columns are %v here and %v there", columns, there)
	}
	names, places := make([]string, len(columns)), make([]string, len(columns))
	for i, column := range columns {
		names[i], places[i] = database.Quoted(column), fmt.Sprintf("$%d", i+1)
	}
	list := strings.Join(names, ", ")
	insert, err := c.write.PrepareContext(ctx, fmt.Sprintf(`INSERT INTO %s (%s) VALUES (%s)`,
		database.Quoted(table), list, strings.Join(places, ", ")))
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, insert.Close()) }()
	selected := fmt.Sprintf(`SELECT %s FROM %s`, list, database.Quoted(table))
	left := map[rowSum]int{}
	err = eachRow(ctx, c.read, selected, len(columns), func(row []any) error {
		rows++
		for i := range row {
			row[i] = inKind(row[i], booleans[columns[i]])
		}
		left[sumOf(row)]++
		_, err := insert.ExecContext(ctx, row...)
		return err
	})
	if err != nil {
		return rows, err
	}
	err = eachRow(ctx, c.write, selected, len(columns), func(row []any) error {
		for i := range row {
			row[i] = inKind(row[i], booleans[columns[i]])
		}
		sum := sumOf(row)
		if left[sum]--; left[sum] < 0 {
			return fmt.Errorf("row %v differs from the original", row)
		}
		if left[sum] == 0 {
			delete(left, sum)
		}
		return nil
	})
	if err == nil && len(left) > 0 {
		err = fmt.Errorf("%d rows are missing", len(left))
	}
	return rows, err
}

// columnsOf lists the columns of a table and which of them are booleans.
func columnsOf(
	ctx context.Context, d database.Dialect, q database.Querier, table string,
) (names []string, booleans map[string]bool, err error) {
	rows, err := q.QueryContext(ctx, d.Columns, table)
	if err != nil {
		return nil, nil, err
	}
	booleans = map[string]bool{}
	names, err = database.Collect(rows, func(rows *sql.Rows) (name string, err error) {
		var kind string
		err = rows.Scan(&name, &kind)
		booleans[name] = strings.EqualFold(kind, "boolean")
		return name, err
	})
	return names, booleans, err
}

// eachRow calls do for each row of a query.
func eachRow(ctx context.Context, q database.Querier, query string, columns int, do func(row []any) error) error {
	rows, err := q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err below tells what went wrong
	for rows.Next() {
		row, to := make([]any, columns), make([]any, columns)
		for i := range row {
			to[i] = &row[i]
		}
		if err := errors.Join(rows.Scan(to...), do(row)); err != nil {
			return err
		}
	}
	return rows.Err()
}

// inKind converts a value to the common form of both databases: SQLite stores booleans as numbers.
func inKind(value any, boolean bool) any {
	if n, ok := value.(int64); ok && boolean {
		return n != 0
	}
	return value
}

// rowSum is a hash of the values of a row.
type rowSum [sha256.Size]byte

func sumOf(row []any) rowSum { return sha256.Sum256(fmt.Appendf(nil, "%T %[1]v %q", row, row)) }

// copyNumber copies the id counter of a table, which matters if the last rows were deleted.
func (c *copier) copyNumber(ctx context.Context, table string) error {
	var last sql.NullInt64
	if err := c.read.QueryRowContext(ctx, c.from.dialect.LastNumber, table).Scan(&last); err != nil && !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var most int64 // of a table whose next id follows its largest one
	if err := c.read.QueryRowContext(ctx, `SELECT coalesce(max(id), 0) FROM `+database.Quoted(table)).Scan(&most); err != nil {
		return err
	}
	if most = max(most, last.Int64); most == 0 {
		return nil
	}
	set, err := c.write.ExecContext(ctx, c.to.dialect.SetNumber, table, most)
	if err != nil || c.to.dialect.AddNumber == "" {
		return err
	}
	if n, err := set.RowsAffected(); err != nil || n > 0 {
		return err
	}
	_, err = c.write.ExecContext(ctx, c.to.dialect.AddNumber, table, most)
	return err
}

// copyJobs enqueues the unfinished jobs and compares them.
func (c *copier) copyJobs(ctx context.Context, jobs []*jobRow) error {
	queued := make([]game.QueuedJob, len(jobs))
	left := map[string]int{}
	for i, job := range jobs {
		queued[i] = game.QueuedJob{Job: encodedJob{job.Kind, job.EncodedArgs}, At: job.ScheduledAt}
		left[jobText(job)]++
	}
	if err := c.outbox.enqueue(ctx, c.write, queued); err != nil {
		return err
	}
	come, err := c.outbox.unfinished(ctx, c.write)
	if err != nil {
		return err
	}
	for _, job := range come {
		if left[jobText(job)]--; left[jobText(job)] < 0 {
			return fmt.Errorf("a job differs from the original: %s", jobText(job))
		}
	}
	if len(come) != len(jobs) {
		return fmt.Errorf("of %d jobs %d were copied", len(jobs), len(come))
	}
	return nil
}

// jobText returns a text that is equal for equal jobs. The databases format the same JSON differently.
func jobText(job *jobRow) string {
	var args any
	if err := json.Unmarshal(job.EncodedArgs, &args); err != nil {
		args = string(job.EncodedArgs)
	}
	at := job.ScheduledAt.UTC().Truncate(time.Millisecond).Format(time.RFC3339Nano) // the precision of SQLite
	return fmt.Sprintf("%s at %s: %v", job.Kind, at, args)
}
