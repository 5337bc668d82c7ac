package database

import (
	"context"
	"fmt"
	"slices"
)

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
