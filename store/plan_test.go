package store_test

import (
	"fmt"
	"maps"
	"strings"
	"testing"

	"xiangqibot/store"
)

// No frequent query may walk through a whole table, or sort what an index could give in order.
func TestQueriesUseIndexes(t *testing.T) {
	needed := map[string]string{ // where a query has the choice, and the other one grows with all games
		"how to answer about a game": "answerings_game",
	}
	db := open(t, backends[0].source(t), store.Options{}) // the plans are SQLite's
	queries := maps.Clone(store.Queries)
	for i, statement := range store.Erasures {
		query := queries[""]
		query.SQL, query.Args = statement, []any{"p"}
		queries[fmt.Sprintf("erasure %d of a person", i)] = query
	}
	for name, query := range queries {
		t.Run(name, func(t *testing.T) {
			rows, err := db.SQL().Query("EXPLAIN QUERY PLAN "+query.SQL, query.Args...)
			must(t, err)
			defer rows.Close()
			steps, plan := 0, ""
			for rows.Next() {
				var id, parent, unused int
				var detail string
				must(t, rows.Scan(&id, &parent, &unused, &detail))
				steps++
				plan += detail + "\n"
				// A subquery that was limited to a page, or to one person's records, may be walked through; its rows
				// are already in memory.
				walks := strings.HasPrefix(detail, "SCAN") && !strings.HasPrefix(detail, "SCAN theirs") && !strings.HasPrefix(detail, "SCAN (subquery-") && detail != "SCAN CONSTANT ROW"
				if walks {
					t.Errorf("walks through a table: %s", detail)
				}
				if strings.Contains(detail, "TEMP B-TREE") && !strings.HasSuffix(name, "of a person") && !strings.HasSuffix(name, "of a server") {
					t.Errorf("sorts: %s", detail)
				}
			}
			must(t, rows.Err())
			if !strings.Contains(plan, needed[name]) {
				t.Errorf("does not use %s:\n%s", needed[name], plan)
			}
			if steps == 0 {
				t.Error("no plan")
			}
		})
	}
}

// What River asks every few seconds, however many jobs wait: which of them are due now.
func TestJobsThatWaitAreNotWalkedThrough(t *testing.T) {
	const columns = `SELECT id FROM river_job WHERE state IN ('retryable', 'scheduled') AND scheduled_at <= `
	const order = ` ORDER BY priority, scheduled_at, id LIMIT 1000`
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		correspondence(t, db, clk)
		multiply(t, db, source, 300)
		must(t, work(db, worker{})) // the planner counts when the work begins
		query := `EXPLAIN QUERY PLAN ` + columns + `coalesce(cast($1 AS text), datetime('now', 'subsec'))` + order
		if onPostgres(source) {
			query = `EXPLAIN ` + columns + `coalesce($1::timestamptz, now()) AND priority >= 0 AND queue IS NOT NULL` + order + ` FOR UPDATE`
		}
		rows, err := db.SQL().Query(query, clk.Now().Format("2006-01-02 15:04:05"))
		must(t, err)
		defer rows.Close()
		names, err := rows.Columns()
		must(t, err)
		plan := ""
		for rows.Next() {
			step := make([]any, len(names))
			for i := range step {
				step[i] = new(any)
			}
			must(t, rows.Scan(step...))
			plan += fmt.Sprintln(*step[len(step)-1].(*any))
		}
		must(t, rows.Err())
		if !strings.Contains(plan, "river_job_due") {
			t.Errorf("walks through all that wait:\n%s", plan)
		}
	})
}
