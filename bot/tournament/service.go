package tournament

import (
	"context"
	"errors"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/glicko"
)

// Store keeps tournaments and the games of their boards. Package store implements it on a database.
//
// All errors about the person's request are *[game.Refusal]; any other error means that the database failed and nothing
// was saved.
type Store interface {
	// CreateTournament makes a new tournament: it passes fn a blank one that has its ID, and saves the result together
	// with the jobs that fn enqueues. If the idempotency key was used before, the error is Refusal AlreadyDone. If fn
	// fails, nothing is saved.
	CreateTournament(ctx context.Context, key string, fn func(*Tournament) error) (*Tournament, error)

	// UpdateTournament passes the tournament to fn and saves the result, with the jobs that fn enqueues and the names
	// of those who signed up. Refusal NoTournament if there is none. The key is as in CreateTournament, except that it
	// is saved if fn fails.
	UpdateTournament(ctx context.Context, key string, id ID, fn func(*Tournament) error) (*Tournament, error)

	// Tournament reads a tournament. Refusal NoTournament if there is none.
	Tournament(ctx context.Context, id ID) (*Tournament, error)

	// Tournaments lists the latest tournaments of a guild, newest first, at most MaxListed.
	Tournaments(ctx context.Context, guild string) ([]*Tournament, error)

	// Begin returns the game of a fixture. Only if there is none it makes one, as game.GameStore's Create does. It
	// passes fn the tournament as read in that transaction, which fn must not modify. Refusal NoTournament if there is
	// none.
	Begin(ctx context.Context, f Fixture, fn func(*Tournament, *game.Game) error) (*game.Game, error)
}

// RatingStore reads people's ratings.
type RatingStore interface {
	// Rating reads a person's rating in a class of games, as their last rated game left it; ok is false if they have
	// played none.
	Rating(ctx context.Context, p game.Person, class clocks.Class) (r glicko.Rating, ok bool, err error)
}

// Service performs the acts of people and the jobs in tournaments.
type Service struct {
	store   Store
	ratings RatingStore
	servers *lobby.Servers
	now     func() time.Time
}

// New returns a service. now is [game.Service.Now].
func New(store Store, ratings RatingStore, servers *lobby.Servers, now func() time.Time) *Service {
	return &Service{store, ratings, servers, now}
}

// Open opens the sign-up for a tournament in the actor's channel. A spec without a time control gets that of rated
// challenges. In a server without rated games the tournament is not rated. The caller checks whether the actor may open
// one.
func (s *Service) Open(ctx context.Context, act game.Act, spec Spec) (*Tournament, error) {
	server, err := s.servers.Server(ctx, act.Guild)
	if err != nil {
		return nil, err
	}
	if err := server.CheckChannel(act.Channel, act.Parent); err != nil {
		return nil, err
	}
	if spec.Time == (clocks.TimeControl{}) {
		spec.Time = s.servers.TimeIn(server)
	}
	if server.Casual {
		spec.Rated = false
	}
	at, ruleset := s.now(), s.servers.Ruleset(server)
	if spec.Repetitions != 0 {
		ruleset.Repetitions = spec.Repetitions
	}
	return s.store.CreateTournament(ctx, act.Key, func(t *Tournament) error { return t.SetUp(act, spec, ruleset.String(), at) })
}

// Tournament reads one tournament.
func (s *Service) Tournament(ctx context.Context, id ID) (*Tournament, error) {
	return s.store.Tournament(ctx, id)
}

// Tournaments lists the tournaments of a server, newest first.
func (s *Service) Tournaments(ctx context.Context, guild string) ([]*Tournament, error) {
	return s.store.Tournaments(ctx, guild)
}

// Find returns the tournament of the actor's server with the id. If id is 0, it returns the newest open one, else the
// newest.
func (s *Service) Find(ctx context.Context, act game.Act, id ID) (*Tournament, error) {
	if act.Guild == "" {
		return nil, &game.Refusal{Code: game.NotInServer}
	}
	if id != 0 {
		t, err := s.store.Tournament(ctx, id)
		if err == nil && t.Guild != act.Guild {
			return nil, t.refuse(NoTournament, 0)
		}
		return t, err
	}
	all, err := s.store.Tournaments(ctx, act.Guild)
	switch {
	case err != nil:
		return nil, err
	case len(all) == 0:
		return nil, &game.Refusal{Code: NoTournament}
	}
	return all[max(0, slices.IndexFunc(all, (*Tournament).Open))], nil
}

// Join signs the actor up.
func (s *Service) Join(ctx context.Context, act game.Act, id ID) (*Tournament, error) {
	return s.act(ctx, act, id, (*Tournament).Join)
}

// Leave withdraws the actor.
func (s *Service) Leave(ctx context.Context, act game.Act, id ID) (*Tournament, error) {
	return s.act(ctx, act, id, (*Tournament).Leave)
}

