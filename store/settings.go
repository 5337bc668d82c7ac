package store

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/lesson"
	"xiangqibot/bot/member"
	"xiangqibot/store/columns"
	"xiangqibot/store/database"
	"xiangqibot/store/jobs"
)

// The settings of people and servers are stored as JSON, one row each, since they are never queried by value. Only
// blocks are, when a blocked person is erased, and have their own table.
const (
	readMember = `SELECT coalesce(s.data, ''), coalesce(b.blocked, '') FROM (SELECT CAST($1 AS TEXT) AS person) AS p
		LEFT JOIN settings AS s ON s.person = p.person LEFT JOIN blocks AS b ON b.person = p.person ORDER BY b.place`
	dropBlocks   = `DELETE FROM blocks WHERE person = $1`
	saveBlock    = `INSERT INTO blocks (person, blocked, place) VALUES ($1, $2, $3)`
	saveSettings = `INSERT INTO settings (person, data) VALUES ($1, $2) ON CONFLICT (person) DO UPDATE SET data = excluded.data`
	serverOf     = `SELECT data FROM servers WHERE guild = $1`
	saveServer   = `INSERT INTO servers (guild, data) VALUES ($1, $2) ON CONFLICT (guild) DO UPDATE SET data = excluded.data`
)

// Members stores people's settings, lessons and vacations.
type Members struct {
	db       *database.Connection
	outbox   *jobs.Outbox
	writer   *gameWriter
	downtime *downtime
}

// Servers stores the settings of Discord servers.
type Servers struct{ db *database.Connection }

// Settings reads the settings of p. See [member.Store].
func (m *Members) Settings(ctx context.Context, p game.Person) (member.Settings, error) {
	return settingsOf(ctx, m.db.Read, p)
}

func settingsOf(ctx context.Context, q database.Querier, p game.Person) (s member.Settings, err error) {
	err = database.Each(ctx, q, func(row database.Row) error {
		var blocked game.Person // none: nobody is blocked
		err := row.Scan(columns.JSON(&s), &blocked)
		if blocked != "" {
			s.Blocked = append(s.Blocked, blocked)
		}
		return err
	}, readMember, p)
	return s, err
}

// UpdateSettings changes the settings of p. See [member.Store].
func (m *Members) UpdateSettings(
	ctx context.Context, key string, p game.Person, fn func(*member.Settings) error,
) (s member.Settings, err error) {
	var was member.Settings
	db := m.db.Locking("settings of " + string(p))
	_, err = database.UpdateRow(ctx, db, key, func(tx *sql.Tx) (_ *member.Settings, err error) {
		was, err = settingsOf(ctx, tx, p)
		s = was
		s.Blocked = slices.Clone(was.Blocked)
		return &s, err
	}, fn, func(tx *sql.Tx, s *member.Settings) error {
		return m.saveSettings(ctx, tx, p, was, *s)
	})
	return s, err
}

// saveSettings saves changed settings with what follows from the change.
func (m *Members) saveSettings(ctx context.Context, tx *sql.Tx, p game.Person, was, now member.Settings) error {
	blocked := now.Blocked
	now.Blocked = nil // they have a table
	steps := []database.Statement{database.SQL(saveSettings, p, columns.JSON(&now))}
	if now.Hidden != was.Hidden {
		if err := lockRatings(ctx, tx, m.db.Dialect); err != nil { // whoever ends a game reads it
			return err
		}
		steps = append(steps, database.SQL(showStandings, !now.Hidden, p))
	}
	if !slices.Equal(blocked, was.Blocked) {
		steps = append(steps, database.SQL(dropBlocks, p))
		for place, b := range blocked {
			steps = append(steps, database.SQL(saveBlock, p, b, place))
		}
	}
	return database.Execute(ctx, tx, steps...)
}

// Consent reads whether p accepts challenges from another person. See [lobby.ConsentStore].
func (m *Members) Consent(ctx context.Context, p, from game.Person) (lobby.Consent, error) {
	s, err := m.Settings(ctx, p)
	return s.Consent(from), err
}

// Server reads the settings of a server. See [lobby.ServerStore].
func (s *Servers) Server(ctx context.Context, id string) (server guild.Settings, err error) {
	return server, readServer(ctx, s.db.Read, id, &server)
}

// UpdateServer changes the settings of a server. See [lobby.ServerStore].
func (s *Servers) UpdateServer(
	ctx context.Context, key, id string, fn func(*guild.Settings) error,
) (server guild.Settings, err error) {
	db := s.db.Locking("settings of server " + id)
	_, err = database.UpdateRow(ctx, db, key, func(tx *sql.Tx) (*guild.Settings, error) {
		server = guild.Settings{}
		return &server, readServer(ctx, tx, id, &server)
	}, fn, func(tx *sql.Tx, server *guild.Settings) error {
		return database.Exec(ctx, tx, saveServer, id, columns.JSON(server))
	})
	return server, err
}

func readServer(ctx context.Context, q database.Querier, id string, server *guild.Settings) error {
	_, err := database.One(ctx, q, []any{columns.JSON(server)}, serverOf, id)
	return err
}

const (
	readLessons = `SELECT lesson FROM lessons WHERE person = $1 ORDER BY at, lesson`
	saveLesson  = `INSERT INTO lessons (person, lesson, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
)

// Lessons lists the lessons that p has completed. See member.LessonStore.
func (m *Members) Lessons(ctx context.Context, p game.Person) ([]lesson.Name, error) {
	return database.Column[lesson.Name](ctx, m.db.Read, readLessons, p)
}

// SaveLesson records that p has completed a lesson. See member.LessonStore.
func (m *Members) SaveLesson(ctx context.Context, key string, p game.Person, name lesson.Name, at time.Time) error {
	return m.db.Save(ctx, key, database.SQL(saveLesson, p, name, at.UnixMilli()))
}
