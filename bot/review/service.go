package review

import (
	"context"
	"errors"
	"fmt"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
)

// Store stores reviews. Package store implements it on a database.
type Store interface {
	// Review reads a review, nil if there is none.
	Review(ctx context.Context, s Subject) (*Review, error)

	// BeginReview saves a new review in place of an older one and enqueues its job, in one transaction. Before that it
	// passes the current load to admit, whose error prevents the review. If another review requested at the same moment
	// already exists, nothing changes. If the record was deleted in the meantime, the error is a *record.NotFoundError.
	// The key is as in game.GameStore's Create.
	BeginReview(ctx context.Context, key string, r, older *Review, admit func(Load) error) error

	// SaveReview saves the progress of a review. It returns ErrGone if the review no longer exists.
	SaveReview(ctx context.Context, r *Review) error
}

// WatcherStore stores who waits for reviews.
type WatcherStore interface {
	// Watch saves a watcher in place of the person's previous one and deletes expired watchers.
	Watch(ctx context.Context, s Subject, w Watcher) error
	// Watchers lists the watchers whose messages can still be edited, see [game.TokenLifetime].
	Watchers(ctx context.Context, s Subject) ([]Watcher, error)
	// Unwatch deletes a watcher.
	Unwatch(ctx context.Context, interaction string) error
}

// ErrGone is returned for a review that was deleted or restarted while a job worked on it.
var ErrGone = errors.New("review: it was deleted or restarted")

// Load is the number of reviews that count towards the limits.
type Load struct {
	InProgressByPerson int // requested by the person and in progress
	InProgressInServer int // requested in the server and in progress
	LastDay            int // requested by the person within the last 24 hours
}

// The limits.
const (
	maxPerServer = 3  // reviews in progress in a server
	maxPerDay    = 10 // reviews that a person may request in 24 hours
	maxMoves     = 600
)

const (
	// saveInterval is how often a review in progress is saved and shown.
	saveInterval = 5 * time.Second
	// timeSlice is how long a job works before it yields to the others in its queue.
	timeSlice = 2 * time.Minute
	// retryDelay is when a job is retried that the pool rejected, or that was running when the program ended.
	retryDelay = 2 * time.Second
)

// Service creates reviews and works on them.
type Service struct {
	store  Store
	engine fairplay.Analyzer
	plan   study.Plan
	fair   *fairplay.Guard
	now    func() time.Time
}

// New returns the service for a store and an engine, which works on reviews in jobs; the guard is asked who may see
// them. The clock is [game.Service.Now].
func New(store Store, engine fairplay.Analyzer, plan study.Plan, fair *fairplay.Guard, now func() time.Time) *Service {
	return &Service{store, engine, plan, fair, now}
}

// mayRead checks that the actor may see the engine's evaluation of a game.
func (s *Service) mayRead(ctx context.Context, act game.Act, rec *board.Record) error {
	_, err := s.fair.Ask(ctx, act.Question(fairplay.Course, rec, 0))
	if refused, ok := errors.AsType[*game.Refusal](err); ok && refused.Code == game.PositionInPlay {
		return &game.Refusal{Code: GameInPlay, Game: refused.Game}
	}
	return err
}

// Find reads the review of a game with its current moves for the actor, nil if there is none yet.
func (s *Service) Find(ctx context.Context, act game.Act, of Subject, rec *board.Record) (*Review, error) {
	if err := s.mayRead(ctx, act, rec); err != nil {
		return nil, err
	}
	r, err := s.store.Review(ctx, of)
	if err != nil || r == nil || !r.matches(rec) {
		return nil, err
	}
	return r, nil
}

// Marks returns the study of a game, to mark moves in pictures of the game. It is nil if there is no review, or if the
// actor may not see it now.
func (s *Service) Marks(ctx context.Context, act game.Act, of Subject, rec *board.Record) (*study.Study, error) {
	r, err := s.Find(ctx, act, of, rec)
	if err != nil || r == nil {
		if errors.As(err, new(*game.Refusal)) {
			err = nil
		}
		return nil, err
	}
	return r.Study, nil
}

// Read reads a review as it was last saved, nil if there is none, without asking the guard: do not show it to anybody.
func (s *Service) Read(ctx context.Context, of Subject) (*Review, error) {
	return s.store.Review(ctx, of)
}

// Ask returns the review of a finished game, and starts it if there is none yet.
func (s *Service) Ask(
	ctx context.Context, act game.Act, of Subject, rec *board.Record, ruleset rules.Ruleset,
) (*Review, error) {
	refuse := func(c game.Code, limit int) error {
		return &game.Refusal{Code: c, Game: of.Game, Limit: limit}
	}
	switch {
	case len(rec.Moves) == 0:
		return nil, refuse(NoMoves, 0)
	case len(rec.Moves) > maxMoves:
		return nil, refuse(TooLong, maxMoves)
	}
	if err := s.mayRead(ctx, act, rec); err != nil {
		return nil, err
	}
	older, err := s.store.Review(ctx, of)
	if err != nil || older != nil && older.matches(rec) {
		return older, err
	}
	r := &Review{Subject: of, Asker: act.Actor, Guild: act.Guild, Asked: s.now()}
	if r.Study, err = study.New(rec, s.plan, ruleset); err != nil {
		return nil, fmt.Errorf("review %+v: %w", of, err)
	}
	return r, s.store.BeginReview(ctx, act.Key, r, older, func(load Load) error {
		switch {
		case load.InProgressByPerson > 0:
			return refuse(InProgress, 0)
		case act.Guild != "" && load.InProgressInServer >= maxPerServer:
			return refuse(ServerLimit, maxPerServer)
		case load.LastDay >= maxPerDay:
			return refuse(DailyLimit, maxPerDay)
		}
		return nil
	})
}

// Work handles a job: it continues a review until that is finished. progress is called every few seconds, after the
// review was saved. Work returns the review when it is finished, nil if it is gone, and a *[game.NotYet] if it has to
// yield to other jobs or the engine accepts no more work.
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
		if err == nil && !r.Study.Done() && now.Sub(shown) < saveInterval {
			continue
		}
		shown = now
		saveErr := s.store.SaveReview(context.WithoutCancel(ctx), r) // even if the program is ending
		switch {
		case errors.Is(saveErr, ErrGone):
			return nil, nil
		case errors.Is(err, engine.ErrPoolFull), errors.Is(err, engine.ErrPoolClosed):
			return nil, errors.Join(&game.NotYet{After: retryDelay}, saveErr)
		case err != nil || saveErr != nil:
			return nil, errors.Join(err, saveErr)
		case r.Study.Done():
		case now.Sub(began) >= timeSlice:
			return nil, &game.NotYet{}
		default:
			progress(r)
		}
	}
	return r, nil
}

// search returns the search function for a review, scheduled as the person who requested it.
func (s *Service) search(r *Review) study.Search {
	key := engine.Key{User: string(r.Asker), Flow: "review"}
	return func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return engine.RetryPreempted(ctx, func(ctx context.Context) (engine.Result, error) {
			return s.engine.AnalyzeWhole(ctx, key, rec, limits, nil)
		})
	}
}
