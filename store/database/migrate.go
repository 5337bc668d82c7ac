package database

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var embedded embed.FS

// Migrations are the migrations of this program. Tests add to them.
var Migrations fs.FS = embedded

// migration is one step from a schema version to the next: migrations/NNN_what.sql.
type migration struct {
	version int
	name    string
	sql     string
}

// baseline is the version of the first migration. Lower ones are of programs that were never released.
const baseline = 103

// LatestVersion returns the schema version to which this program migrates a database.
func LatestVersion() int {
	files, _ := fs.Glob(Migrations, "migrations/*.sql") // the only error is a malformed pattern
	return baseline + len(files) - 1
}

// readMigrations reads the migrations for a dialect; their versions are baseline, baseline + 1 …
func readMigrations(d Dialect) ([]migration, error) {
	files, err := fs.Glob(Migrations, "migrations/*.sql")
	if err != nil {
		return nil, err
	}
	steps := make([]migration, len(files))
	for i, file := range files {
		number, _, _ := strings.Cut(path.Base(file), "_")
		if version, err := strconv.Atoi(number); err != nil || version != baseline+i {
			return nil, fmt.Errorf("migration %s: want number %d", path.Base(file), baseline+i)
		}
		text, err := fs.ReadFile(Migrations, file)
		if err != nil {
			return nil, err
		}
		steps[i] = migration{baseline + i, path.Base(file), d.marks.Replace(string(text))}
	}
	return steps, nil
}

// Migrate applies the missing migrations, each in its own transaction. Before that it copies a file that already has
// tables, because an older version of the program rejects what a newer one has written; also if only the tables of the
// jobs, which have migrations of their own, are not current.
func Migrate(ctx context.Context, c *Connection, where Location, jobsCurrent bool) error {
	found, err := InspectTables(ctx, c.Dialect, c.Read)
	if err != nil {
		return err
	}
	steps, err := readMigrations(c.Dialect)
	if err != nil {
		return err
	}
	if !found.New && (found.Version != found.Latest || !jobsCurrent) {
		if err := c.copyBefore(ctx, where, found.Version); err != nil {
			return err
		}
	}
	for _, step := range steps {
		if step.version <= found.Version {
			continue
		}
		if err := c.migrate(ctx, step); err != nil {
			return err
		}
	}
	return nil
}

// migrate applies one migration atomically.
func (c *Connection) migrate(ctx context.Context, step migration) error {
	err := c.TxAlone(ctx, func(tx *sql.Tx) error {
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
		return fmt.Errorf("migration %s: %w", step.name, c.Dialect.Explain(err))
	}
	return nil
}

// copyBefore copies the database before a migration, if it is a file. The copy of a start of the same second that was
// killed is replaced.
func (c *Connection) copyBefore(ctx context.Context, where Location, version int) error {
	log := c.Log.With("from", version, "to", LatestVersion())
	file, is := where.(sqliteFile)
	if !is {
		log.Info("the database is being migrated") // pg_dump makes copies
		return nil
	}
	name := fmt.Sprintf("%s.v%d-%s", file, version, c.Clock().UTC().Format(stampLayout))
	if err := writeWhole(ctx, c.Write, name); err != nil {
		return fmt.Errorf("the database has to be migrated, and the copy %s to be made before cannot be written; "+
			"nothing was changed: %w", name, err)
	}
	log.Info("the database is being migrated; a copy of it was made before", "copy", name)
	return nil
}

// ListTables lists the names of the tables.
func ListTables(ctx context.Context, d Dialect, q Querier) ([]string, error) {
	return Column[string](ctx, q, d.tables)
}

// CheckResult is the result of [Check].
type CheckResult struct {
	// New reports that there is no database yet. Open creates one.
	New bool
	// Version is the schema version of the database, Latest the one to which Open migrates it.
	Version, Latest int
}

// Check inspects the database that source names and reports whether store.Open would accept it. It creates, migrates
// and changes nothing, and a bot may be using the database. An error says what to do.
func Check(ctx context.Context, source string) (CheckResult, error) {
	_, where, err := Locate(source, "")
	if err != nil {
		return CheckResult{}, err
	}
	return where.Check(ctx)
}

// InspectTables reads the schema version, and rejects tables of another program, of a newer version of this one, and
// those from before the baseline.
func InspectTables(ctx context.Context, d Dialect, q Querier) (CheckResult, error) {
	found := CheckResult{Latest: LatestVersion()}
	tables, err := ListTables(ctx, d, q)
	switch {
	case err != nil:
		return found, d.Explain(err)
	case len(tables) == 0:
		found.New = true
		return found, nil
	case !slices.Contains(tables, "schema_version"):
		return found, Permanent("this is the database of another program (it has a table %q); name another path", tables[0])
	}
	if found.Version, err = Value[int](ctx, q, `SELECT version FROM schema_version`); err != nil {
		return found, fmt.Errorf("read the version of the tables: %w", d.Explain(err))
	}
	switch {
	case found.Version < baseline:
		err = Permanent("a program from before the first release wrote this database (its tables have version %d, and the "+
			"oldest that can be migrated is %d); name another path, where a new one is created", found.Version, baseline)
	case found.Version > found.Latest:
		err = Permanent("a newer version of this program wrote this database "+
			"(its tables have version %d, this program knows %d); "+
			"upgrade the program, or restore the backup made before the upgrade", found.Version, found.Latest)
	}
	return found, err
}
