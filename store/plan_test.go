package store_test

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"xiangqibot/store"
	"xiangqibot/store/database"
)

// walksAllowed says which statements may walk through a table, by file and table, and why.
var walksAllowed = map[string]string{
	"fairplay.go asked_positions":         "a table of games that are being played; what is over is deleted",
	"games.go games":                      "an index of the channels of games, when the operator tells them something",
	"keep.go games":                       "an index of the open games, once an hour",
	"keep.go mistakes":                    "once an hour at most, when reviews are deleted",
	"keep.go puzzle_races":                "by their number, until enough are found",
	"keep.go puzzles_found":               "once an hour; a server finds few",
	"downtime.go beat":                    "one row",
	"downtime.go games":                   "all running clocks, after the bot was away",
	"learning/puzzle_days.go puzzle_days": "a row a day, when a day gets its puzzle",
	"ratings.go latest_result":            "one row",
	"stats.go servers":                    "one row a server, which are counted",
	"stats.go shards":                     "a few rows",
	"stats.go g":                          "an index of the open games",
	"stats.go games":                      "an index of the open games, which are counted",
}

// wholeFiles are those whose statements are meant to read whole tables, or are for
// PostgreSQL alone.
var wholeFiles = regexp.MustCompile(`^(verify.*|jobs/(processes|shards))\.go:`)

// sortsAllowed says which statements may sort what an index could give in order, by file and the first table, and which
// few rows that are.
var sortsAllowed = map[string]string{
	"answerings.go processes":            "the answers of fifteen minutes",
	"learning/puzzles.go puzzle_solvers": "the people who tried puzzles in a server",
	"learning/puzzles.go puzzle_views":   "the puzzles that a person was shown lately",
	"learning/reviews.go mistakes":       "those of a person",
	"learning/reviews.go participants":   "the reviewed games of a person",
	"learning/reviews.go review_waits":   "the people who wait for a review",
	"seasons.go standings":               "those of a server, once a season",
	"settings.go lessons":                "those of a person",
	"settings.go settings":               "the blocks of a person",
}

var (
	tableOf = regexp.MustCompile(`(?:FROM|JOIN) (\w+)`)
	// fewRows matches what is sorted after it was limited to a page or to one person's rows, or was counted.
	fewRows = regexp.MustCompile(`AS (theirs|own) |GROUP BY`)
)

// No statement in the sources walks through a table that grows, or sorts what an index could give in order.
func TestStatementsUseIndexes(t *testing.T) {
	db := open(t, backends[0].source(t), store.Options{}) // the plans are SQLite's
	seen, used := 0, map[string]bool{}
	check := func(where, statement string) {
		file, _, _ := strings.Cut(where, ":")
		for _, step := range plan(t, db, statement) {
			if step == "USE TEMP B-TREE FOR ORDER BY" && !fewRows.MatchString(statement) {
				what := file + " " + tableOf.FindStringSubmatch(statement)[1]
				if sortsAllowed[what] == "" {
					t.Errorf("%s: sorts\n%s", where, statement)
				}
				used[what] = true
			}
			table, walks := strings.CutPrefix(step, "SCAN ")
			table, _, _ = strings.Cut(table, " ")
			// An argument, and a subquery that was limited to a page or to one person's rows, may be walked through.
			if !walks || table == "theirs" || table == "json_each" || table == "p" || strings.HasPrefix(table, "(subquery-") || step == "SCAN CONSTANT ROW" {
				continue
			}
			if walksAllowed[file+" "+table] == "" {
				t.Errorf("%s: %s\n%s", where, step, statement)
			}
			used[file+" "+table] = true
		}
		seen++
	}
	for where, statement := range statements(t) {
		if !wholeFiles.MatchString(where) && !strings.HasSuffix(statement, "boards.game = games.id") { // conditions follow
			check(where, statement)
		}
	}
	for i, statement := range store.Erasures() {
		check(fmt.Sprintf("erasure %d", i), statement)
	}
	if seen < 150 {
		t.Errorf("only %d statements were found", seen)
	}
	for _, allowed := range []map[string]string{walksAllowed, sortsAllowed} {
		for what := range allowed {
			if !used[what] {
				t.Errorf("nothing walks through or sorts %s any more", what)
			}
		}
	}
}

var parameter = regexp.MustCompile(`\$(\d+)`)

// plan returns the steps of SQLite's plan for a statement.
func plan(t *testing.T, db *store.DB, statement string) []string {
	t.Helper()
	n := 0
	for _, found := range parameter.FindAllStringSubmatch(statement, -1) {
		n = max(n, ok(strconv.Atoi(found[1]))(t))
	}
	var id, parent, unused int
	return ok(database.All(t.Context(), db.SQL(), func(detail *string) []any {
		return []any{&id, &parent, &unused, detail}
	}, "EXPLAIN QUERY PLAN "+statement, make([]any, n)...))(t)
}

// What River asks every few seconds, however many jobs wait: which of them are due now.
func TestDueJobsAreFoundByAnIndex(t *testing.T) {
	const columns = `SELECT id FROM river_job WHERE state IN ('retryable', 'scheduled') AND scheduled_at <= `
	const order = ` ORDER BY priority, scheduled_at, id LIMIT $2`
	each(t, func(t *testing.T, source string) {
		clk := newClock()
		db := open(t, source, store.Options{Clock: clk.Now})
		enqueueAll(t, db, 300, clk.Now().Add(time.Hour), announce)
		must(t, store.Tidy(t.Context(), db)) // which lets the planner of SQLite count
		explain, ofRiver := `EXPLAIN QUERY PLAN `, columns+`coalesce(cast($1 AS text), datetime('now', 'subsec'))`+order
		if onPostgres(source) {
			_, err := db.SQL().Exec(`ANALYZE`) // as autovacuum does in time
			must(t, err)
			explain, ofRiver = `EXPLAIN `, columns+`coalesce($1::timestamptz, now()) AND priority >= 0 AND queue IS NOT NULL`+order+` FOR UPDATE`
		}
		plan := ""
		must(t, database.Values(t.Context(), db.SQL(), func(_ []string, step []any) error {
			plan += fmt.Sprintln(step[len(step)-1])
			return nil
		}, explain+ofRiver, clk.Now().Format(time.DateTime), 1000))
		if !strings.Contains(plan, "river_job_due") {
			t.Errorf("walks through all that wait:\n%s", plan)
		}
	})
}
