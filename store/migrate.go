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

	"github.com/riverqueue/river/rivermigrate"
)

//go:embed migrations
var migrations embed.FS

// migration is one step from a version of the tables to the next: migrations/DIALECT/NNN_what.sql.
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

// migrate brings the tables up to date, each step in a transaction of its own, and then River's.
func (db *DB) migrate(ctx context.Context) error {
	steps, err := readMigrations(db.dialect.name())
	if err != nil {
		return err
	}
	for {
		var done bool
		err := db.tx(ctx, func(tx *sql.Tx) error {
			version, err := db.version(ctx, tx)
			if err != nil {
				return err
			}
			if version > len(steps) {
				return fmt.Errorf("a newer version of this program wrote this database (its tables have version %d, this program knows %d); "+
					"upgrade the program, or restore the backup made before the upgrade", version, len(steps))
			}
			if version == len(steps) {
				done = true
				return nil
			}
			step := steps[version]
			if _, err := tx.ExecContext(ctx, step.sql); err != nil {
				return fmt.Errorf("migration %s: %w", step.name, explainSQLite(err))
			}
			_, err = tx.ExecContext(ctx, `UPDATE schema_version SET version = $1`, step.version)
			return err
		})
		if err != nil {
			return err
		}
		if done {
			break
		}
	}
	migrator, err := rivermigrate.New(db.dialect.river(db.write), &rivermigrate.Config{Logger: db.riverLog()})
	if err != nil {
		return err
	}
	if _, err := migrator.Migrate(ctx, rivermigrate.DirectionUp, nil); err != nil {
		return fmt.Errorf("migrate the tables of jobs: %w", err)
	}
	return nil
}

// version reads the version of the tables, 0 in an empty database, where it makes the table that holds it.
// A database that has tables but not that one belongs to somebody else.
func (db *DB) version(ctx context.Context, tx *sql.Tx) (int, error) {
	tables, err := db.dialect.tables(ctx, tx)
	if err != nil {
		return 0, err
	}
	if !slices.Contains(tables, "schema_version") {
		if len(tables) > 0 {
			return 0, fmt.Errorf("this is the database of another program (it has a table %q); name another path", tables[0])
		}
		_, err := tx.ExecContext(ctx, `CREATE TABLE schema_version (version INTEGER NOT NULL); INSERT INTO schema_version VALUES (0)`)
		return 0, err
	}
	var version int
	err = tx.QueryRowContext(ctx, `SELECT version FROM schema_version`).Scan(&version)
	return version, err
}
