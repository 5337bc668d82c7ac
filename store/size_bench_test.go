package store_test

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/engine/board"
	"xiangqibot/store"
)

// BenchmarkSize is one move, and the jobs that it leads to, among a thousand, ten thousand and a hundred thousand
// correspondence games in progress: what a game costs should not depend on how many there are. Each game has 40 plies,
// three days for a move and a move every twelve hours. bytes/game and rows/game are what a game takes in the database,
// the jobs that wait for its clock included; s/start is how long a start after a downtime takes, in which the clock of
// each game gets the time back; jobs/s is how fast jobs that are due are begun; ms/count is how long counting all rows
// takes for the metrics.
//
//	go test ./store -run '^$' -bench Size -benchtime 2000x -timeout 60m
func BenchmarkSize(b *testing.B) {
	for _, backend := range backends {
		sizes := []int{1_000, 10_000, 100_000}
		if testing.Short() {
			sizes = sizes[:1]
		}
		for _, size := range sizes {
			b.Run(fmt.Sprintf("%s/%d", backend.name, size), func(b *testing.B) {
				source, now := backend.source(b), newClock()
				atWork(b, source, now)
				db := open(b, source, store.Options{Clock: now.Now})
				correspondence(b, db, now)
				before := measure(b, db)
				multiply(b, db, source, size)
				counting := time.Now()
				after := measure(b, db)
				counted := time.Since(counting)
				chance := rand.New(rand.NewPCG(14, 2026))
				moves := 0
				for b.Loop() {
					moves++
					id := game.ID(2 + chance.IntN(size))
					_, err := db.Games.Update(b.Context(), fmt.Sprint("interaction ", moves), id, func(g *game.Game) error {
						return moveAt(g, now.Now())
					})
					must(b, err)
				}
				b.ReportMetric(float64(counted.Microseconds())/1000, "ms/count")
				b.ReportMetric(float64(after.Bytes-before.Bytes)/float64(size), "bytes/game")
				b.ReportMetric(float64(rows(b, db))/float64(size+1), "rows/game")
				starting, announcing := announced(b, db, now, moves)
				b.ReportMetric(starting.Seconds(), "s/start")
				b.ReportMetric(float64(moves)/announcing.Seconds(), "jobs/s")
			})
		}
	}
}

// atWork has a program be at work for a moment: of one that never was nobody can say how long it was away.
func atWork(b *testing.B, source string, now *clock) {
	b.Helper()
	db, err := store.Open(b.Context(), source, store.Options{Clock: now.Now})
	must(b, err)
	must(b, errors.Join(work(db, worker{}), db.Close()))
}

// correspondence plays a game of 40 plies over twenty days. Of its jobs those remain that are still to come.
func correspondence(b testing.TB, db *store.DB, now *clock) {
	b.Helper()
	const plies, pause, limit = 40, 12 * time.Hour, 72 * time.Hour
	g, err := db.Games.Create(b.Context(), "", func(g *game.Game) error {
		act := game.Act{Actor: alice, Name: "Alice", Guild: "g", Channel: "c"}
		spec := game.ChallengeSpec{Opponent: bob, ColorChoice: game.WantRed, Rated: true, Conditions: game.Conditions{Time: clocks.TimeControl{PerMove: limit}}}
		return errors.Join(g.Blank().Offer(act, spec, game.Terms{Rules: "asian", Life: time.Hour}, now.Now()), g.Challenge().Accept(bob, board.Red, now.Now()))
	})
	must(b, err)
	for range plies {
		now.Advance(pause)
		_, err := db.Games.Update(b.Context(), "", g.ID, func(g *game.Game) error { return moveAt(g, now.Now()) })
		must(b, err)
	}
	_, err = db.SQL().Exec(`DELETE FROM river_job WHERE kind NOT IN ($1, $2) OR scheduled_at <= $3`,
		game.Flag{}.Kind(), game.Remind{}.Kind(), now.Now().Format("2006-01-02 15:04:05"))
	must(b, err)
}

