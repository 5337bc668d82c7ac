package member

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
)

// LessonStore stores the lessons that people have completed. Package store implements it on a database.
type LessonStore interface {
	// Lessons lists the lessons that p has completed, the earliest first.
	Lessons(ctx context.Context, p game.Person) ([]lesson.Name, error)

	// SaveLesson records that p has completed a lesson; repeating it changes nothing. The key is as in game.GameStore's
	// Create.
	SaveLesson(ctx context.Context, key string, p game.Person, name lesson.Name, at time.Time) error
}

// WinStore reads what people have won. Package store implements it on a database.
type WinStore interface {
	// WonFrom lists the start positions, as FEN, of the games that p alone has won against the bot without a hint.
	WonFrom(ctx context.Context, p game.Person) ([]string, error)
}

// Lessons tracks people's progress in the course for beginners and with the endgame drills.
type Lessons struct {
	store LessonStore
	won   WinStore
	now   func() time.Time
}

// NewLessons returns the service for two stores. The clock is [game.Service.Now].
func NewLessons(store LessonStore, won WinStore, now func() time.Time) *Lessons {
	return &Lessons{store, won, now}
}

// Progress holds the lessons that a person has completed, or the drills.
type Progress map[lesson.Name]bool

// Has reports whether a lesson is completed.
func (l Progress) Has(name lesson.Name) bool { return l[name] }

// Progress reads which lessons p has completed. Lessons that no longer exist are omitted.
func (s *Lessons) Progress(ctx context.Context, p game.Person) (Progress, error) {
	names, err := s.store.Lessons(ctx, p)
	learned := Progress{}
	for _, name := range names {
		if _, taught := lesson.Find(name); taught {
			learned[name] = true
		}
	}
	return learned, err
}

// Finish records that the actor has completed a lesson, and returns their progress.
func (s *Lessons) Finish(ctx context.Context, act game.Act, name lesson.Name) (Progress, error) {
	if err := s.store.SaveLesson(ctx, act.Key, act.Actor, name, s.now()); err != nil {
		return nil, err
	}
	return s.Progress(ctx, act.Actor)
}

// Won returns the endings that p has won.
func (s *Lessons) Won(ctx context.Context, p game.Person) (Progress, error) {
	starts, err := s.won.WonFrom(ctx, p)
	won := Progress{}
	for _, d := range lesson.Drills() {
		if slices.Contains(starts, d.Start.FEN()) {
			won[d.Name] = true
		}
	}
	return won, err
}
