package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// Contradictions are what [Verify] finds in a database, and what only a fault of the program can cause: jobs that are
// missing, and people and boards that do not belong to their games.
func Contradictions(ctx context.Context, source string) (list []string, err error) {
	var s soundness
	if _, err := Verify(ctx, source, func(fault string) { s.faults = append(s.faults, fault) }); err != nil {
		return nil, err
	}
	err = inSnapshot(ctx, source, func(d database.Dialect, tx *sql.Tx) (err error) {
		s.outbox, err = jobs.NewOutbox(&database.Connection{Dialect: d, Clock: time.Now, Log: slog.New(slog.DiscardHandler)})
		if err != nil {
			return err
		}
		s.tx = tx
		for _, look := range []func(context.Context) error{s.jobs, s.participants, s.readGames, s.boards, s.reviewed} {
			if err := look(ctx); err != nil {
				return err
			}
		}
		return nil
	})
	return s.faults, err
}

// soundness compares tables with each other, in one transaction.
type soundness struct {
	tx     *sql.Tx
	outbox *jobs.Outbox
	faults []string

	owed   map[string]bool           // the unfinished jobs, by kind and aboutJob
	people map[game.ID][]game.Person // the recorded participants of a game
}

// fault notes a contradiction.
func (v *soundness) fault(format string, values ...any) {
	v.faults = append(v.faults, fmt.Sprintf(format, values...))
}

// each calls look for each row of a query.
func (v *soundness) each(ctx context.Context, query string, look func(database.Row) error) error {
	return database.Each(ctx, v.tx, look, query)
}

// jobs reads the unfinished jobs.
func (v *soundness) jobs(ctx context.Context) error {
	v.owed = map[string]bool{}
	jobs, err := v.outbox.Unfinished(ctx, v.tx)
	for _, job := range jobs {
		v.owed[job.Kind+" "+aboutJob(job.EncodedArgs)] = true
	}
	return err
}

// owes reports whether there is such an unfinished job.
func (v *soundness) owes(job game.Job) bool {
	args, err := json.Marshal(job)
	return err == nil && v.owed[job.Kind()+" "+aboutJob(args)]
}

// aboutJob returns a key for the subject of a job: its game or record, the number of moves and the due time.
func aboutJob(args []byte) string {
	var about struct {
		Game   game.ID   `json:"game"`
		Record record.ID `json:"record"`
		Ply    int       `json:"ply"`
		At     any       `json:"at"`
	}
	if err := json.Unmarshal(args, &about); err != nil {
		return "" // a job of a person
	}
	return fmt.Sprint(about)
}

const everyParticipant = `SELECT game, person FROM participants ORDER BY game, person`

func (v *soundness) participants(ctx context.Context) error {
	v.people = map[game.ID][]game.Person{}
	return v.each(ctx, everyParticipant, func(row database.Row) error {
		var id game.ID
		var p game.Person
		err := row.Scan(&id, &p)
		v.people[id] = append(v.people[id], p)
		return err
	})
}

// readGames compares every game that can be read with other tables.
func (v *soundness) readGames(ctx context.Context) error {
	return v.each(ctx, everyGame, func(row database.Row) error {
		if g, err := scanGame(row); err == nil { // otherwise Verify has reported it
			v.game(g)
		}
		return nil
	})
}

// game compares a game with its people and its jobs.
func (v *soundness) game(g *game.Game) {
	if want, have := slices.Sorted(slices.Values(g.People())), v.people[g.ID]; !slices.Equal(want, have) {
		v.fault("game %d: %v play in it, and %v are listed", g.ID, want, have)
	}
	delete(v.people, g.ID)
	for _, job := range requiredJobs(g) {
		if !v.owes(job) {
			v.fault("game %d waits for the job %q %+v, and there is none", g.ID, job.Kind(), job)
		}
	}
}

// requiredJobs lists the jobs without which an open game would stall: the bot's move, and what happens [game.Game.Next]. A
// game that is over needs none.
func requiredJobs(g *game.Game) (jobs []game.Job) {
	if !g.State.Open() {
		return nil
	}
	if bot, has := g.BotSeat(); has && bot == g.Turn() && g.State == game.Active {
		jobs = append(jobs, game.Think{Game: g.ID, Ply: g.Ply()})
	}
	if next := g.Next(); next.Job != nil {
		jobs = append(jobs, next.Job)
	}
	return jobs
}

const messagesTwice = `SELECT message, count(*) FROM boards WHERE message <> '' GROUP BY message HAVING count(*) > 1`

// boards checks for duplicates, for games that cannot be read without a row of a board, and for participants of games
// that do not exist.
func (v *soundness) boards(ctx context.Context) error {
	missing, err := database.Value[int](ctx, v.tx, `SELECT count(*) FROM games WHERE id NOT IN (SELECT game FROM boards)`)
	if err != nil {
		return err
	}
	if missing > 0 {
		v.fault("%d games have no row of a board", missing)
	}
	for _, id := range slices.Sorted(maps.Keys(v.people)) {
		v.fault("people are listed in game %d, which is not there", id)
	}
	return v.each(ctx, messagesTwice, func(row database.Row) error {
		var message string
		var n int
		err := row.Scan(&message, &n)
		v.fault("message %s is said to be the board of %d games", message, n)
		return err
	})
}

const unfinishedReviews = `SELECT game, record FROM reviews WHERE done = 0 ORDER BY game, record`

// reviewed checks that a review in progress has its job.
func (v *soundness) reviewed(ctx context.Context) error {
	return v.each(ctx, unfinishedReviews, func(row database.Row) error {
		var job review.Job
		err := row.Scan(&job.Game, &job.Record)
		if err == nil && !v.owes(job) {
			v.fault("the review of %+v is under way and has no job %q", job, job.Kind())
		}
		return err
	})
}
