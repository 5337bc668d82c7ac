package store

import (
	"context"
	"database/sql"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
)

var openGamesOf = selectGames + ` JOIN (
	SELECT game FROM participants WHERE person = $1 AND open) AS own ON own.game = games.id WHERE guild = $2 ORDER BY id`

const (
	readVacation = `SELECT data FROM vacations WHERE person = $1 AND guild = $2`
	saveVacation = `INSERT INTO vacations (person, guild, data) VALUES ($1, $2, $3)
		ON CONFLICT (person, guild) DO UPDATE SET data = excluded.data`
	dropVacation = `DELETE FROM vacations WHERE person = $1 AND guild = $2 AND data = ''` // one that is over
)

// UpdateVacation passes fn the vacation of a person in a server, with their open games there. See [member.Store].
func (m *Members) UpdateVacation(
	ctx context.Context, key string, p game.Person, guild string, fn func(*member.Absence) error,
) (member.Vacation, error) {
	if err := m.downtime.Compensate(ctx); err != nil {
		return member.Vacation{}, err
	}
	var was member.Vacation
	var before []snapshot
	a, err := database.Update(ctx, m.db, m.db.TxAlone, key, func(tx *sql.Tx) (_ *member.Absence, err error) {
		if was, err = vacationOf(ctx, tx, p, guild); err != nil {
			return nil, err
		}
		a := &member.Absence{Person: p, Guild: guild, Vacation: was}
		if a.Games, err = queryGames(ctx, tx, openGamesOf+m.db.Dialect.ForUpdate, p, guild); err != nil {
			return nil, err
		}
		before = make([]snapshot, len(a.Games))
		for i, g := range a.Games {
			if before[i], err = snapshotOf(ctx, tx, g); err != nil {
				return nil, err
			}
		}
		return a, nil
	}, func(_ *sql.Tx, a *member.Absence) error { return fn(a) }, func(tx *sql.Tx, a *member.Absence) error {
		return m.saveAbsence(ctx, tx, was, before, a)
	})
	if err != nil {
		return member.Vacation{}, err
	}
	return a.Vacation, nil
}

// saveAbsence saves the changed vacation, and the games with all consequences.
func (m *Members) saveAbsence(
	ctx context.Context, tx *sql.Tx, was member.Vacation, before []snapshot, a *member.Absence,
) error {
	if a.Vacation != was {
		err := database.Execute(ctx, tx,
			database.SQL(saveVacation, a.Person, a.Guild, columns.JSON(&a.Vacation)), database.SQL(dropVacation, a.Person, a.Guild))
		if err != nil {
			return err
		}
	}
	for i, g := range a.Games {
		if err := m.writer.save(ctx, tx, before[i], g); err != nil {
			return err
		}
	}
	return m.outbox.Enqueue(ctx, tx, a.TakeJobs())
}

// Vacation reads a person's vacation in a server. See [member.Store].
func (m *Members) Vacation(ctx context.Context, p game.Person, guild string) (member.Vacation, error) {
	return vacationOf(ctx, m.db.Read, p, guild)
}

func vacationOf(ctx context.Context, q database.Querier, p game.Person, guild string) (v member.Vacation, err error) {
	_, err = database.One(ctx, q, []any{columns.JSON(&v)}, readVacation, p, guild)
	return v, err
}
