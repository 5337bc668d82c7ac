package store

import (
	"context"
	"database/sql"
	"maps"
	"slices"
	"sync/atomic"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// gameWriter saves games with all consequences of their changes.
type gameWriter struct {
	db     *database.Connection
	outbox *jobs.Outbox

	begun, finished atomic.Int64 // games of this process
}

// create passes fn a blank game and saves it. The number of a refused one may stay unused.
func (w *gameWriter) create(ctx context.Context, tx *sql.Tx, fn func(*game.Game) error) (*game.Game, error) {
	g := &game.Game{}
	if _, err := database.One(ctx, tx, []any{&g.ID}, `INSERT INTO games (state) VALUES ('offered') RETURNING id`); err != nil {
		return nil, err
	}
	if err := database.Exec(ctx, tx, newBoard, g.ID); err != nil {
		return nil, err
	}
	if err := fn(g); err != nil {
		return nil, err
	}
	if err := w.admit(ctx, tx, g); err != nil {
		return nil, err
	}
	return g, w.save(ctx, tx, snapshot{}, g)
}

// snapshot is the part of a game's state before its change that save needs.
type snapshot struct {
	state   game.State
	next    game.QueuedJob
	counts  bool      // it was a result
	settled bool      // its ratings were applied
	since   time.Time // when its clock was started
	ply     int
	board   game.Board
	players map[game.Person]standing.Player // its people; nil: it is new
}

// snapshotOf sets the players of a game that was read and returns its snapshot for save.
func snapshotOf(ctx context.Context, tx *sql.Tx, g *game.Game) (snapshot, error) {
	players, err := readPeople(ctx, tx, g)
	return snapshot{
		state: g.State, next: g.Next(), counts: g.Counts(), settled: standing.RatingsApplied(g), since: g.Clock.Since, ply: g.Ply(),
		board: boardOf(g), players: players,
	}, err
}

// save writes a game as changed by fn.
func (w *gameWriter) save(ctx context.Context, tx *sql.Tx, before snapshot, g *game.Game) error {
	joined := slices.DeleteFunc(g.People(), func(p game.Person) bool { _, was := before.players[p]; return was })
	if err := setAwayOfJoined(ctx, tx, g, joined); err != nil {
		return err
	}
	if err := planReminders(ctx, tx, before, g); err != nil {
		return err
	}
	was, err := readPlayers(ctx, tx, joined)
	if err != nil {
		return err
	}
	maps.Copy(was, before.players)
	if before.counts != g.Counts() || before.settled && !standing.RatingsApplied(g) {
		if err := lockRatings(ctx, tx, w.db.Dialect); err != nil {
			return err
		}
		now, err := readPlayers(ctx, tx, g.People())
		if err != nil {
			return err
		}
		maps.Copy(was, now)
	}
	players := mergePlayers(was, g)
	met := 0
	switch {
	case before.settled && (!g.Rated || !g.Counts()): // a short one that was rated when those counted remains so
		g.Before, g.After = [2]glicko.Rating{}, [2]glicko.Rating{}
	case !before.counts && standing.AffectsRatings(g):
		if met, err = meetings(ctx, tx, g.Seats, standing.RatingClass(g).String(), g.Updated); err != nil {
			return err
		}
		standing.Rate(g, met, players)
	}
	if err := w.enqueue(ctx, tx, before.next, g); err != nil {
		return err
	}
	participants := joined
	if before.state.Open() != g.State.Open() {
		participants = g.People()
	}
	err = database.Execute(ctx, tx, slices.Concat([]database.Statement{saveGame(g)}, saveBoard(before.board, g),
		saveParticipants(g, participants), savePlayers(was, players))...)
	if err != nil {
		return err
	}
	if err := w.saveResults(ctx, tx, before, g, players, met); err != nil {
		return err
	}
	setPlayers(g, players)
	switch {
	case before.state == game.Offered && g.State == game.Active:
		w.begun.Add(1)
	case before.state == game.Active && g.State == game.Finished:
		w.finished.Add(1)
	}
	if a, ok := g.Outbox.TakeAnswering(); ok {
		a.Game, a.Revision = g.ID, g.Revision
		const replace = ` ON CONFLICT (interaction) DO UPDATE SET game = excluded.game, revision = excluded.revision`
		return database.Execute(ctx, tx, saveAnswering(a, 0, replace, w.db.Process))
	}
	return nil
}

// planReminders plans when the side to move is reminded, if its clock was started since the snapshot.
func planReminders(ctx context.Context, tx *sql.Tx, before snapshot, g *game.Game) error {
	started := !g.Clock.Since.IsZero() && (g.Ply() != before.ply || !g.Clock.Since.Equal(before.since))
	if !started || !g.ByDay() {
		return nil
	}
	p := g.Seats[g.Turn()].Person
	settings, err := readSettings(ctx, tx, p)
	if err != nil {
		return err
	}
	g.Clock.Reminders = settings.RemindersFor(g.Clock.Since, g.Clock.Flag)
	return nil
}

// enqueue enqueues the jobs of a change. If it changes what happens next to the game, it replaces the job that waits
// for that.
func (w *gameWriter) enqueue(ctx context.Context, tx *sql.Tx, before game.QueuedJob, g *game.Game) error {
	jobs, next := g.Outbox.TakeJobs(), g.Next()
	if next.Equal(before) {
		_, err := w.outbox.EnqueueFor(ctx, tx, g.Channel, jobs)
		return err
	}
	if err := w.outbox.WithdrawNumber(ctx, tx, g.NextJob); err != nil {
		return err
	}
	g.NextJob = 0
	if next.Job != nil {
		jobs = append(jobs, next)
	}
	numbers, err := w.outbox.EnqueueFor(ctx, tx, g.Channel, jobs)
	if next.Job != nil && err == nil {
		g.NextJob = numbers[len(numbers)-1]
	}
	return err
}

// saveResults updates the results and the players' ratings according to the change of a game.
func (w *gameWriter) saveResults(
	ctx context.Context, tx *sql.Tx, before snapshot, g *game.Game, players map[game.Person]standing.Player,
	met int,
) error {
	if before.settled && !standing.RatingsApplied(g) {
		undone, err := queryResults(ctx, tx, resultsOfGame, g.ID)
		if err == nil {
			err = undoResults(ctx, tx, undone)
		}
		if err != nil {
			return err
		}
		now, err := readPlayers(ctx, tx, g.People())
		if err != nil {
			return err
		}
		maps.Copy(players, now)
	}
	switch {
	case !before.counts && g.Counts():
		return writeResults(ctx, tx, g, players, met, w.db.Clock())
	case before.counts && !g.Counts():
		return database.Exec(ctx, tx, dropResult, g.ID)
	}
	return nil
}

// changeAll changes games that were read in a transaction, and saves them.
func (w *gameWriter) changeAll(
	ctx context.Context, tx *sql.Tx, games []*game.Game, change func(*game.Game, *snapshot) error,
) error {
	for _, g := range games {
		before, err := snapshotOf(ctx, tx, g)
		if err != nil {
			return err
		}
		if err := change(g, &before); err != nil {
			return err
		}
		if err := w.save(ctx, tx, before, g); err != nil {
			return err
		}
	}
	return nil
}

// register counts inside a transaction. See [game.Register].
type register struct {
	ctx context.Context //nolint:containedctx // that of the transaction, with which it ends
	tx  *sql.Tx
}

// Games reads games. See [game.Register].
func (r register) Games(q game.Query) ([]*game.Game, error) { return selectGamesBy(r.ctx, r.tx, q) }

const latestRated = `SELECT at FROM results WHERE opponent = $1 AND person = $2 AND rated <> '' ORDER BY seq DESC LIMIT $3`

// RatedGames lists when the rated games of two people ended. See [game.Register].
func (r register) RatedGames(a, b game.Person, limit int) ([]time.Time, error) {
	return columns.Times(r.ctx, r.tx, latestRated, a, b, limit)
}

// admit makes the checks on which a change of a game depends. It takes their keys after the lock of the game and before
// any other lock.
func (w *gameWriter) admit(ctx context.Context, tx *sql.Tx, g *game.Game) error {
	keys, checks := g.Admissions.TakeAdmissions()
	keys = slices.DeleteFunc(keys, func(key string) bool { return key == "" })
	if err := w.db.Lock(ctx, tx, keys...); err != nil {
		return err
	}
	for _, check := range checks {
		if err := check(register{ctx, tx}); err != nil {
			return err
		}
	}
	return nil
}
