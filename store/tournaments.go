package store

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/store/database"
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
	*connection
	outbox *outbox
	writer *gameWriter
}

// CreateTournament makes a new tournament. See [tournament.Store].
func (s *Tournaments) CreateTournament(
	ctx context.Context, key string, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	t := &tournament.Tournament{}
	err := s.tx(ctx, func(tx *sql.Tx) error {
		if err := s.useKey(ctx, tx, key); err != nil {
			return err
		}
		if err := fn(&tournament.Tournament{}); err != nil {
			return err // before it takes a number, see create
		}
		*t = tournament.Tournament{}
		if err := tx.QueryRowContext(ctx, newTournament).Scan(&t.ID); err != nil {
			return fmt.Errorf("new tournament: %w", err)
		}
		if err := fn(t); err != nil {
			return err
		}
		return s.save(ctx, tx, t)
	})
	if err != nil {
		return nil, err
	}
	return t, nil
}

// UpdateTournament passes the tournament to fn and saves the changes. See [tournament.Store].
func (s *Tournaments) UpdateTournament(
	ctx context.Context, key string, id tournament.ID, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	return updateRow(ctx, s.connection, key, func(tx *sql.Tx) (*tournament.Tournament, error) {
		return scanTournament(tx.QueryRowContext(ctx, oneTournament+s.dialect.ForUpdate, id), id)
	}, fn, func(tx *sql.Tx, t *tournament.Tournament) error { return s.save(ctx, tx, t) })
}

// save writes a tournament as changed by fn.
func (s *Tournaments) save(ctx context.Context, tx *sql.Tx, t *tournament.Tournament) error {
	data, err := json.Marshal(t)
	if err == nil {
		_, err = tx.ExecContext(ctx, saveTournament, t.ID, t.Guild, string(data))
	}
	if err == nil {
		err = savePeopleOf(ctx, tx, t)
	}
	for _, p := range t.TakeMet() {
		if err == nil {
			_, err = tx.ExecContext(ctx, savePlayer, p.Person, p.Name, p.Locale)
		}
	}
	if err != nil {
		return fmt.Errorf("save tournament %d: %w", t.ID, err)
	}
	_, err = s.outbox.enqueueFor(ctx, tx, t.Channel, t.TakeJobs())
	return err
}

// savePeopleOf records who organizes a tournament or plays in it.
func savePeopleOf(ctx context.Context, tx *sql.Tx, t *tournament.Tournament) error {
	now := map[game.Person]bool{}
	for _, p := range peopleIn(t) {
		now[p] = true
	}
	rows, err := tx.QueryContext(ctx, peopleOfTournament, t.ID)
	if err != nil {
		return err
	}
	before, err := database.Collect(rows, func(rows *sql.Rows) (p game.Person, err error) { return p, rows.Scan(&p) })
	for _, p := range before {
		if err == nil && !now[p] {
			_, err = tx.ExecContext(ctx, dropTournamentPerson, p, t.ID)
		}
		delete(now, p)
	}
	for p := range now {
		if err == nil {
			_, err = tx.ExecContext(ctx, saveTournamentPerson, p, t.ID)
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

// scanTournament reads one row of tournaments; source is a *[sql.Row] or *[sql.Rows].
func scanTournament(source interface{ Scan(dest ...any) error }, id tournament.ID) (*tournament.Tournament, error) {
	t := &tournament.Tournament{}
	var data string
	err := source.Scan(&t.ID, &t.Guild, &data)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("tournament %d: %w", id, &game.Refusal{Code: tournament.NoTournament})
	}
	if err == nil {
		err = json.Unmarshal([]byte(data), t)
	}
	if err != nil {
		return nil, fmt.Errorf("read tournament %d: %w", id, err)
	}
	return t, nil
}

// Tournament reads one tournament. See [tournament.Store].
func (s *Tournaments) Tournament(ctx context.Context, id tournament.ID) (*tournament.Tournament, error) {
	return scanTournament(s.read.QueryRowContext(ctx, oneTournament, id), id)
}

// Tournaments lists the tournaments of a guild. See [tournament.Store].
func (s *Tournaments) Tournaments(ctx context.Context, guild string) ([]*tournament.Tournament, error) {
	rows, err := s.read.QueryContext(ctx, tournamentsOf, guild, tournament.MaxListed)
	if err != nil {
		return nil, fmt.Errorf("list tournaments: %w", err)
	}
	return database.Collect(rows, func(rows *sql.Rows) (*tournament.Tournament, error) { return scanTournament(rows, 0) })
}

// Begin reads the game of a fixture, or creates it. See [tournament.Store].
func (s *Tournaments) Begin(
	ctx context.Context, f tournament.Fixture, fn func(*tournament.Tournament, *game.Game) error,
) (*game.Game, error) {
	var g *game.Game
	err := s.tx(ctx, func(tx *sql.Tx) error {
		t, err := scanTournament(tx.QueryRowContext(ctx, oneTournament+s.dialect.ForUpdate, f.Tournament), f.Tournament)
		if err != nil {
			return err
		}
		var id game.ID
		err = tx.QueryRowContext(ctx, gameOfFixture, f.Tournament, f.Round, f.Board).Scan(&id)
		switch {
		case err == nil:
			if g, err = readGame(ctx, tx, id, ""); err != nil {
				return err
			}
			_, err = readPeople(ctx, tx, g)
			return err
		case !errors.Is(err, sql.ErrNoRows):
			return fmt.Errorf("find the game of %+v: %w", f, err)
		}
		g, err = s.writer.create(ctx, tx, func(g *game.Game) error { return fn(t, g) })
		return err
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}
