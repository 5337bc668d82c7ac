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

// copy copies the tables into a schema of their own beside them, which can take the place of theirs: it has its own
// types, keys, indexes and sequences. It gets its name when it is whole. It is not a backup that survives the server:
// pg_dump makes those.
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

// copyTo has the tables of the schema own laid out in the schema part, copies what is in them, and gives that its name.
func (p postgresSchema) copyTo(
	ctx context.Context, db *sql.DB, own, part, name string, lay func(context.Context, *sql.DB) error,
) error {
	there := p.connect(map[string]string{"search_path": quoted(part)}, nil)
	defer func() { _ = there.Close() }() // all is committed, or of no use
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

// identifierLimit is how many bytes of a name PostgreSQL keeps. It says nothing of the rest but a notice, so that a copy
// whose name is longer could have that of another schema, even that of the bot's own.
const identifierLimit = 63

// partEnding ends the name of a copy that is not whole yet.
const partEnding = "_part"

// besideSchema is the name of a copy of the schema own, short enough for a number and partEnding behind it. Of a long
// name the beginning is left, with a sum of all of it: others may begin like it.
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

// freeSchema is a name that no schema has, as it is or with a number.
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

// schemaCopy copies what is in one schema to another.
type schemaCopy struct {
	tx       *sql.Tx
	from, to string
}

// copy fills the tables that are laid out. What else there is comes as it is, and what is laid out beyond that goes.
func (c schemaCopy) copy(ctx context.Context, laid []string) error {
	tables, err := listTables(ctx, postgresDialect, c.tx)
	if err != nil {
		return err
	}
	namedFirst(tables)
	for _, table := range tables {
		if slices.Contains(laid, table) {
			err = c.fill(ctx, table)
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
	// A type of the schema's own, such as River's states of jobs, is another type in another schema.
	columnsAndTypes = `SELECT column_name, CASE data_type WHEN 'USER-DEFINED' THEN udt_name ELSE '' END
		FROM information_schema.columns WHERE table_schema = $1 AND table_name = $2 ORDER BY ordinal_position`
	sequenceOfTable = `SELECT pg_get_serial_sequence($1, 'id')`
)

// fill copies the rows of a table, and where its numbers go on.
func (c schemaCopy) fill(ctx context.Context, table string) error {
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
	// What is there is what the migrations put there.
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
