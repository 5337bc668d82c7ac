package game

import (
	"context"
	"errors"
)

// OpenTournament opens the sign-up for a tournament in the actor's channel. Where the spec names no time control it has that of rated
// challenges. Whether the actor may is for the edge to know.
//
// Refusals: NotInServer, BadTournament, ElsewhereOnly, AlreadyDone.
func (s *Service) OpenTournament(ctx context.Context, act Act, spec TournamentSpec) (*Tournament, error) {
	server, err := s.Server(ctx, act.Guild)
	if err != nil {
		return nil, err
	}
	if err := server.allows(act); err != nil {
		return nil, err
	}
	if spec.Time == (TimeControl{}) {
		spec.Time = s.TimeIn(server)
	}
	if server.Casual {
		spec.Rated = false
	}
	at, code := s.now(), codeOf(server.Rules, s.opts.Rules).String()
	return s.store.CreateTournament(ctx, act.Claim, func(t *Tournament) error { return t.OpenTournament(act, spec, code, at) })
}

// Tournament reads one tournament. Refusal: NoTournament.
func (s *Service) Tournament(ctx context.Context, id TournamentID) (*Tournament, error) {
	return s.store.Tournament(ctx, id)
}

// Tournaments lists the tournaments of a server, the newest first.
func (s *Service) Tournaments(ctx context.Context, guild string) ([]*Tournament, error) {
	return s.store.Tournaments(ctx, guild)
}

// FindTournament tells which tournament of his server the actor means: the one named by id, or if id is 0, the newest that is not over, or
// else the newest. Refusals: NotInServer, NoTournament.
func (s *Service) FindTournament(ctx context.Context, act Act, id TournamentID) (*Tournament, error) {
	if act.Guild == "" {
		return nil, &Refusal{Code: NotInServer}
	}
	if id != 0 {
		t, err := s.store.Tournament(ctx, id)
		if err == nil && t.Guild != act.Guild {
			return nil, t.refuse(NoTournament, 0)
		}
		return t, err
	}
	all, err := s.store.Tournaments(ctx, act.Guild)
	if err != nil {
		return nil, err
	}
	for _, t := range all {
		if t.Open() {
			return t, nil
		}
	}
	if len(all) == 0 {
		return nil, &Refusal{Code: NoTournament}
	}
	return all[0], nil
}

// JoinTournament signs the actor up. Refusals: NoTournament, TournamentOver, SignedUp, SignUpOver, TournamentFull, AlreadyDone.
func (s *Service) JoinTournament(ctx context.Context, act Act, id TournamentID) (*Tournament, error) {
	at := s.now()
	return s.inTournament(ctx, act, id, func(t *Tournament) error { return t.Join(act, at) })
}

// LeaveTournament withdraws the actor. Refusals: NoTournament, TournamentOver, NotSignedUp, AlreadyDone.
func (s *Service) LeaveTournament(ctx context.Context, act Act, id TournamentID) (*Tournament, error) {
	at := s.now()
	return s.inTournament(ctx, act, id, func(t *Tournament) error { return t.Leave(act, at) })
}

// StartTournament ends the sign-up and begins the first round. Refusals: NoTournament, NotOrganiser, TournamentOver, SignUpOver,
// TooFewPlayers, AlreadyDone.
func (s *Service) StartTournament(ctx context.Context, act Act, id TournamentID) (*Tournament, error) {
	t, err := s.store.Tournament(ctx, id)
	if err != nil {
		return nil, err
	}
	ratings := map[Person]float64{}
	for _, e := range t.Players { // who signs up at this very moment is last seed
		player, err := s.store.Player(ctx, e.Person)
		if err != nil {
			return nil, err
		}
		ratings[e.Person] = s.RatingNow(player.In(t.Time.Class())).R
	}
	at := s.now()
	return s.inTournament(ctx, act, id, func(t *Tournament) error { return t.Start(act, ratings, at) })
}

// CancelTournament calls a tournament off. Refusals: NoTournament, NotOrganiser, TournamentOver, AlreadyDone.
func (s *Service) CancelTournament(ctx context.Context, act Act, id TournamentID) (*Tournament, error) {
	at := s.now()
	return s.inTournament(ctx, act, id, func(t *Tournament) error { return t.Cancel(act, at) })
}

// inTournament is the common shape of people's acts in a tournament, which is one of their server.
func (s *Service) inTournament(ctx context.Context, act Act, id TournamentID, do func(*Tournament) error) (*Tournament, error) {
	return s.store.UpdateTournament(ctx, act.Claim, id, func(t *Tournament) error {
		if t.Guild != act.Guild {
			return t.refuse(NoTournament, 0)
		}
		return do(t)
	})
}

// RoundTold lets the boards of a round begin: its announcement stands in the channel, or can never stand there. It may be called any number of
// times.
func (s *Service) RoundTold(ctx context.Context, job TellRound) error {
	at := s.now()
	_, err := s.store.UpdateTournament(ctx, "", job.Tournament, func(t *Tournament) error { t.begin(job.Round, at); return nil })
	return err
}

// Fixture begins the game of a board, unless it has begun, and books its result once it is over. It may be called any number of times: a board
// has one game.
func (s *Service) Fixture(ctx context.Context, job Fixture) error {
	t, err := s.store.Tournament(ctx, job.Tournament)
	if errors.Is(err, &Refusal{Code: NoTournament}) {
		return nil
	}
	if err != nil || !t.Due(job) {
		return err
	}
	server, err := s.Server(ctx, t.Guild)
	if err != nil {
		return err
	}
	at := s.now()
	g, err := s.store.Begin(ctx, job, func(g *Game) error {
		g.Pair(t, job, s.PlaceIn(server), at)
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.store.UpdateTournament(ctx, "", job.Tournament, func(t *Tournament) error { return t.Book(job, g, at) })
	return unlessOutdated(err)
}
