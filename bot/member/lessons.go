package member

import (
	"context"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/lesson"
)

// LessonStore keeps what people have learned. Package store implements it on a database.
type LessonStore interface {
	// Lessons lists the lessons that p has done, the earliest first.
	Lessons(ctx context.Context, p game.Person) ([]lesson.Name, error)

	// SaveLesson keeps that p has done a lesson; doing it again changes nothing. The key is as in game.GameStore's Create.
	SaveLesson(ctx context.Context, key string, p game.Person, name lesson.Name, at time.Time) error
}

// Lessons are how far people have come in the course for beginners.
type Lessons struct {
	store LessonStore
	now   func() time.Time
}

// NewLessons joins a store and a clock: game.Service.Now.
func NewLessons(store LessonStore, now func() time.Time) *Lessons { return &Lessons{store, now} }

// Learned is what a person has done of the course.
type Learned map[lesson.Name]bool

// Has reports whether a lesson is done.
func (l Learned) Has(name lesson.Name) bool { return l[name] }

// Learned reads what p has done. Lessons that are no longer taught are left out.
func (s *Lessons) Learned(ctx context.Context, p game.Person) (Learned, error) {
	names, err := s.store.Lessons(ctx, p)
	learned := Learned{}
	for _, name := range names {
		if _, taught := lesson.Find(name); taught {
			learned[name] = true
		}
	}
	return learned, err
}

// Finish keeps that the actor has done a lesson, and returns what they have done by now. Refusal: AlreadyDone.
func (s *Lessons) Finish(ctx context.Context, act game.Act, name lesson.Name) (Learned, error) {
	if err := s.store.SaveLesson(ctx, act.Key, act.Actor, name, s.now()); err != nil {
		return nil, err
	}
	return s.Learned(ctx, act.Actor)
}
