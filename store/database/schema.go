package database

import (
	"context"
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
const baseline = 105

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

// ListTables lists the names of the tables.
func ListTables(ctx context.Context, d Dialect, q Querier) ([]string, error) {
	return Column[string](ctx, q, d.tables)
}

// CheckResult is the result of [Check].
type CheckResult struct {
	// New reports that there is no database yet. Open creates one.
	New bool
	// Version is the schema version of the database. Open migrates it to the [LatestVersion].
	Version int
}

// InspectTables reads the schema version. It rejects tables of another program, of a newer version of this one, and of
// one before the baseline.
func InspectTables(ctx context.Context, d Dialect, q Querier) (CheckResult, error) {
	var found CheckResult
	tables, err := ListTables(ctx, d, q)
	switch {
	case err != nil:
		return found, d.Explain(err)
	case len(tables) == 0:
		return CheckResult{New: true}, nil
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
	case found.Version > LatestVersion():
		err = Permanent("a newer version of this program wrote this database "+
			"(its tables have version %d, this program knows %d); "+
			"upgrade the program, or restore the backup made before the upgrade", found.Version, LatestVersion())
	}
	return found, err
}
