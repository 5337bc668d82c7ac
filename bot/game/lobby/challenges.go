// Package lobby is where games begin: [Challenges] to a person, to anybody or to the bot, rematches and second games of
// a match, simultaneous displays ([Simuls]) and games in which a channel votes ([Votes]). [Servers] keeps what a server
// allows: every game that begins there is checked against it.
//
// What is bounded, open games of a person for example, is counted in the transaction that begins the game, see
// [game.Admissions.Admit].
package lobby

import (
	"context"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/engine/board"
)

// Challenges begins games: it makes challenges and lets people accept or decline them.
type Challenges struct {
	consents ConsentStore
	games    *game.Service
	servers  *Servers
}

// ConsentStore keeps from whom people accept challenges.
type ConsentStore interface {
	// Consent returns what p has decided about challenges from another person.
	Consent(ctx context.Context, p, from game.Person) (Consent, error)
}

// NewChallenges returns the challenges of a service. Consents and server settings decide which are allowed.
func NewChallenges(consents ConsentStore, games *game.Service, servers *Servers) *Challenges {
	return &Challenges{consents, games, servers}
}

// Challenge makes a challenge to a person or to anyone, or starts a game against the bot. The game will be judged by
// the rules that apply here now. A challenge made in the thread of another game is posted in the parent channel.
func (s *Challenges) Challenge(ctx context.Context, act game.Act, spec game.ChallengeSpec) (*game.Game, error) {
	spec.Follows, spec.Leg, spec.Carried = 0, 0, 0
	act, err := s.games.InParent(ctx, act)
	if err != nil {
		return nil, err
	}
	return s.challenge(ctx, act, spec)
}

func (s *Challenges) challenge(ctx context.Context, act game.Act, spec game.ChallengeSpec) (*game.Game, error) {
	return s.games.ExplainOnce(ctx, act, func(act game.Act) (*game.Game, error) {
		return s.create(ctx, act, spec, func(g *game.Game, terms game.Terms, at time.Time) error {
			return game.OfferChallenge(g, act, spec, terms, at)
		})
	})
}

// create creates a game with offer, if the server, the opponent and the limits of the actor allow a challenge with this
// spec. The terms passed to offer are what the server and the bot's operator add to it.
func (s *Challenges) create(
	ctx context.Context, act game.Act, spec game.ChallengeSpec,
	offer func(g *game.Game, terms game.Terms, at time.Time) error,
) (*game.Game, error) {
	server, err := s.servers.Server(ctx, act.Guild)
	if err != nil {
		return nil, err
	}
	if err := checkChallenge(server, act, spec); err != nil {
		return nil, err
	}
	if spec.Start != (board.Position{}) && (spec.Level != 0 || spec.Partner.Kind != game.NoPartner) {
		start := board.Record{Start: spec.Start}
		if _, err := s.games.Options.Fair.Ask(ctx, act.Question(fairplay.Start, &start, 0)); err != nil {
			return nil, err
		}
	}
	if err := s.checkConsent(ctx, act, server, spec.Opponent); err != nil {
		return nil, err
	}
	terms, at := s.terms(server), s.games.Now()
	return s.games.Store.Create(ctx, act.Key, func(g *game.Game) error {
		g.Admissions.Admit(s.mayBegin(g, act, server, spec, at), string(act.Actor), string(spec.Opponent))
		return offer(g, terms, at)
	})
}

// terms returns what a server and the bot's operator add to a game.
func (s *Challenges) terms(server guild.Settings) game.Terms {
	return game.Terms{
		Rules: s.servers.Ruleset(server).String(), Life: s.games.Options.ChallengeLife, Coin: s.games.Options.Coin(),
		Time: s.servers.TimeIn(server), Place: s.servers.PlaceIn(server), Outside: s.games.Outside(),
	}
}

// Accept starts the game to which the actor was challenged, or takes the open seat.
func (s *Challenges) Accept(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	server, err := s.servers.Server(ctx, g.Guild)
	if err != nil {
		return nil, err
	}
	if g.OpenSeat() {
		if err := s.checkBlocked(ctx, act, g.Challenger); err != nil {
			return nil, err
		}
	}
	return s.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error {
		if err := game.AcceptChallenge(g, act.Actor, s.games.Options.Coin(), at); err != nil {
			return err
		}
		if g.AwaitsThread() && act.Channel == g.Channel {
			g.Board.Starter = act.Message
		}
		g.Admissions.Admit(s.mayJoin(g, act.Actor, server, at), string(act.Actor), string(g.Challenger))
		return nil
	})
}

// Lapse ends a challenge whose time is over.
func (s *Challenges) Lapse(ctx context.Context, job game.Lapse) error {
	at := s.games.Now()
	_, err := s.games.Store.Update(ctx, "", job.Game, func(g *game.Game) error {
		if g.State != game.Offered {
			return g.Refuse(game.Outdated)
		}
		return game.LapseChallenge(g, at)
	})
	return game.IgnoreStale(err)
}
