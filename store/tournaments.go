package store

import (
	"context"
	"database/sql"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
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

	// Of the people who are the keys of a JSON object, see [peopleKeys].
	addTournamentPeople = `INSERT INTO tournament_people (person, tournament)
		SELECT key, CAST($2 AS BIGINT) FROM json_each($1) WHERE TRUE ON CONFLICT DO NOTHING`
	dropTournamentPeople = `DELETE FROM tournament_people WHERE tournament = $2 AND person NOT IN (SELECT key FROM json_each($1))`
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
	people := peopleKeys(peopleIn(t))
	steps := []database.Statement{
		database.SQL(saveTournament, t.ID, t.Guild, columns.JSON(t)),
		database.SQL(dropTournamentPeople, people, t.ID), database.SQL(addTournamentPeople, people, t.ID),
	}
	for _, p := range t.TakeJoined() {
		steps = append(steps, database.SQL(savePlayer, p.Person, p.Name, p.Locale))
	}
	if err := database.Execute(ctx, tx, steps...); err != nil {
		return err
	}
	_, err := s.outbox.EnqueueFor(ctx, tx, t.Channel, t.TakeJobs())
	return err
}

// changeAll changes the tournaments that a query selects, and saves them.
func (s *Tournaments) changeAll(
	ctx context.Context, tx *sql.Tx, change func(*tournament.Tournament), query string, of any,
) error {
	all, err := database.Collect(ctx, tx, scanTournament, query, of)
	for _, t := range all {
		if err == nil {
			change(t)
			err = s.save(ctx, tx, t)
		}
	}
	return err
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

const (
	newSimul  = `INSERT INTO simuls (id, host, data) VALUES ($1, $2, $3)`
	saveSimul = `UPDATE simuls SET data = $2 WHERE id = $1`
	oneSimul  = `SELECT host, data FROM simuls WHERE id = $1`
)

// Simuls stores simultaneous displays.
type Simuls struct{ db *database.Connection }

// CreateSimul saves a new display. See [lobby.SimulStore].
func (s *Simuls) CreateSimul(ctx context.Context, key string, simul lobby.Simul) error {
	return s.db.Save(ctx, key, database.SQL(newSimul, simul.ID, simul.Host, columns.JSON(&simul)))
}

// UpdateSimul passes the display to fn and saves the changes. See [lobby.SimulStore].
func (s *Simuls) UpdateSimul(
	ctx context.Context, key string, id game.SimulID, fn func(*lobby.Simul) error,
) (lobby.Simul, error) {
	simul, err := database.UpdateRow(ctx, s.db, key, func(tx *sql.Tx) (*lobby.Simul, error) {
		simul, err := simulOf(ctx, tx, id, s.db.Dialect.ForUpdate)
		return &simul, err
	}, fn, func(tx *sql.Tx, simul *lobby.Simul) error {
		return database.Exec(ctx, tx, saveSimul, id, columns.JSON(simul))
	})
	if err != nil {
		return lobby.Simul{}, err
	}
	return *simul, nil
}

// Simul reads one display. See [lobby.SimulStore].
func (s *Simuls) Simul(ctx context.Context, id game.SimulID) (lobby.Simul, error) {
	return simulOf(ctx, s.db.Read, id, "")
}

// simulOf reads a display. suffix is appended to the query and may lock the row.
func simulOf(ctx context.Context, q database.Querier, id game.SimulID, suffix string) (lobby.Simul, error) {
	s := lobby.Simul{ID: id}
	found, err := database.One(ctx, q, []any{&s.Host, columns.JSON(&s)}, oneSimul+suffix, id)
	if err == nil && !found {
		err = &game.Refusal{Code: game.NoSuchSimul}
	}
	return s, err
}
