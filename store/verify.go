package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/tournament"
	"xiangqibot/engine/board"
	"xiangqibot/store/database"
)

// VerifyResult is what [Verify] has checked, and how many faults it found.
type VerifyResult struct {
	Games, Moves, Results, Boards, Records, Jobs, Reviews int

	// Solvers is the number of people who have tried puzzles.
	Solvers int

	// Contests is the number of streaks and races; Posts is the number of servers that have the puzzle of the day
	// posted.
	Contests, Posts int

	// Tournaments is the number of tournaments, open or not.
	Tournaments int

	// Faults is the number of contradictions found.
	Faults int
}

// Verify checks a consistent snapshot of the whole database and reports each contradiction as a sentence. It replays
// and judges every game, recalculates every rating and every leaderboard entry from the results, parses every record
// and review, counts the attempts at puzzles, and checks that tournaments agree with their games, that each game has
// the board and the jobs that it needs, and that each tournament and puzzle of the day has its jobs. It changes
// nothing, and a bot may be using the database.
//
// An error means that the database could not be checked: it is missing, damaged, of another program, or has another
// schema version than the program.
func Verify(ctx context.Context, source string, tell func(fault string)) (VerifyResult, error) {
	v := verifier{tell: tell}
	if err := v.verify(ctx, source); err != nil {
		return v.found, fmt.Errorf("verify %s: %w", database.RedactSource(source), err)
	}
	return v.found, nil
}

// verifier checks a database in one transaction.
type verifier struct {
	tell  func(string)
	found VerifyResult
	q     database.Querier

	tx     *sql.Tx // as q
	outbox *outbox

	owed    map[string]bool              // the unfinished jobs, by kind and aboutJob
	counted map[game.ID]int              // games that are results, with the number of their results
	people  map[game.ID][]game.Person    // the recorded participants of a game
	ratings map[game.ID]*standing.Result // a game's recorded rating change, by the color of its first result

	partners map[game.ID]game.PartnerKind // of games that are results and had one
	early    map[game.ID]bool             // games of one move, for which earlier versions saved no results
}

func (v *verifier) verify(ctx context.Context, source string) (err error) {
	d, text, err := database.ParseSource(source)
	if err != nil {
		return err
	}
	db, err := d.OpenReadOnly(text)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	tx, err := db.BeginTx(ctx, &sql.TxOptions{Isolation: d.SnapshotIsolation, ReadOnly: true})
	if err != nil {
		return d.Explain(err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	latest, err := database.LatestVersion()
	if err != nil {
		return err
	}
	version, err := database.TablesVersion(ctx, d, tx)
	switch {
	case err != nil:
		return err
	case version == database.NoTables:
		return database.Permanent("nothing is in the database yet")
	}
	if err := database.CheckVersion(version, latest); err != nil {
		return err
	}
	if version < latest {
		return database.Permanent("the tables have version %d, and this program verifies version %d; start the bot once, "+
			"which brings them up to date, or verify with the program that wrote them", version, latest)
	}
	v.outbox, err = newOutbox(&connection{
		source: database.RedactSource(source), dialect: d, write: db, clock: time.Now, log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	v.q, v.tx, v.counted, v.ratings = tx, tx, map[game.ID]int{}, map[game.ID]*standing.Result{}
	v.partners, v.early = map[game.ID]game.PartnerKind{}, map[game.ID]bool{}
	for _, look := range []func(context.Context) error{
		v.damage(d), v.jobs, v.participants, v.games, v.boards, v.results, v.leaderboards, v.records, v.reviews, v.mistakes,
		v.puzzles, v.runs, v.races, v.posts, v.tournaments,
	} {
		if err := look(ctx); err != nil {
			return d.Explain(err)
		}
	}
	return nil
}

// fault reports a contradiction.
func (v *verifier) fault(format string, values ...any) {
	v.found.Faults++
	v.tell(fmt.Sprintf(format, values...))
}

// damage checks the file itself if the database is one.
func (v *verifier) damage(d database.Dialect) func(context.Context) error {
	return func(ctx context.Context) error {
		if d.Integrity == "" {
			return nil
		}
		rows, err := v.q.QueryContext(ctx, d.Integrity)
		if err != nil {
			return err
		}
		said, err := database.Collect(rows, func(rows *sql.Rows) (said string, err error) { return said, rows.Scan(&said) })
		for _, line := range said {
			if line != "ok" {
				v.fault("the file is damaged: %s", line)
			}
		}
		return err
	}
}

// jobs reads the unfinished jobs.
func (v *verifier) jobs(ctx context.Context) error {
	v.owed = map[string]bool{}
	jobs, err := v.outbox.unfinished(ctx, v.tx)
	for _, job := range jobs {
		v.found.Jobs++
		v.owed[job.Kind+" "+aboutJob(job.EncodedArgs)] = true
	}
	return err
}

// owes reports whether there is such an unfinished job.
func (v *verifier) owes(job game.Job) bool {
	args, err := json.Marshal(job)
	return err == nil && v.owed[job.Kind()+" "+aboutJob(args)]
}

// every calls look for each row of a query.
func (v *verifier) every(ctx context.Context, query string, look func(*sql.Rows) error) error {
	rows, err := v.q.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) { return struct{}{}, look(rows) })
	return err
}

// aboutJob returns a key for the subject of a job: its game and the number of moves, its tournament, round and board,
// or its server and due time.
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
	_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) {
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

// games replays every game.
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

// game checks one game.
func (v *verifier) game(g *game.Game) {
	v.found.Moves += g.Ply()
	for _, fault := range g.Inconsistencies() {
		v.fault("%s", fault)
	}
	if want, have := slices.Sorted(slices.Values(g.People())), v.people[g.ID]; !slices.Equal(want, have) {
		v.fault("game %d: %v play in it, and %v are listed", g.ID, want, have)
	}
	delete(v.people, g.ID)
	for _, job := range game.RequiredJobs(g) {
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

// boards checks for duplicates, and for participants of games that do not exist.
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
	_, err = database.Collect(rows, func(rows *sql.Rows) (n int, err error) {
		var message string
		if err = rows.Scan(&message, &n); err == nil {
			v.fault("message %s is said to be the board of %d games", message, n)
		}
		return n, err
	})
	return err
}

const everyRecord = `SELECT id, owner, guild, channel, at, caption, file FROM records ORDER BY id`

// records checks every imported record.
func (v *verifier) records(ctx context.Context) error {
	rows, err := v.q.QueryContext(ctx, everyRecord)
	if err != nil {
		return err
	}
	_, err = database.Collect(rows, func(rows *sql.Rows) (struct{}, error) {
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
