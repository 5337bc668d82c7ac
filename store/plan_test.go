package store_test

import (
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
	for name, query := range store.Queries {
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
				// A subquery that was limited to a page, or to one person's records, may be walked through; its rows are already in memory.
				walks := strings.HasPrefix(detail, "SCAN") && !strings.HasPrefix(detail, "SCAN theirs") && !strings.HasPrefix(detail, "SCAN (subquery-") && detail != "SCAN CONSTANT ROW"
				if walks {
					t.Errorf("walks through a table: %s", detail)
				}
				if strings.Contains(detail, "TEMP B-TREE") && !strings.HasSuffix(name, "of a person") {
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
