package storetest

import (
	"context"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
)

// DB is a database that records the jobs that its callers have caused. A test must read Jobs only while none is
// working.
type DB struct {
	*store.DB
	Games       *Games
	Members     *Members
	Privacy     *Privacy
	Tournaments *Tournaments
	Jobs        []game.QueuedJob // in the order in which they were queued
	saving      sync.Mutex       // guards Jobs among callers
}

// New opens a new database for a test.
func New(t testing.TB, opts store.Options) *DB {
	t.Helper()
	return NewAt(t, SQLite(t), opts)
}

// NewAt opens a database as New does, for one of several processes that share it.
func NewAt(t testing.TB, source string, opts store.Options) *DB {
	t.Helper()
	db := &DB{DB: openAt(t, source, opts)}
	db.Games = &Games{db.DB.Games, db}
	db.Members = &Members{db.DB.Members, db}
	db.Privacy = &Privacy{db.DB.Privacy, db}
	db.Tournaments = &Tournaments{db.DB.Tournaments, db}
	return db
}

// Stores returns the stores of a [game.Service].
func (db *DB) Stores() gametest.Stores {
	stores := Stores(db.DB)
	stores.GameStore = db.Games
	return stores
}

// Aliases for the parts of a database, so that embedding them hides none of their methods.
type (
	games       = store.Games
	members     = store.Members
	privacy     = store.Privacy
	tournaments = store.Tournaments
)

// outbox is anything that a change fills with jobs.
type outbox interface {
	Enqueue(job game.Job, at time.Time)
	TakeJobs() []game.QueuedJob
}

// jobs are the jobs that an act enqueues. They count once the act is saved.
type jobs []game.QueuedJob

// of reads the jobs in an outbox without removing them.
func (j *jobs) of(o outbox) {
	queued := o.TakeJobs()
	for _, q := range queued {
		o.Enqueue(q.Job, q.At)
	}
	*j = append(*j, queued...)
}

// watch returns a function that calls fn and then reads the jobs of what was passed to fn. What happens next to a game
// counts among them if fn changes it.
func watch[O outbox](j *jobs, fn func(O) error) func(O) error {
	return func(o O) error {
		g, is := any(o).(*game.Game)
		var before game.QueuedJob
		if is {
			before = g.Next()
		}
		err := fn(o)
		j.of(o)
		if is {
			j.next(before, g)
		}
		return err
	}
}

// next adds what happens next to a game if that is not what was to happen before.
func (j *jobs) next(before game.QueuedJob, g *game.Game) {
	if next := g.Next(); next.Job != nil && !next.Equal(before) {
		*j = append(*j, next)
	}
}

// saved records the jobs of an act that ended with err.
func (db *DB) saved(j jobs, err error) {
	if err == nil {
		db.saving.Lock()
		defer db.saving.Unlock()
		db.Jobs = append(db.Jobs, j...)
	}
}

// recorded does an act whose jobs are recorded.
func recorded[T any](db *DB, act func(*jobs) (T, error)) (T, error) {
	var j jobs
	done, err := act(&j)
	db.saved(j, err)
	return done, err
}

// Games records the jobs of games.
type Games struct {
	*games
	db *DB
}

// Create records the jobs of the new game.
func (s *Games) Create(ctx context.Context, key string, fn func(*game.Game) error) (*game.Game, error) {
	return recorded(s.db, func(j *jobs) (*game.Game, error) { return s.games.Create(ctx, key, watch(j, fn)) })
}

// UpdateBoard records the jobs of the game.
func (s *Games) UpdateBoard(ctx context.Context, id game.ID, fn func(*game.Game) error) error {
	var j jobs
	err := s.games.UpdateBoard(ctx, id, watch(&j, fn))
	s.db.saved(j, err)
	return err
}

// Update records the jobs of the game.
func (s *Games) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	return recorded(s.db, func(j *jobs) (*game.Game, error) { return s.games.Update(ctx, key, id, watch(j, fn)) })
}

// Members records the jobs of people.
type Members struct {
	*members
	db *DB
}

// UpdateVacation records the jobs of the vacation and of the games.
func (s *Members) UpdateVacation(
	ctx context.Context, key string, p game.Person, guild string, fn func(*member.Absence) error,
) (member.Vacation, error) {
	var j jobs
	v, err := s.members.UpdateVacation(ctx, key, p, guild, func(a *member.Absence) error {
		before := make([]game.QueuedJob, len(a.Games))
		for i, g := range a.Games {
			before[i] = g.Next()
		}
		err := fn(a)
		for i, g := range a.Games {
			j.of(g)
			j.next(before[i], g)
		}
		j.of(a)
		return err
	})
	s.db.saved(j, err)
	return v, err
}

// Privacy records the jobs of the games that a person leaves.
type Privacy struct {
	*privacy
	db *DB
}

// Erase records the jobs of the games that the person leaves.
func (s *Privacy) Erase(ctx context.Context, key string, p game.Person, leave func(*game.Game) error) error {
	var j jobs
	err := s.privacy.Erase(ctx, key, p, watch(&j, leave))
	s.db.saved(j, err)
	return err
}

// Tournaments records the jobs of tournaments.
type Tournaments struct {
	*tournaments
	db *DB
}

// CreateTournament records the jobs of the new tournament.
func (s *Tournaments) CreateTournament(
	ctx context.Context, key string, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	return recorded(s.db, func(j *jobs) (*tournament.Tournament, error) {
		return s.tournaments.CreateTournament(ctx, key, watch(j, fn))
	})
}

// UpdateTournament records the jobs of the tournament.
func (s *Tournaments) UpdateTournament(
	ctx context.Context, key string, id tournament.ID, fn func(*tournament.Tournament) error,
) (*tournament.Tournament, error) {
	return recorded(s.db, func(j *jobs) (*tournament.Tournament, error) {
		return s.tournaments.UpdateTournament(ctx, key, id, watch(j, fn))
	})
}

// Begin records the jobs of the game if it is new.
func (s *Tournaments) Begin(
	ctx context.Context, f tournament.Fixture, fn func(*tournament.Tournament, *game.Game) error,
) (*game.Game, error) {
	return recorded(s.db, func(j *jobs) (*game.Game, error) {
		return s.tournaments.Begin(ctx, f, func(t *tournament.Tournament, g *game.Game) error {
			return watch(j, func(g *game.Game) error { return fn(t, g) })(g)
		})
	})
}
