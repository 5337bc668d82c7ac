package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
)

// Verified is what Verify has looked at, and how much of it was wrong.
type Verified struct {
	Games, Moves, Results, Boards, Records, Jobs, Reviews int

	// Solvers is how many people have tried puzzles.
	Solvers int

	// Contests is how many streaks and races there are; Posts is how many servers have the puzzle of the day posted.
	Contests, Posts int

	// Tournaments is how many tournaments there are, open ones or not.
	Tournaments int

	// Faults is how many contradictions were found.
	Faults int
}

// Verify reads everything that a database holds, as it is at one moment, and passes on each contradiction that it
// finds, as a sentence. It plays every game again from its start and judges it, counts every rating and every line
// of the leaderboards again from the results, reads every record and review, counts the tries at puzzles, looks whether
// tournaments agree with their games, and whether each game has the board and the jobs that it needs, and each
// tournament and puzzle of the day its jobs. It changes nothing, and a bot may be at work meanwhile.
//
// An error is that the database could not be looked at: it is not there, damaged, somebody else's, or its tables are of
// another version than the program's.
func Verify(ctx context.Context, source string, tell func(fault string)) (Verified, error) {
	v := verifier{tell: tell}
	if err := v.verify(ctx, source); err != nil {
		return v.found, fmt.Errorf("verify %s: %w", Public(source), err)
	}
	return v.found, nil
}

// verifier looks at a database in one transaction.
type verifier struct {
	tell  func(string)
	found Verified
	q     querier

	owed    map[string]bool              // the jobs that are still to be done, by kind and aboutJob
	counted map[game.ID]int              // games that are results, with how many people have one of them
	people  map[game.ID][]game.Person    // who is said to take part in a game
	ratings map[game.ID]*standing.Result // what a game says that it did to ratings, by color of its first result

	partners map[game.ID]game.PartnerKind // of games that are results, where people had one
	early    map[game.ID]bool             // games of one move, of which earlier versions kept no results
}

func (v *verifier) verify(ctx context.Context, source string) (err error) {
	d, text, err := parseSource(source)
	if err != nil {
		return err
	}
	db, err := d.watch(text)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: d.moment, ReadOnly: true})
	if err != nil {
		return d.explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	steps, err := readMigrations(d.name)
	if err != nil {
		return err
	}
	version, err := tablesVersion(ctx, d, tx)
	switch {
	case err != nil:
		return err
	case version == noTables:
		return incurable("nothing is in the database yet")
	case version < len(steps):
		return incurable("the tables have version %d, and this program verifies version %d; start the bot once, "+
			"which brings them up to date, or verify with the program that wrote them", version, len(steps))
	}
	if err := known(version, len(steps)); err != nil {
		return err
	}
	v.q, v.counted, v.ratings = tx, map[game.ID]int{}, map[game.ID]*standing.Result{}
	v.partners, v.early = map[game.ID]game.PartnerKind{}, map[game.ID]bool{}
	for _, look := range []func(context.Context) error{
		v.damage(d), v.jobs, v.participants, v.games, v.boards, v.results, v.leaderboards, v.records, v.reviews, v.mistakes,
		v.puzzles, v.runs, v.races, v.posts, v.tournaments,
	} {
		if err := look(ctx); err != nil {
			return d.explain(err)
		}
	}
	return nil
}

// fault passes a contradiction on.
func (v *verifier) fault(format string, values ...any) {
	v.found.Faults++
	v.tell(fmt.Sprintf(format, values...))
}

// damage looks at the file itself, where the database is one.
func (v *verifier) damage(d dialect) func(context.Context) error {
	return func(ctx context.Context) error {
		if d.integrity == "" {
			return nil
		}
		rows, err := v.q.QueryContext(ctx, d.integrity)
		if err != nil {
			return err
		}
		said, err := collect(rows, func(rows *sql.Rows) (said string, err error) { return said, rows.Scan(&said) })
		for _, line := range said {
			if line != "ok" {
				v.fault("the file is damaged: %s", line)
			}
		}
		return err
	}
}

const unfinishedJobs = `SELECT kind, CAST(args AS TEXT) FROM river_job
	WHERE state IN ('available', 'scheduled', 'retryable', 'running')`

// jobs reads what is still to be done.
func (v *verifier) jobs(ctx context.Context) error {
	v.owed = map[string]bool{}
	rows, err := v.q.QueryContext(ctx, unfinishedJobs)
	if err != nil {
		return err
	}
	_, err = collect(rows, func(rows *sql.Rows) (struct{}, error) {
		var kind, args string
		err := rows.Scan(&kind, &args)
		v.found.Jobs++
		v.owed[kind+" "+aboutJob([]byte(args))] = true
		return struct{}{}, err
	})
	return err
}

// owes reports whether a job is still to be done.
func (v *verifier) owes(job game.Job) bool {
	args, err := json.Marshal(job)
	return err == nil && v.owed[job.Kind()+" "+aboutJob(args)]
}

