package database

import (
	"context"
	"database/sql"
	"fmt"
)

// Migrate applies the missing migrations, each in its own transaction. Before that it copies a file that already has
// tables, because an older version of the program rejects a migrated one. It makes this copy also if jobsCurrent is
// false: River's tables are then about to be migrated.
func Migrate(ctx context.Context, c *Connection, where Location, jobsCurrent bool) error {
	found, err := InspectTables(ctx, c.Dialect, c.Read)
	if err != nil {
		return err
	}
	steps, err := readMigrations(c.Dialect)
	if err != nil {
		return err
	}
	if !found.New && (found.Version != LatestVersion() || !jobsCurrent) {
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
