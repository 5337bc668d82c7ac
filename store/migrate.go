package store

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"log/slog"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

//go:embed migrations/*.sql
var embedded embed.FS

// migrations are the migrations of this program. Tests add to them.
var migrations fs.FS = embedded

// migration is one step from a schema version to the next: migrations/NNN_what.sql.
type migration struct {
	version int
	name    string
	sql     string
}

// baseline is the version of the first migration. Lower ones are of programs that were never released.
const baseline = 100

// readMigrations reads the migrations for a dialect; their versions are baseline, baseline + 1 …
func readMigrations(d dialect) ([]migration, error) {
	files, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]migration, 0, len(files))
	for _, file := range files {
		name := path.Base(file)
		number, _, _ := strings.Cut(name, "_")
		version, err := strconv.Atoi(number)
		if want := baseline + len(steps); err != nil || version != want {
			return nil, fmt.Errorf("migration %s: want number %d", name, want)
		}
		text, err := fs.ReadFile(migrations, file)
		if err != nil {
			return nil, err
		}
		steps = append(steps, migration{version, name, d.marks.Replace(string(text))})
	}
	return steps, nil
}

// lastVersion is the version to which the last migration leads.
func lastVersion(steps []migration) int { return baseline + len(steps) - 1 }

// noTables is the version of an empty database.
const noTables = -1

// jobTables are the tables of the job library, which has migrations of its own.
type jobTables interface {
	// AreCurrent reports whether they have the latest version.
	AreCurrent(ctx context.Context) (bool, error)
	// Migrate migrates them to the latest version.
	Migrate(ctx context.Context) error
}

// migrator migrates the schema of a database.
type migrator struct {
	dialect     dialect
	write, read *sql.DB
	alone       func(context.Context, func(*sql.Tx) error) error // runs a transaction while no other process writes
	clock       func() time.Time
	log         *slog.Logger

	jobs  jobTables
	place location
	steps []migration
}

// migrate applies the missing migrations, each in its own transaction, and then River's. Before that it copies a database
// that already has tables, because an older version of the program rejects what a newer one has written.
func (m *migrator) migrate(ctx context.Context) error {
	version, err := tablesVersion(ctx, m.dialect, m.read)
	if err != nil {
		return err
	}
	if version != noTables {
		current, err := m.jobs.AreCurrent(ctx)
		if err != nil || version == lastVersion(m.steps) && current {
			return err
		}
		if err := m.copyBefore(ctx, version); err != nil {
			return err
		}
	}
	for _, step := range m.steps {
		if step.version <= version {
			continue
		}
		if err := m.step(ctx, step); err != nil {
			return err
		}
	}
	return m.jobs.Migrate(ctx)
}

// step applies one migration atomically.
func (m *migrator) step(ctx context.Context, step migration) error {
	err := m.alone(ctx, func(tx *sql.Tx) error {
		if step.version == baseline {
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
		m.log.Info("the database is being migrated", "from", version, "to", lastVersion(m.steps))
	default:
		m.log.Info("the database is being migrated; a copy of it was made before",
			"copy", name, "from", version, "to", lastVersion(m.steps))
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
