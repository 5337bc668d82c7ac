package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
)

//go:embed migrations
var migrations embed.FS

// migration is one step from a schema version to the next: migrations/DIALECT/NNN_what.sql.
type migration struct {
	version int
	name    string
	sql     string
}

// readMigrations lists the migrations of a dialect; their versions are 1, 2, 3 …
func readMigrations(dialect string) ([]migration, error) {
	files, err := fs.Glob(migrations, "migrations/"+dialect+"/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]migration, 0, len(files))
	for _, file := range files {
		name := file[strings.LastIndexByte(file, '/')+1:]
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if err != nil || version != len(steps)+1 {
			return nil, fmt.Errorf("migration %s: want number %03d", name, len(steps)+1)
		}
		text, err := migrations.ReadFile(file)
		if err != nil {
			return nil, err
		}
		steps = append(steps, migration{version, name, string(text)})
	}
	return steps, nil
}

// noTables is the version of an empty database.
const noTables = -1

// migrator migrates the schema of a database.
type migrator struct {
	*connection
	place  location
	outbox *outbox
	steps  []migration
}

// migrate applies the missing migrations, each in its own transaction: the first, then River's, on whose tables later
// ones depend, and then the others. Before that it copies a database that already has tables, because an older version
// of the program rejects what a newer one has written.
func (m *migrator) migrate(ctx context.Context) error {
	version, err := tablesVersion(ctx, m.dialect, m.read)
	if err != nil {
		return err
	}
	waiting, err := hasDue(ctx, m.dialect, m.read)
	if err != nil {
		return err
	}
	if version != noTables {
		current, err := m.jobTablesCurrent(ctx)
		if err != nil {
			return err
		}
		if version == len(m.steps) && current && !waiting {
			return nil
		}
		if err := m.copyBefore(ctx, version); err != nil {
			return err
		}
	}
	if err := m.raise(ctx, version, len(m.steps)); err != nil {
		return err
	}
	if waiting, err = hasDue(ctx, m.dialect, m.read); err != nil || !waiting {
		return err
	}
	return m.txAlone(ctx, func(tx *sql.Tx) error { return migrateDueJobs(ctx, tx, m.outbox) })
}

// raise migrates the schema from one version to another, and River's to the latest.
func (m *migrator) raise(ctx context.Context, from, to int) error {
	if from == noTables {
		from = 1
		if err := m.step(ctx, m.steps[0]); err != nil {
			return err
		}
	}
	if err := m.raiseJobTables(ctx); err != nil {
		return err
	}
	for _, step := range m.steps[from:to] {
		if err := m.step(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// step applies one migration atomically.
func (m *migrator) step(ctx context.Context, step migration) error {
	err := m.txAlone(ctx, func(tx *sql.Tx) error {
		if step.version == 1 {
			_, err := tx.ExecContext(ctx,
				`CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (0)`)
			if err != nil {
				return err
			}
		}
		if _, err := tx.ExecContext(ctx, step.sql); err != nil {
			return err
		}
		_, err := tx.ExecContext(ctx, `UPDATE schema_version SET version = $1`, step.version)
		return err
	})
	if err != nil {
		return fmt.Errorf("migration %s: %w", step.name, m.dialect.explain(err))
	}
	return nil
}

// copyBefore copies the database before a migration, if it is a file, and returns the name of the copy. An existing copy
// is kept: it was made by a start that was killed.
func (m *migrator) copyBefore(ctx context.Context, version int) error {
	mark := fmt.Sprintf("v%d-%s", version, m.clock().UTC().Format(stampLayout))
	name, err := m.place.copyBeside(ctx, m.write, mark)
	switch {
	case err != nil:
		return fmt.Errorf("the database has to be migrated, and the copy %s to be made before cannot be written; "+
			"nothing was changed: %w", name, err)
	case name == "":
		m.log.Info("the database is being migrated", "from", version, "to", len(m.steps))
	default:
		m.log.Info("the database is being migrated; a copy of it was made before",
			"copy", name, "from", version, "to", len(m.steps))
	}
	return nil
}

// listTables lists the names of the tables.
func listTables(ctx context.Context, d dialect, q querier) ([]string, error) {
	rows, err := q.QueryContext(ctx, d.tables)
	if err != nil {
		return nil, err
	}
	return collect(rows, func(rows *sql.Rows) (name string, err error) { return name, rows.Scan(&name) })
}

// tablesVersion reads the schema version, noTables for an empty database. A database that has tables but no version
// belongs to another program.
func tablesVersion(ctx context.Context, d dialect, q querier) (int, error) {
	tables, err := listTables(ctx, d, q)
	switch {
	case err != nil:
		return 0, d.explain(err)
	case len(tables) == 0:
		return noTables, nil
	case !slices.Contains(tables, "schema_version"):
		return 0, permanent("this is the database of another program (it has a table %q); name another path", tables[0])
	}
	var version int
	if err := q.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&version); err != nil {
		return 0, fmt.Errorf("read the version of the tables: %w", d.explain(err))
	}
	return version, nil
}
