package game

import (
	"context"
)

// Consent is what a person has decided about challenges from another person.
type Consent string

// The answers.
const (
	ConsentUnset   Consent = ""        // no decision: Server.OptIn applies
	ConsentGiven   Consent = "given"   // challenges are welcome
	ConsentRefused Consent = "refused" // challenges are not welcome
	ConsentBlocked Consent = "blocked" // this person is blocked, and may not take their open seats either
)

// mayChallenge keeps one person from flooding others: the same person can be challenged again only when the first
// challenge is answered, in whatever channel, and somebody else only after a cooldown. Challenges that others made
// to the actor do not count. It reads outside the transaction: two simultaneous challenges may both pass, which is
// harmless.
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
		return nil // a rematch needs no cooldown
	}
	return s.checkCooldown(ctx, act, server)
}

// mayOpenGame checks that the actor has fewer open games than the limits allow, and returns them.
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

// checkConsent checks that p, if anybody was named, accepts challenges from the actor here.
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

// lookBack is how many of a person's games the first search for their last challenge reads.
const lookBack = 20

// checkCooldown checks that the actor's last challenge to a person, or to anyone, is older than the cooldown. It
// reads all games within the cooldown, since any number may have begun after that challenge.
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
