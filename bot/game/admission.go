package game

import (
	"context"
)

// Consent is what a person has said to challenges from another.
type Consent string

// The answers.
const (
	ConsentUnset   Consent = ""        // nothing: as the server has it, Server.OptIn
	ConsentGiven   Consent = "given"   // they want to be challenged
	ConsentRefused Consent = "refused" // they do not want to be challenged
	ConsentBlocked Consent = "blocked" // not by this person, who may not take their open seats either
)

// mayChallenge keeps one person from flooding others: a challenge is answered before the next one to the same person,
// in whatever channel, and the next one to another has to wait a little. What others ask of the actor does not count
// against them. It reads outside the transaction: two challenges at the very same moment may both pass, which does no
// harm.
func (s *Challenges) mayChallenge(ctx context.Context, act Act, server Server, spec ChallengeSpec) error {
	open, err := s.mayOpenGame(ctx, act, server)
	if err != nil {
		return err
	}
	for _, g := range open {
		same := spec.Opponent != "" && g.Opponent.Person == spec.Opponent || spec.Anyone && g.Anyone && g.Channel == act.Channel
		if g.State == Offered && g.Challenger == act.Actor && same {
			return &Refusal{Code: AlreadyChallenged, Game: g.ID, Games: []*Game{g}}
		}
	}
	if spec.Level != 0 {
		return nil
	}
	if err := s.checkConsent(ctx, act, server, spec.Opponent); err != nil {
		return err
	}
	if spec.Follows != 0 {
		return nil // a rematch is no flood
	}
	return s.checkCooldown(ctx, act, server)
}

// mayHaveMore checks that the actor has fewer open games than the limit, and returns those.
func (s *Challenges) mayOpenGame(ctx context.Context, act Act, server Server) ([]*Game, error) {
	open, err := s.games.store.Games(ctx, Query{Person: act.Actor, Open: true, Own: true, Limit: s.games.opts.MaxGames})
	if err != nil {
		return nil, err
	}
	if len(open) >= s.games.opts.MaxGames {
		return nil, &Refusal{Code: TooManyGames, Limit: s.games.opts.MaxGames}
	}
	here := filter(open, func(g *Game) bool { return g.Guild == act.Guild })
	if server.MaxOpenGames > 0 && len(here) >= server.MaxOpenGames {
		return nil, &Refusal{Code: TooManyHere, Limit: server.MaxOpenGames}
	}
	return open, nil
}

// mayAsk checks that p, if anybody was named, takes challenges from the actor here.
func (s *Challenges) checkConsent(ctx context.Context, act Act, server Server, p Person) error {
	if p == "" {
		return nil
	}
	consent, err := s.consents.Consent(ctx, p, act.Actor)
	switch {
	case err != nil:
		return err
	case consent == ConsentRefused || consent == ConsentBlocked:
		return &Refusal{Code: NotWanted}
	case server.OptIn && consent != ConsentGiven:
		return &Refusal{Code: NotOptedIn}
	}
	return nil
}

// lookBack is how many of a person's games are searched at first for their last challenge.
const lookBack = 20

// hasWaited checks that the actor's last challenge to a person, or to anyone, was not just now. It looks back as far as
// the pause goes, since any number of games may have begun after that challenge.
func (s *Challenges) checkCooldown(ctx context.Context, act Act, server Server) error {
	since := s.games.now().Add(-server.ChallengeCooldown())
	for limit := lookBack; ; limit *= 2 {
		theirs, err := s.games.store.Games(ctx, Query{Person: act.Actor, Limit: limit})
		if err != nil {
			return err
		}
		for _, g := range theirs {
			if !g.Created.After(since) {
				return nil
			}
			if g.Challenger == act.Actor && !g.Opponent.IsBot() && g.Follows == 0 {
				return &Refusal{Code: TooSoon, Until: g.Created.Add(server.ChallengeCooldown())}
			}
		}
		if len(theirs) < limit {
			return nil
		}
	}
}
