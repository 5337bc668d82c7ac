package store

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
	"xiangqibot/store/database"
)

const (
	readLessons = `SELECT lesson FROM lessons WHERE person = $1 ORDER BY at, lesson`
	saveLesson  = `INSERT INTO lessons (person, lesson, at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING`
)

// Lessons lists the lessons that p has completed. See member.LessonStore.
func (m *Members) Lessons(ctx context.Context, p game.Person) ([]lesson.Name, error) {
	rows, err := m.read.QueryContext(ctx, readLessons, p)
	var names []lesson.Name
	if err == nil {
		names, err = database.Collect(rows, func(rows *sql.Rows) (name lesson.Name, err error) { return name, rows.Scan(&name) })
	}
	if err != nil {
		return nil, fmt.Errorf("read the lessons of %s: %w", p, err)
	}
	return names, nil
}

// SaveLesson records that p has completed a lesson. See member.LessonStore.
func (m *Members) SaveLesson(ctx context.Context, key string, p game.Person, name lesson.Name, at time.Time) error {
	return m.tx(ctx, func(tx *sql.Tx) error {
		if err := m.useKey(ctx, tx, key); err != nil {
			return err
		}
		if _, err := tx.ExecContext(ctx, saveLesson, p, name, at.UnixMilli()); err != nil {
			return fmt.Errorf("save lesson %s of %s: %w", name, p, err)
		}
		return nil
	})
}