// Start closes the sign-up and starts the first round.
func (s *Service) Start(ctx context.Context, act game.Act, id ID) (*Tournament, error) {
	t, err := s.store.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	ratings := map[game.Person]float64{}
	for _, e := range t.Players { // a player who signs up after this read is seeded last
		rating, ok, err := s.ratings.Rating(ctx, e.Person, t.Time.Class())
		if err != nil {
			return nil, err
		}
		if ok {
			ratings[e.Person] = rating.R
		}
	}
	return s.act(ctx, act, id, func(t *Tournament, act game.Act, at time.Time) error {
		return t.Start(act, ratings, at)
	})
}

// Cancel calls a tournament off.
func (s *Service) Cancel(ctx context.Context, act game.Act, id ID) (*Tournament, error) {
	return s.act(ctx, act, id, (*Tournament).Cancel)
}

// act performs a person's act in a tournament of their server.
func (s *Service) act(
	ctx context.Context, act game.Act, id ID, do func(*Tournament, game.Act, time.Time) error,
) (*Tournament, error) {
	at := s.now()
	return s.store.UpdateTournament(ctx, act.Key, id, func(t *Tournament) error {
		if t.Guild != act.Guild {
			return t.refuse(NoTournament, 0)
		}
		return do(t, act, at)
	})
}

// known returns the tournament of a job, nil if there is none.
func (s *Service) known(ctx context.Context, id ID) (*Tournament, error) {
	t, err := s.store.Tournament(ctx, id)
	if errors.Is(err, NoTournament) {
		return nil, nil
	}
	return t, err
}

// PendingRound returns the tournament of a job, or nil if there is nothing to announce: there is no such round, or the
// tournament was called off before its announcement, so that its boards never begin.
func (s *Service) PendingRound(ctx context.Context, job AnnounceRound) (*Tournament, error) {
	t, err := s.known(ctx, job.Tournament)
	switch {
	case err != nil || t == nil:
		return nil, err
	case t.Stage == CalledOff, job.Round < 1, job.Round > len(t.Boards)+1:
		return nil, nil
	case job.Round > len(t.Boards) && t.Stage != Decided:
		return nil, nil
	}
	return t, nil
}

// RoundAnnounced starts the boards of a round whose announcement was posted or can never be posted. It is idempotent.
func (s *Service) RoundAnnounced(ctx context.Context, job AnnounceRound) error {
	at := s.now()
	begin := func(t *Tournament) error { t.BeginRound(job.Round, at); return nil }
	_, err := s.store.UpdateTournament(ctx, "", job.Tournament, begin)
	return err
}

// Fixture starts the game of a board, unless it has begun, and records its result once it is over. It is idempotent: a
// board has one game.
func (s *Service) Fixture(ctx context.Context, job Fixture) error {
	t, err := s.known(ctx, job.Tournament)
	if err != nil || t == nil || !t.Due(job) {
		return err
	}
	server, err := s.servers.Server(ctx, t.Guild)
	if err != nil {
		return err
	}
	at := s.now()
	g, err := s.store.Begin(ctx, job, func(t *Tournament, g *game.Game) error {
		if !t.Due(job) { // called off since it was read
			return t.refuse(game.Outdated, 0)
		}
		game.Arrange(g, t.Game(job, s.servers.PlaceIn(server)), at)
		return nil
	})
	switch {
	case errors.Is(err, game.Outdated):
		return nil
	case err != nil:
		return err
	}
	record := func(t *Tournament) error { return t.RecordGame(job, g, at) }
	_, err = s.store.UpdateTournament(ctx, "", job.Tournament, record)
	if errors.Is(err, game.Outdated) {
		return nil
	}
	return err
}

// PendingNotice returns the tournament of a job, or nil if there is nothing to do: its message shows that revision or a
// later one, or will when it is posted, or the tournament does not exist.
func (s *Service) PendingNotice(ctx context.Context, job UpdateNotice) (*Tournament, error) {
	t, err := s.known(ctx, job.Tournament)
	switch {
	case err != nil || t == nil:
		return nil, err
	case t.Notice.Shown >= job.Revision, t.Notice.Message == "" && job.Revision > 1:
		return nil, nil
	}
	return t, nil
}

// NoticeShown records that a tournament's message shows a revision, and returns the current tournament. If that has a
// later revision, the caller must edit the message again: another worker may have shown the later revision first, and
// this one overwritten it.
func (s *Service) NoticeShown(ctx context.Context, id ID, message string, revision int) (*Tournament, error) {
	return s.store.UpdateTournament(ctx, "", id, func(t *Tournament) error {
		t.Notice.Message, t.Notice.Shown = message, max(t.Notice.Shown, revision)
		return nil
	})
}
