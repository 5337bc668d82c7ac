package store_test

import (
	"fmt"
	"maps"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/store"
)

// walksAllowed says which statements may walk through a table, by file and table, and why.
var walksAllowed = map[string]string{
	"reports.go asked_positions":          "a table of games that are being played; what is over is deleted",
	"keep.go games":                       "an index of the open games, once an hour",
	"keep.go mistakes":                    "once an hour at most, when reviews are deleted",
	"keep.go puzzle_races":                "by their number, until enough are found",
	"keep.go puzzles_found":               "once an hour; a server finds few",
	"downtime.go beat":                    "one row",
	"downtime.go games":                   "all running clocks, after the bot was away",
	"learning/puzzle_days.go puzzle_days": "a row a day, when a day gets its puzzle",
	"results.go latest_result":            "one row",
	"stats.go servers":                    "one row a server, which are counted",
	"stats.go shards":                     "a few rows",
	"stats.go g":                          "an index of the open games",
	"stats.go games":                      "an index of the open games, which are counted",
	"update.go latest_result":             "one row",
}

// wholeFiles are those whose statements are meant to read whole tables, or are for
// PostgreSQL alone.
var wholeFiles = regexp.MustCompile(`^(verify.*|jobs/(processes|shards))\.go:`)

// No statement in the sources walks through a table that grows.
func TestStatementsUseIndexes(t *testing.T) {
	db := open(t, backends[0].source(t), store.Options{}) // the plans are SQLite's
	seen, used := 0, map[string]bool{}
	found, _ := statements(t)
	check := func(where, statement string) {
		for _, step := range plan(t, db, statement, make([]any, parameters(statement))) {
			table, walks := strings.CutPrefix(step, "SCAN ")
			table, _, _ = strings.Cut(table, " ")
			// An argument, and a subquery that was limited to a page or to one person's rows, may be walked through.
			if !walks || table == "theirs" || table == "json_each" || table == "p" || strings.HasPrefix(table, "(subquery-") || step == "SCAN CONSTANT ROW" {
				continue
			}
			file, _, _ := strings.Cut(where, ":")
			if walksAllowed[file+" "+table] == "" {
				t.Errorf("%s: %s\n%s", where, step, statement)
			}
			used[file+" "+table] = true
		}
		seen++
	}
	for where, statement := range found {
		if !wholeFiles.MatchString(where) && !strings.HasSuffix(statement, "boards.game = games.id") { // conditions follow
			check(where, statement)
		}
	}
	for i, statement := range store.Erasures {
		check(fmt.Sprintf("erasure %d", i), statement)
	}
	if seen < 150 {
		t.Errorf("only %d statements were found", seen)
	}
	for what := range walksAllowed {
		if !used[what] {
			t.Errorf("nothing walks through %s any more", what)
		}
	}
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// parameters returns how many parameters a statement has.
func parameters(statement string) (n int) {
	for _, found := range parameter.FindAllStringSubmatch(statement, -1) {
		if number, err := strconv.Atoi(found[1]); err == nil {
			n = max(n, number)
		}
	}
	return n
}

// plan returns the steps of SQLite's plan for a statement.
func plan(t *testing.T, db *store.DB, statement string, args []any) (steps []string) {
	t.Helper()
	rows, err := db.SQL().Query("EXPLAIN QUERY PLAN "+statement, args...)
	must(t, err)
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var detail string
		must(t, rows.Scan(&id, &parent, &unused, &detail))
		steps = append(steps, detail)
	}
	must(t, rows.Err())
	return steps
}

// No frequent query sorts what an index could give in order.
func TestQueriesAreInOrder(t *testing.T) {
	needed := map[string]string{ // where a query has the choice, and the other one grows with all games
		"how to answer about a game": "answerings_game",
	}
	queries := maps.Clone(store.Queries)
	_, constants := statements(t)
	for name, constant := range map[string]string{ // of package learning
		"the best runs": "bestRuns", "the best solvers of a server": "bestSolvers", "who solved a puzzle": "solversOf",
		"a streak of days": "readStreak", "records of one owner": "listRecords",
	} {
		text, _ := evaluate(constants[constant], constants)
		queries[name] = store.Query{SQL: text, Args: make([]any, parameters(text))}
	}
	db := open(t, backends[0].source(t), store.Options{}) // the plans are SQLite's
	for name, query := range queries {
		t.Run(name, func(t *testing.T) {
			steps := plan(t, db, query.SQL, query.Args)
			for _, step := range steps {
				if strings.Contains(step, "TEMP B-TREE") && !strings.HasSuffix(name, "of a person") && !strings.HasSuffix(name, "of a server") {
					t.Errorf("sorts: %s", step)
				}
			}
			if !strings.Contains(strings.Join(steps, "\n"), needed[name]) {
				t.Errorf("does not use %s:\n%s", needed[name], strings.Join(steps, "\n"))
			}
			if len(steps) == 0 {
				t.Error("no plan")
			}
		})
	}
}

// What River asks every few seconds, however many jobs wait: which of them are due now.
func TestDueJobsAreFoundByAnIndex(t *testing.T) {
	const columns = `SELECT id FROM river_job WHERE state IN ('retryable', 'scheduled') AND scheduled_at <= `
	const order = ` ORDER BY priority, scheduled_at, id LIMIT 1000`
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		id := enqueue(t, db, clk.Now().Add(time.Hour), lapse)
		_, err := db.Games.Update(t.Context(), "", id, func(g *game.Game) error {
			for ply := range 300 {
				g.Enqueue(game.Think{Game: id, Ply: ply}, clk.Now().Add(time.Hour))
			}
			return nil
		})
		must(t, err)
		must(t, store.Tidy(t.Context(), db)) // which lets the planner of SQLite count
		if onPostgres(source) {
			_, err := db.SQL().Exec(`ANALYZE`) // as autovacuum does in time
			must(t, err)
		}
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
