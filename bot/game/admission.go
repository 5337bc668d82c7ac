package game

import (
	"context"
	"time"
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

const (
	// MaxBotGames is how many games against the bot a person may have open in a server at once.
	MaxBotGames = 10
	// MaxRatedPair is how many rated games two people may have with each other that are in progress or ended within a
	// day. Games of tournaments count, but are paired by others and never refused.
	MaxRatedPair = 10
)

// mayBegin keeps one person from flooding others. They can challenge the same person again only when the first
// challenge is answered, in whatever channel, and begin another game only after the server's cooldown, unless it is a
// rematch. Challenges that others made do not count, nor does what happens in direct messages with the bot.
//
// Of two simultaneous requests for a rematch the second is refused with Outdated, to be repeated.
func (s *Challenges) mayBegin(g *Game, act Act, server Server, spec ChallengeSpec, at time.Time) Check {
	return func(r Register) error {
		open, err := s.openGames(r, act.Actor, act.Guild, server)
		if err != nil {
			return err
		}
		withBot := 0
		for _, o := range open {
			if o.Challenger != act.Actor {
				continue
			}
			same := spec.Opponent != "" && o.Opponent.Person == spec.Opponent || spec.Anyone && o.Anyone && o.Channel == act.Channel
			if o.State == Offered && same {
				return &Refusal{Code: AlreadyChallenged, Game: o.ID, Games: []*Game{o}}
			}
			if o.Guild == act.Guild && o.Opponent.IsBot() {
				withBot++
			}
		}
		if err := mayRate(g, r, open, at); err != nil {
			return err
		}
		switch {
		case act.Guild != "" && spec.Level != 0 && withBot >= MaxBotGames:
			return &Refusal{Code: TooManyWithBot, Limit: MaxBotGames}
		case spec.Follows != 0:
			return mayFollow(r, act.Actor, spec.Follows)
		case act.Guild == "" && spec.Level != 0:
			return nil
		}
		last, err := r.Games(Query{Person: act.Actor, Begun: true, Limit: 1})
		if err != nil || len(last) == 0 {
			return err
		}
		if until := last[0].Created.Add(server.ChallengeCooldown()); until.After(at) {
			return &Refusal{Code: TooSoon, Until: until}
		}
		return nil
	}
}

// mayFollow refuses a rematch that runs already, and with Outdated one that the other side has offered meanwhile.
func mayFollow(r Register, p Person, id ID) error {
	later, err := r.Games(Query{Follows: id, All: true})
	if err != nil {
		return err
	}
	for _, g := range later {
		switch {
		case g.State == Active:
			return &Refusal{Code: RematchRuns, Game: id, Games: []*Game{g}}
		case g.State == Offered && g.Opponent.Person == p:
			return &Refusal{Code: Outdated, Game: g.ID}
		}
	}
	return nil
}

// openGames checks that a person has fewer open games than the limits in a guild allow, and returns them.
func (s *Challenges) openGames(r Register, p Person, guild string, server Server) ([]*Game, error) {
	limit := s.games.opts.MaxGames
	open, err := r.Games(Query{Person: p, Open: true, Own: true, Limit: limit})
	if err != nil {
		return nil, err
	}
	if len(open) >= limit {
		return nil, &Refusal{Code: TooManyGames, Limit: limit}
	}
	here := filter(open, func(g *Game) bool { return g.Guild == guild })
	if server.MaxOpenGames > 0 && len(here) >= server.MaxOpenGames {
		return nil, &Refusal{Code: TooManyHere, Limit: server.MaxOpenGames}
	}
	return open, nil
}

// mayJoin is the check of a person who takes a seat in a game.
func (s *Challenges) mayJoin(g *Game, p Person, server Server, at time.Time) Check {
	return func(r Register) error {
		open, err := s.openGames(r, p, g.Guild, server)
		if err != nil {
			return err
		}
		return mayRate(g, r, open, at)
	}
}

// mayRate checks that the two people of a new game have not had too many rated games with each other. Open are those
// of one of them. The second game of a match is counted with the first.
func mayRate(g *Game, r Register, open []*Game, at time.Time) error {
	a, b := g.Challenger, g.Opponent.Person
	if !g.Rated || a == "" || b == "" {
		return nil
	}
	n := matchGames(g)
	for _, o := range open {
		if o.ID != g.ID && o.Rated && o.State == Active && o.Involves(a) && o.Involves(b) {
			n += matchGames(o)
		}
	}
	ended, err := r.RatedGames(a, b, MaxRatedPair)
	if err != nil {
		return err
	}
	for _, t := range ended {
		if t.After(at.Add(-day)) {
			n++
		}
	}
	if n > MaxRatedPair {
		return &Refusal{Code: TooManyRated, Limit: MaxRatedPair}
	}
	return nil
}

// matchGames counts a game and those of its match that follow.
func matchGames(g *Game) int {
	if g.Leg == 1 {
		return 2
	}
	return 1
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

// pingEvery is how often the seeks of one person may notify the role of a server.
const pingEvery = time.Hour

// TakePing reports whether a seek that the actor has just made may notify the role of their server: once an hour,
// whatever became of the seek before.
func (s *Challenges) TakePing(ctx context.Context, act Act) (bool, error) {
	key := "seek in " + act.Guild + " by " + string(act.Actor)
	return s.games.store.Mark(ctx, key, s.games.now().Add(pingEvery))
}
