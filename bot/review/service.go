package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
)

// Store keeps reviews. Package store implements it on a database.
type Store interface {
	// Review reads a review, nil if there is none.
	Review(ctx context.Context, s Subject) (*Review, error)

	// BeginReview keeps a new review in the place of an older one, and enqueues its job, in one transaction. Before that
	// it passes admit how many weigh on the engine, and an error of admit begins none. Where another one that was asked
	// for at the same moment is there already, nothing changes. For a record that has gone meanwhile the error is a
	// *record.MissingError. The key is as in game.GameStore's Create.
	BeginReview(ctx context.Context, key string, r, older *Review, admit func(Load) error) error

	// SaveReview keeps how far a review has come. It returns ErrGone where the review is no longer there.
	SaveReview(ctx context.Context, r *Review) error
}

// WatcherStore keeps who waits for reviews.
type WatcherStore interface {
	// Watch keeps a watcher in the place of the one that the person was before; those whose time is over go.
	Watch(ctx context.Context, s Subject, w Watcher) error
	// Watchers lists those whose messages can still be changed, see Watcher.Life.
	Watchers(ctx context.Context, s Subject) ([]Watcher, error)
	// Unwatch forgets one.
	Unwatch(ctx context.Context, interaction string) error
}

// ErrGone is returned for a review that was deleted or started over while it was worked on.
var ErrGone = errors.New("review: it is gone")

// Load is how many reviews weigh on the engine.
type Load struct {
	Own  int // asked for by the person and under way
	Here int // asked for in the server and under way
	Day  int // asked for by the person in the 24 hours before
}

// The limits.
const (
	mostHere = 3  // reviews under way in a server
	mostDay  = 10 // reviews that a person may ask for in 24 hours
	mostMove = 600
)

// Engine searches positions: an *engine.Pool.
type Engine interface {
	AnalyzeWhole(ctx context.Context, key engine.Key, rec *board.Record, limits engine.Limits, progress func(engine.Info)) (engine.Result, error)
}

const (
	// pace is how often a review under way is written down and shown.
	pace = 5 * time.Second
	// stint is how long a job works before it makes room for the others in its queue.
	stint = 2 * time.Minute
	// later is when a job comes again that the pool had no room for, or which was under way when the program ended.
	later = 2 * time.Second
)

// Service makes reviews.
type Service struct {
	store  Store
	engine Engine
	plan   study.Plan
	now    func() time.Time
}

// New joins a store, an engine and a clock: game.Service.Now.
func New(store Store, engine Engine, plan study.Plan, now func() time.Time) *Service {
	return &Service{store, engine, plan, now}
}

// Find reads the review of a game as it is now, nil if there is none yet.
func (s *Service) Find(ctx context.Context, of Subject, rec *board.Record) (*Review, error) {
	r, err := s.store.Review(ctx, of)
	if err != nil || r == nil || !r.of(rec) {
		return nil, err
	}
	return r, nil
}

// Read reads a review as it was written down last, nil if there is none.
func (s *Service) Read(ctx context.Context, of Subject) (*Review, error) {
	return s.store.Review(ctx, of)
}

// Ask returns the review of a game that is over, and begins it if there is none yet.
//
// Refusals: Empty, TooLong, UnderWay, Crowded, Enough, game.AlreadyDone.
func (s *Service) Ask(
	ctx context.Context, act game.Act, of Subject, rec *board.Record, code rules.Code,
) (*Review, error) {
	refuse := func(c game.Code, limit int) error {
		return &game.Refusal{Code: c, Game: of.Game, Limit: limit}
	}
	switch {
	case len(rec.Moves) == 0:
		return nil, refuse(Empty, 0)
	case len(rec.Moves) > mostMove:
		return nil, refuse(TooLong, mostMove)
	}
	older, err := s.store.Review(ctx, of)
	if err != nil || older != nil && older.of(rec) {
		return older, err
	}
	r := &Review{Subject: of, Asker: act.Actor, Guild: act.Guild, Asked: s.now()}
	if r.Study, err = study.New(rec, s.plan, code); err != nil {
		return nil, fmt.Errorf("review %+v: %w", of, err)
	}
	return r, s.store.BeginReview(ctx, act.Key, r, older, func(load Load) error {
		switch {
		case load.Own > 0:
			return refuse(UnderWay, 0)
		case act.Guild != "" && load.Here >= mostHere:
			return refuse(Crowded, mostHere)
		case load.Day >= mostDay:
			return refuse(Enough, mostDay)
		}
		return nil
	})
}

// Work does a job: it goes on with a review until that is done. progress is called every few seconds, after the review
// was written down. It returns the review when it is done, nil if it is gone, and a *game.NotYet where others have to
// have their turn or the engine takes no more work.
func (s *Service) Work(ctx context.Context, job Job, progress func(*Review)) (*Review, error) {
	r, err := s.store.Review(ctx, job.Subject)
	if err != nil || r == nil {
		return nil, err
	}
	if r.Study.Done() {
		return r, nil
	}
	began := s.now()
	shown := began
	for !r.Study.Done() {
		err := r.Study.Step(ctx, s.search(r))
		now := s.now()
		if err == nil && !r.Study.Done() && now.Sub(shown) < pace {
			continue
		}
		shown = now
		saved := s.store.SaveReview(context.WithoutCancel(ctx), r) // also what was found before the program ended
		switch {
		case errors.Is(saved, ErrGone):
			return nil, nil
		case errors.Is(err, engine.ErrPoolFull), errors.Is(err, engine.ErrPoolClosed):
			return nil, errors.Join(&game.NotYet{After: later}, saved)
		case err != nil || saved != nil:
			return nil, errors.Join(err, saved)
		case r.Study.Done():
		case now.Sub(began) >= stint:
			return nil, &game.NotYet{}
		default:
			progress(r)
		}
	}
	return r, nil
}

// search has positions searched for a review, in the turn of the person who asked for it.
func (s *Service) search(r *Review) study.Search {
	key := engine.Key{Person: string(r.Asker), Game: "review"}
	return func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return engine.RetryCutShort(func() (engine.Result, error) {
			return s.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
		})
	}
}