// every passes on each row of a query.
func (v *verifier) every(ctx context.Context, query string, look func(*sql.Rows) error) error {
	rows, err := v.q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	_, err = collect(rows, func(rows *sql.Rows) (struct{}, error) { return struct{}{}, look(rows) })
	return err
}

// aboutJob is what a job is about, in words by which it is found: its game and how many moves that has, its tournament,
// round and board, or its server and when it is due there.
func aboutJob(args []byte) string {
	var about struct {
		Game  game.ID `json:"game"`
		Ply   int     `json:"ply"`
		Guild string  `json:"guild"`
		At    any     `json:"at"`

		Tournament tournament.ID `json:"tournament"`
		Round      int           `json:"round"`
		Board      int           `json:"board"`
	}
	if err := json.Unmarshal(args, &about); err != nil {
		return "" // a job of a person
	}
	return fmt.Sprint(about)
}

const everyParticipant = `SELECT game, person FROM participants ORDER BY game, person`

func (v *verifier) participants(ctx context.Context) error {
	v.people = map[game.ID][]game.Person{}
	rows, err := v.q.QueryContext(ctx, everyParticipant)
	if err != nil {
		return err
	}
	_, err = collect(rows, func(rows *sql.Rows) (struct{}, error) {
		var id game.ID
		var p game.Person
		err := rows.Scan(&id, &p)
		v.people[id] = append(v.people[id], p)
		return struct{}{}, err
	})
	return err
}

const countGames = `SELECT count(*) FROM games`

var everyGame = selectGames + ` ORDER BY games.id`

// games plays every game again.
func (v *verifier) games(ctx context.Context) error {
	var all int
	if err := v.q.QueryRowContext(ctx, countGames).Scan(&all); err != nil {
		return err
	}
	rows, err := v.q.QueryContext(ctx, everyGame)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }() // Err below tells what went wrong
	seen := 0
	for rows.Next() {
		seen++
		g, err := scanGame(rows)
		if err != nil {
			v.fault("%v", err)
			continue
		}
		v.game(g)
	}
	if err := rows.Err(); err != nil {
		return err
	}
	if seen != all {
		v.fault("%d games have no row of a board", all-seen)
	}
	v.found.Games = seen
	return nil
}

// game looks at one game.
func (v *verifier) game(g *game.Game) {
	v.found.Moves += g.Ply()
	for _, fault := range g.Contradictions() {
		v.fault("%s", fault)
	}
	if want, have := slices.Sorted(slices.Values(g.People())), v.people[g.ID]; !slices.Equal(want, have) {
		v.fault("game %d: %v play in it, and %v are listed", g.ID, want, have)
	}
	delete(v.people, g.ID)
	for _, job := range g.Waits() {
		if !v.owes(job) {
			v.fault("game %d waits for the job %q %+v, and there is none", g.ID, job.Kind(), job)
		}
	}
	if !g.Counts() {
		return
	}
	if g.Ply() == 1 {
		v.early[g.ID] = true
	}
	if g.Partner.Kind != game.NoPartner {
		v.partners[g.ID] = g.Partner.Kind
	}
	for _, seat := range g.Seats {
		if seat.Person != "" && seat.Person != game.Deleted {
			v.counted[g.ID]++
		}
	}
	if standing.RatingsApplied(g) {
		red, black := board.Red, board.Black
		v.ratings[g.ID] = &standing.Result{Before: g.Before[red], After: g.After[red], Against: g.Before[black]}
	}
}

const messagesTwice = `SELECT message, count(*) FROM boards WHERE message <> '' GROUP BY message HAVING count(*) > 1`

// boards looks for what must not be twice, and for lists of people in games that are none.
func (v *verifier) boards(ctx context.Context) error {
	for _, id := range slices.Sorted(maps.Keys(v.people)) {
		v.fault("people are listed in game %d, which is not there", id)
	}
	const count = `SELECT count(*) FROM boards`
	if err := v.q.QueryRowContext(ctx, count).Scan(&v.found.Boards); err != nil {
		return err
	}
	rows, err := v.q.QueryContext(ctx, messagesTwice)
	if err != nil {
		return err
	}
	_, err = collect(rows, func(rows *sql.Rows) (n int, err error) {
		var message string
		if err = rows.Scan(&message, &n); err == nil {
			v.fault("message %s is said to be the board of %d games", message, n)
		}
		return n, err
	})
	return err
}

const everyRecord = `SELECT id, owner, guild, channel, at, caption, file FROM records ORDER BY id`

// records reads every imported record.
func (v *verifier) records(ctx context.Context) error {
	rows, err := v.q.QueryContext(ctx, everyRecord)
	if err != nil {
		return err
	}
	_, err = collect(rows, func(rows *sql.Rows) (struct{}, error) {
		var file []byte
		v.found.Records++
		r, err := scanRecord(rows, &file)
		if err != nil {
			v.fault("record %d: %v", r.ID, err)
			return struct{}{}, nil
		}
		r.File = file
		for _, fault := range r.Contradictions() {
			v.fault("%s", fault)
		}
		return struct{}{}, nil
	})
	return err
}
