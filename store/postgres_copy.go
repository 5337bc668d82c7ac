package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"slices"
	"strings"
	"unicode/utf8"
)

// copy copies the tables to a separate schema that can replace the original: it has its own types, keys, indexes and
// sequences. It gets its name only when it is complete. It is not a backup that survives the loss of the server, for
// which there is pg_dump.
func (p postgresSchema) copy(
	ctx context.Context, db *sql.DB, mark string, lay func(context.Context, *sql.DB) error,
) (name string, err error) {
	var own string
	if err := db.QueryRowContext(ctx, `SELECT current_schema()`).Scan(&own); err != nil {
		return mark, explainPostgres(err)
	}
	if name, err = freeSchema(ctx, db, besideSchema(own, strings.ReplaceAll(mark, "-", "_"))); err != nil {
		return mark, explainPostgres(err)
	}
	part := name + partEnding
	if _, err := db.ExecContext(ctx, `DROP SCHEMA IF EXISTS `+quoted(part)+` CASCADE; CREATE SCHEMA `+quoted(part)); err != nil {
		return name, explainPostgres(err)
	}
	if err = p.copyTo(ctx, db, own, part, name, lay); err != nil {
		_, dropping := db.ExecContext(context.WithoutCancel(ctx), `DROP SCHEMA `+quoted(part)+` CASCADE`)
		err = errors.Join(explainPostgres(err), dropping)
	}
	return name, err
}

// copyTo creates the tables of the schema own in the schema part, copies their rows, and renames part.
func (p postgresSchema) copyTo(
	ctx context.Context, db *sql.DB, own, part, name string, lay func(context.Context, *sql.DB) error,
) error {
	there := p.connect(map[string]string{"search_path": quoted(part)}, nil)
	defer func() { _ = there.Close() }() // everything is committed, or of no use
	if err := lay(ctx, there); err != nil {
		return err
	}
	laid, err := listTables(ctx, postgresDialect, there)
	if err != nil {
		return err
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // without effect after the commit
	if err := (schemaCopy{tx, own, part}).copy(ctx, laid); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, `ALTER SCHEMA `+quoted(part)+` RENAME TO `+quoted(name)); err != nil {
		return err
	}
	return tx.Commit()
}

// identifierLimit is the maximum length of a name in PostgreSQL in bytes. It truncates longer names with a mere notice,
// so that the name of a copy could become that of another schema, even the bot's own.
const identifierLimit = 63

// partEnding ends the name of an incomplete copy.
const partEnding = "_part"

// besideSchema returns the name for a copy of the schema own, short enough to append a number and partEnding. A long
// name is truncated and followed by a hash of the whole, since others may start like it.
func besideSchema(own, mark string) string {
	room := identifierLimit - len("_"+mark+"_999"+partEnding)
	if len(own) > room {
		sum := fmt.Sprintf("_%08x", crc32.ChecksumIEEE([]byte(own)))
		cut := room - len(sum)
		for !utf8.RuneStart(own[cut]) {
			cut--
		}
		own = own[:cut] + sum
	}
	return own + "_" + mark
}

// freeSchema returns an unused schema name: base, or base with a number.
func freeSchema(ctx context.Context, q querier, base string) (name string, err error) {
	name = base
	for n := 2; ; n++ {
		var taken bool
		const find = `SELECT EXISTS (SELECT 1 FROM pg_namespace WHERE nspname = $1)`
		if err := q.QueryRowContext(ctx, find, name).Scan(&taken); err != nil || !taken {
			return name, err
		}
		name = fmt.Sprintf("%s_%d", base, n)
	}
}

// schemaCopy copies the rows of one schema to another.
type schemaCopy struct {
	tx       *sql.Tx
	from, to string
}

// copy fills the tables that were created. Other tables of the original are copied unchanged, and created tables that
// the original lacks are dropped.
func (c schemaCopy) copy(ctx context.Context, laid []string) error {
	tables, err := listTables(ctx, postgresDialect, c.tx)
	if err != nil {
		return err
	}
	namedFirst(tables)
	for _, table := range tables {
		if slices.Contains(laid, table) {
			err = c.copyRows(ctx, table)
		} else {
			_, err = c.tx.ExecContext(ctx, fmt.Sprintf(`CREATE TABLE %s.%s AS TABLE %s.%[2]s`, quoted(c.to), quoted(table), quoted(c.from)))
		}
		if err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	for _, table := range laid {
		if slices.Contains(tables, table) {
			continue
		}
		if _, err := c.tx.ExecContext(ctx, `DROP TABLE `+quoted(c.to)+`.`+quoted(table)); err != nil {
			return fmt.Errorf("table %s: %w", table, err)
		}
	}
	return nil
}

const (
	// A type defined in the schema, such as River's job state, is a different type in another schema.
	columnsAndTypes = `SELECT column_name, CASE data_type WHEN 'USER-DEFINED' THEN udt_name ELSE '' END
		FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position`
	sequenceOfTable = `SELECT pg_get_serial_sequence($1, 'id')`
)

// copyRows copies the rows of a table and its sequence.
func (c schemaCopy) copyRows(ctx context.Context, table string) error {
	from, to := quoted(c.from)+"."+quoted(table), quoted(c.to)+"."+quoted(table)
	rows, err := c.tx.QueryContext(ctx, columnsAndTypes, c.from, table)
	if err != nil {
		return err
	}
	numbered := false
	var values []string
	columns, err := collect(rows, func(rows *sql.Rows) (string, error) {
		var column, own string
		err := rows.Scan(&column, &own)
		numbered = numbered || column == "id"
		column = quoted(column)
		if own == "" {
			values = append(values, column)
		} else {
			values = append(values, column+"::text::"+quoted(c.to)+"."+quoted(own))
		}
		return column, err
	})
	if err != nil {
		return err
	}
	// Existing rows are those that the migrations have inserted.
	_, err = c.tx.ExecContext(ctx, fmt.Sprintf(`DELETE FROM %s; INSERT INTO %[1]s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s`,
		to, strings.Join(columns, ", "), strings.Join(values, ", "), from))
	if err != nil || !numbered {
		return err
	}
	var old, fresh sql.NullString
	err = c.tx.QueryRowContext(ctx, sequenceOfTable, from).Scan(&old)
	if err == nil {
		err = c.tx.QueryRowContext(ctx, sequenceOfTable, to).Scan(&fresh)
	}
	if err != nil || !old.Valid || !fresh.Valid {
		return err
	}
	//nolint:gosec // the name of a sequence as the server writes it
	_, err = c.tx.ExecContext(ctx, `SELECT setval($1::regclass, last_value, is_called) FROM `+old.String, fresh.String)
	return err
}
