package store

import (
	"context"
	"database/sql"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

const (
	newTournament  = `INSERT INTO tournaments (guild, data) VALUES ('', '') RETURNING id`
	saveTournament = `UPDATE tournaments SET guild = $2, data = $3 WHERE id = $1`
	oneTournament  = `SELECT id, guild, data FROM tournaments WHERE id = $1`
	tournamentsOf  = `SELECT id, guild, data FROM tournaments WHERE guild = $1 ORDER BY id DESC LIMIT $2`
	gameOfFixture  = `SELECT id FROM games WHERE tournament = $1 AND round = $2 AND board = $3 AND tournament <> 0`

	peopleOfTournament   = `SELECT person FROM tournament_people WHERE tournament = $1`
	saveTournamentPerson = `INSERT INTO tournament_people (person, tournament) VALUES ($1, $2)`
	dropTournamentPerson = `DELETE FROM tournament_people WHERE person = $1 AND tournament = $2`
)

// Tournaments stores tournaments, and which game is played on which of their boards.
type Tournaments struct {
	db     *database.Connection
	outbox *jobs.Outbox
	writer *gameWriter
}

// CreateTournament makes a new tournament. See [tournament.Store].
func (s *Tournaments) CreateTournament(
	ctx context.Context, key string, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	t := &tournament.Tournament{}
	err := s.db.Act(ctx, key, func(tx *sql.Tx) error {
		if err := fn(&tournament.Tournament{}); err != nil {
			return err // before it takes a number, see create
		}
		*t = tournament.Tournament{}
		if _, err := database.One(ctx, tx, []any{&t.ID}, newTournament); err != nil {
			return err
		}
		if err := fn(t); err != nil {
			return err
		}
		return s.save(ctx, tx, t)
	})
	return t, err
}

// UpdateTournament passes the tournament to fn and saves the changes. See [tournament.Store].
func (s *Tournaments) UpdateTournament(
	ctx context.Context, key string, id tournament.ID, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	return database.UpdateRow(ctx, s.db, key, func(tx *sql.Tx) (*tournament.Tournament, error) {
		return tournamentOf(ctx, tx, id, s.db.Dialect.ForUpdate)
	}, fn, func(tx *sql.Tx, t *tournament.Tournament) error { return s.save(ctx, tx, t) })
}

// save writes a tournament as changed by fn.
func (s *Tournaments) save(ctx context.Context, tx *sql.Tx, t *tournament.Tournament) error {
	err := database.Exec(ctx, tx, saveTournament, t.ID, t.Guild, columns.JSON(t))
	if err == nil {
		err = savePeopleOf(ctx, tx, t)
	}
	for _, p := range t.TakeMet() {
		if err == nil {
			err = database.Exec(ctx, tx, savePlayer, p.Person, p.Name, p.Locale)
		}
	}
	if err != nil {
		return err
	}
	_, err = s.outbox.EnqueueFor(ctx, tx, t.Channel, t.TakeJobs())
	return err
}

// savePeopleOf records who organizes a tournament or plays in it.
func savePeopleOf(ctx context.Context, tx *sql.Tx, t *tournament.Tournament) error {
	before, err := database.Column[game.Person](ctx, tx, peopleOfTournament, t.ID)
	if err != nil {
		return err
	}
	now := peopleIn(t)
	var steps []database.Statement
	for _, p := range before {
		if !slices.Contains(now, p) {
			steps = append(steps, database.SQL(dropTournamentPerson, p, t.ID))
		}
	}
	for _, p := range now {
		if !slices.Contains(before, p) {
			steps = append(steps, database.SQL(saveTournamentPerson, p, t.ID))
		}
	}
	return database.Execute(ctx, tx, steps...)
}

// peopleIn returns the sorted ids of those who organize a tournament or play in it.
func peopleIn(t *tournament.Tournament) []game.Person {
	all := []game.Person{t.Organizer}
	for _, e := range t.Players {
		all = append(all, e.Person)
	}
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(p game.Person) bool { return p == game.Deleted })
}

// scanTournament reads one row of tournaments.
func scanTournament(row database.Row) (*tournament.Tournament, error) {
	t := &tournament.Tournament{}
	err := row.Scan(&t.ID, &t.Guild, columns.JSON(t))
	return t, err
}

// tournamentOf reads one tournament. suffix is appended to the query and may lock the row.
func tournamentOf(
	ctx context.Context, q database.Querier, id tournament.ID, suffix string,
) (*tournament.Tournament, error) {
	found, err := database.Collect(ctx, q, scanTournament, oneTournament+suffix, id)
	if err == nil && len(found) == 0 {
		err = &game.Refusal{Code: tournament.NoTournament}
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}

// Tournament reads one tournament. See [tournament.Store].
func (s *Tournaments) Tournament(ctx context.Context, id tournament.ID) (*tournament.Tournament, error) {
	return tournamentOf(ctx, s.db.Read, id, "")
}

// Tournaments lists the tournaments of a guild. See [tournament.Store].
func (s *Tournaments) Tournaments(ctx context.Context, guild string) ([]*tournament.Tournament, error) {
	return database.Collect(ctx, s.db.Read, scanTournament, tournamentsOf, guild, tournament.MaxListed)
}

// Begin reads the game of a fixture, or creates it. See [tournament.Store].
func (s *Tournaments) Begin(
	ctx context.Context, f tournament.Fixture, fn func(*tournament.Tournament, *game.Game) error,
) (*game.Game, error) {
	var g *game.Game
	err := s.db.Tx(ctx, func(tx *sql.Tx) error {
		t, err := tournamentOf(ctx, tx, f.Tournament, s.db.Dialect.ForUpdate)
		if err != nil {
			return err
		}
		id, err := database.Value[game.ID](ctx, tx, gameOfFixture, f.Tournament, f.Round, f.Board)
		switch {
		case err != nil:
			return err
		case id == 0:
			g, err = s.writer.create(ctx, tx, func(g *game.Game) error { return fn(t, g) })
		default:
			g, err = readWhole(ctx, tx, id)
		}
		return err
	})
	return g, err
}
