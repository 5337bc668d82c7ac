package game

import (
	"context"
	"time"

	"xiangqibot/bot/fairplay"
	"xiangqibot/engine/board"
)

// Challenges begins games: it makes challenges and lets people accept or decline them.
type Challenges struct {
	consents ConsentStore
	games    *Service
	servers  *Servers
}

// ConsentStore keeps from whom people accept challenges.
type ConsentStore interface {
	// Consent returns what p has decided about challenges from another person.
	Consent(ctx context.Context, p, from Person) (Consent, error)
}

// NewChallenges returns the challenges of a service. Consents and server settings decide which are allowed.
func NewChallenges(consents ConsentStore, games *Service, servers *Servers) *Challenges {
	return &Challenges{consents, games, servers}
}

// Challenge makes a challenge to a person or to anyone, or starts a game against the bot. The game will be judged by
// the rules that apply here now. A challenge made in the thread of another game is posted in the parent channel.
//
// Refusals: [SelfChallenge], [NobodyChallenged], [OpponentNamed], [BadLevel], [NoOutside], [RatedOutside]; about its
// terms [TwoStarts], [BadPartner], [RatedPartner], [ColorByHandicap], [RatedUneven], [BotTwoMoves], [StartIsOver]; of
// the server [NotInServer], [ElsewhereOnly], [CasualHere], [CasualBot], [LevelNotHere], [TooManyHere],
// [TooManyWithBot], [TooSoon], [NotOptedIn]; of the other person [NotWanted]; of the guard, where the bot plays or
// advises from a position; and [AlreadyChallenged], [TooManyGames], [TooManyRated].
func (s *Challenges) Challenge(ctx context.Context, act Act, spec ChallengeSpec) (*Game, error) {
	spec.Follows, spec.Leg, spec.Carried = 0, 0, 0
	act, err := s.games.places().inParent(ctx, act)
	if err != nil {
		return nil, err
	}
	return s.challenge(ctx, act, spec)
}

func (s *Challenges) challenge(ctx context.Context, act Act, spec ChallengeSpec) (*Game, error) {
	return s.games.places().tellOnce(ctx, act, func(act Act) (*Game, error) {
		return s.create(ctx, act, spec, func(g Blank, terms Terms, at time.Time) error { return g.Offer(act, spec, terms, at) })
	})
}

// create makes the game that offer makes of a blank one, if the server, the opponent and the limits of the actor allow
// a challenge with this spec. The terms are what the server and the bot's operator add to it.
func (s *Challenges) create(
	ctx context.Context, act Act, spec ChallengeSpec, offer func(g Blank, terms Terms, at time.Time) error,
) (*Game, error) {
	server, err := s.servers.Server(ctx, act.Guild)
	if err != nil {
		return nil, err
	}
	if err := server.checkChallenge(act, spec); err != nil {
		return nil, err
	}
	if spec.Start != (board.Position{}) && (spec.Level != 0 || spec.Partner.Kind != NoPartner) {
		start := board.Record{Start: spec.Start}
		if _, err := s.games.opts.Fair.Ask(ctx, act.Question(fairplay.Start, &start, 0)); err != nil {
			return nil, err
		}
	}
	if err := s.checkConsent(ctx, act, server, spec.Opponent); err != nil {
		return nil, err
	}
	terms := Terms{
		Rules: s.servers.Ruleset(server).String(), Life: s.games.opts.ChallengeLife, Coin: s.games.opts.Coin(),
		Time: s.servers.TimeIn(server), Place: s.servers.PlaceIn(server), Outside: s.games.Outside(),
	}
	at := s.games.now()
	return s.games.store.Create(ctx, act.Key, func(g *Game) error {
		g.Admit(s.mayBegin(g, act, server, spec, at), string(act.Actor), string(spec.Opponent))
		return offer(g.Blank(), terms, at)
	})
}

// Accept starts the game to which the actor was challenged, or takes the open seat.
//
// Refusals: [OwnChallenge], [NotYourGame], [AlreadyStarted], [GameOver], [TooManyGames], [TooManyHere], [TooManyRated];
// for an open seat [SeatTaken], [NotWanted].
func (s *Challenges) Accept(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := s.games.store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	server, err := s.servers.Server(ctx, g.Guild)
	if err != nil {
		return nil, err
	}
	if g.OpenSeat() {
		switch consent, err := s.consents.Consent(ctx, g.Challenger, act.Actor); {
		case err != nil:
			return nil, err
		case consent == ConsentBlocked:
			return nil, &Refusal{Code: NotWanted, Game: id}
		}
	}
	return s.games.act(ctx, act, id, func(g *Game, at time.Time) error {
		if err := g.Challenge().Accept(act.Actor, s.games.opts.Coin(), at); err != nil {
			return err
		}
		if g.AwaitsThread() && act.Channel == g.Channel {
			g.Board.Starter = act.Message
		}
		g.Admit(s.mayJoin(g, act.Actor, server, at), string(act.Actor), string(g.Challenger))
		return nil
	})
}

// Decline declines the challenge. Refusals are those of Accept.
func (s *Challenges) Decline(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.games.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Challenge().Decline(act.Actor, at) })
}

// Cancel withdraws the actor's own challenge.
//
// Refusals: [NotYourGame], [NotYourChallenge], [AlreadyStarted], [GameOver].
func (s *Challenges) Cancel(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.games.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Challenge().Cancel(act.Actor, at) })
}

// Lapse ends a challenge whose time is over.
func (s *Challenges) Lapse(ctx context.Context, job Lapse) error {
	at := s.games.now()
	_, err := s.games.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.State != Offered {
			return g.refuse(Outdated)
		}
		return g.Challenge().Lapse(at)
	})
	return ignoreStale(err)
}