// moveAt plays a quiet move.
func moveAt(g *game.Game, now time.Time) error {
	p := g.Position()
	for _, m := range p.LegalMoves(nil) {
		if n := len(g.Record.Moves); p.At(m.To()) == board.NoPiece && !p.GivesCheck(m) && (n < 2 || m.To() != g.Record.Moves[n-2].From()) {
			return g.Play(g.Seats[g.Turn()].Person, m, now)
		}
	}
	return errors.New("no quiet move")
}

// multiply makes copies of game 1, each with people, boards and jobs of its own, in a thousand servers. It writes rows as
// the store would, only faster.
func multiply(b testing.TB, db *store.DB, source string, copies int) {
	b.Helper()
	args := `json_set(args, '$.game', i)`
	if onPostgres(source) {
		args = `jsonb_set(args, '{game}', to_jsonb(i))`
	}
	const red, black = `CAST(1000000 + i AS text)`, `CAST(2000000 + i AS text)`
	for _, table := range []struct {
		name string
		with map[string]string // the columns that differ; an empty one is left to the database
	}{
		{"games", map[string]string{"id": `i`, "red": red, "black": black, "challenger": red, "opponent": black, "guild": `'g' || CAST(i % 1000 AS text)`}},
		{"participants", map[string]string{"game": `i`, "person": `CASE person WHEN '` + string(alice) + `' THEN ` + red + ` ELSE ` + black + ` END`}},
		{"boards", map[string]string{"id": "", "game": `i`}},
		{"river_job", map[string]string{"id": "", "args": args}},
	} {
		var into, from []string
		for _, column := range columns(b, db.SQL(), table.name) {
			value, differs := table.with[column]
			switch {
			case !differs:
				value = column
			case value == "":
				continue
			}
			into, from = append(into, column), append(from, value)
		}
		_, err := db.SQL().Exec(`WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < $1 + 1)
			INSERT INTO `+table.name+` (`+strings.Join(into, ", ")+`)
			SELECT `+strings.Join(from, ", ")+` FROM n CROSS JOIN (SELECT * FROM `+table.name+`) t`, copies)
		if err != nil {
			b.Fatalf("copy %s: %v", table.name, err)
		}
	}
	if onPostgres(source) {
		_, err := db.SQL().Exec(`ANALYZE`) // as autovacuum does in time
		must(b, err)
	}
}

func columns(b testing.TB, db *sql.DB, table string) []string {
	b.Helper()
	none, err := db.Query(`SELECT * FROM ` + table + ` WHERE 1 = 0`)
	must(b, err)
	defer none.Close()
	names, err := none.Columns()
	must(b, errors.Join(err, none.Err()))
	return names
}

// rows counts what is kept of games.
func rows(b *testing.B, db *store.DB) (all int) {
	b.Helper()
	for _, table := range []string{"games", "participants", "boards", "river_job"} {
		var n int
		must(b, db.SQL().QueryRow(`SELECT count(*) FROM `+table).Scan(&n))
		all += n
	}
	return all
}

func measure(b *testing.B, db *store.DB) store.Stats {
	b.Helper()
	m, err := db.Stats(b.Context())
	must(b, err)
	return m
}

// announced starts the jobs after a downtime and tells how long the start took, in which each running clock gets the time
// back, and then the announcements of so many moves.
func announced(b *testing.B, db *store.DB, now *clock, moves int) (starting, announcing time.Duration) {
	b.Helper()
	now.Advance(time.Hour)
	var done atomic.Int64
	all := make(chan struct{})
	began := time.Now()
	must(b, work(db, worker{announce: func(context.Context, game.Announce) error {
		if done.Add(1) == int64(moves) {
			close(all)
		}
		return nil
	}}))
	starting = time.Since(began)
	receive(b, all, "the announcements of all moves")
	return starting, time.Since(began) - starting
}
