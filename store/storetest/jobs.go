package storetest

import (
	"context"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/tournament"
	"xiangqibot/store"
)

// DB is a database that shows the jobs which its callers have caused. A test uses it from one goroutine.
type DB struct {
	*store.DB
	Jobs []game.QueuedJob // in the order in which they were queued
}

// New opens a new database for a test.
func New(t testing.TB, opts store.Options) *DB { return &DB{DB: Open(t, opts)} }

// outbox is what a change fills with jobs.
type outbox interface {
	Enqueue(job game.Job, at time.Time)
	TakeJobs() []game.QueuedJob
}

// jobs are those that an act enqueues. They count once the act is saved.
type jobs []game.QueuedJob

// of reads the jobs in an outbox, and leaves them there.
func (j *jobs) of(o outbox) {
	queued := o.TakeJobs()
	for _, q := range queued {
		o.Enqueue(q.Job, q.At)
	}
	*j = append(*j, queued...)
}

// watch is fn, and then a look at the jobs in what fn was passed.
func watch[O outbox](j *jobs, fn func(O) error) func(O) error {
	return func(o O) error {
		err := fn(o)
		j.of(o)
		return err
	}
}

// saved keeps the jobs of an act that ended with err.
func (db *DB) saved(j jobs, err error) {
	if err == nil {
		db.Jobs = append(db.Jobs, j...)
	}
}

// Create notes the jobs of the new game.
func (db *DB) Create(ctx context.Context, key string, fn func(*game.Game) error) (*game.Game, error) {
	var j jobs
	g, err := db.DB.Create(ctx, key, watch(&j, fn))
	db.saved(j, err)
	return g, err
}

// Begin notes the jobs of the game, if it is new.
func (db *DB) Begin(ctx context.Context, f tournament.Fixture, fn func(*game.Game) error) (*game.Game, error) {
	var j jobs
	g, err := db.DB.Begin(ctx, f, watch(&j, fn))
	db.saved(j, err)
	return g, err
}

// Update notes the jobs of the game.
func (db *DB) Update(ctx context.Context, key string, id game.ID, fn func(*game.Game) error) (*game.Game, error) {
	var j jobs
	g, err := db.DB.Update(ctx, key, id, watch(&j, fn))
	db.saved(j, err)
	return g, err
}

// UpdateVacation notes the jobs of the vacation and of the games.
func (db *DB) UpdateVacation(ctx context.Context, key string, p game.Person, guild string, fn func(*member.Absence) error) (member.Vacation, error) {
	var j jobs
	v, err := db.DB.UpdateVacation(ctx, key, p, guild, func(a *member.Absence) error {
		err := fn(a)
		for _, g := range a.Games {
			j.of(g)
		}
		j.of(a)
		return err
	})
	db.saved(j, err)
	return v, err
}

// Erase notes the jobs of the games that the person leaves.
func (db *DB) Erase(ctx context.Context, key string, p game.Person, leave func(*game.Game) error) error {
	var j jobs
	err := db.DB.Erase(ctx, key, p, watch(&j, leave))
	db.saved(j, err)
	return err
}

// CreateTournament notes the jobs of the new tournament.
func (db *DB) CreateTournament(ctx context.Context, key string, fn func(*tournament.Tournament) error) (*tournament.Tournament, error) {
	var j jobs
	t, err := db.DB.CreateTournament(ctx, key, watch(&j, fn))
	db.saved(j, err)
	return t, err
}

// UpdateTournament notes the jobs of the tournament.
func (db *DB) UpdateTournament(ctx context.Context, key string, id tournament.ID, fn func(*tournament.Tournament) error) (*tournament.Tournament, error) {
	var j jobs
	t, err := db.DB.UpdateTournament(ctx, key, id, watch(&j, fn))
	db.saved(j, err)
	return t, err
}
