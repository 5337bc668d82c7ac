package lobby

import (
	"context"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
)

// Consent is what a person has decided about challenges from another person.
type Consent string

// The answers.
const (
	ConsentUnset   Consent = ""        // no decision: OptIn of the server applies
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
func (s *Challenges) mayBegin(g *game.Game, act game.Act, server guild.Settings, spec game.ChallengeSpec, at time.Time) game.Check {
	return func(r game.Register) error {
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
			if o.State == game.Offered && same {
				return &game.Refusal{Code: game.AlreadyChallenged, Game: o.ID, Games: []*game.Game{o}}
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
			return &game.Refusal{Code: game.TooManyWithBot, Limit: MaxBotGames}
		case spec.Follows != 0:
			return mayFollow(r, act.Actor, spec.Follows)
		case act.Guild == "" && spec.Level != 0:
			return nil
		}
		last, err := r.Games(game.Query{Person: act.Actor, Begun: true, Limit: 1})
		if err != nil || len(last) == 0 {
			return err
		}
		if until := last[0].Created.Add(server.ChallengeCooldown()); until.After(at) {
			return &game.Refusal{Code: game.TooSoon, Until: until}
		}
		return nil
	}
}

// mayFollow refuses a rematch that runs already, and with Outdated one that the other side has offered meanwhile.
func mayFollow(r game.Register, p game.Person, id game.ID) error {
	later, err := r.Games(game.Query{Follows: id, All: true})
	if err != nil {
		return err
	}
	for _, g := range later {
		switch {
		case g.State == game.Active:
			return &game.Refusal{Code: game.RematchRuns, Game: id, Games: []*game.Game{g}}
		case g.State == game.Offered && g.Opponent.Person == p:
			return &game.Refusal{Code: game.Outdated, Game: g.ID}
		}
	}
	return nil
}

// openGames checks that a person has fewer open games than the limits in a guild allow, and returns them.
func (s *Challenges) openGames(r game.Register, p game.Person, guild string, server guild.Settings) ([]*game.Game, error) {
	limit := s.games.Options.MaxGames
	open, err := r.Games(game.Query{Person: p, Open: true, Own: true, Limit: limit})
	if err != nil {
		return nil, err
	}
	if len(open) >= limit {
		return nil, &game.Refusal{Code: game.TooManyGames, Limit: limit}
	}
	inGuild := 0
	for _, g := range open {
		if g.Guild == guild {
			inGuild++
		}
	}
	if server.MaxOpenGames > 0 && inGuild >= server.MaxOpenGames {
		return nil, &game.Refusal{Code: game.TooManyInServer, Limit: server.MaxOpenGames}
	}
	return open, nil
}

// mayJoin is the check of a person who takes a seat in a game.
func (s *Challenges) mayJoin(g *game.Game, p game.Person, server guild.Settings, at time.Time) game.Check {
	return func(r game.Register) error {
		open, err := s.openGames(r, p, g.Guild, server)
		if err != nil {
			return err
		}
		return mayRate(g, r, open, at)
	}
}

// mayRate checks that the two people of a new game have not had too many rated games with each other. Open are the open
// games of one of them. The second game of a match is counted with the first.
func mayRate(g *game.Game, r game.Register, open []*game.Game, at time.Time) error {
	a, b := g.Challenger, g.Opponent.Person
	if !g.Rated || a == "" || b == "" {
		return nil
	}
	n := matchGames(g)
	for _, o := range open {
		if o.ID != g.ID && o.Rated && o.State == game.Active && o.Involves(a) && o.Involves(b) {
			n += matchGames(o)
		}
	}
	ended, err := r.RatedGames(a, b, MaxRatedPair)
	if err != nil {
		return err
	}
	for _, t := range ended {
		if t.After(at.Add(-24 * time.Hour)) {
			n++
		}
	}
	if n > MaxRatedPair {
		return &game.Refusal{Code: game.TooManyRated, Limit: MaxRatedPair}
	}
	return nil
}

// matchGames counts a game and those of its match that follow.
func matchGames(g *game.Game) int {
	if g.Leg == 1 {
		return 2
	}
	return 1
}

// checkConsent checks that p, if anybody was named, accepts challenges from the actor in this server.
func (s *Challenges) checkConsent(ctx context.Context, act game.Act, server guild.Settings, p game.Person) error {
	if p == "" {
		return nil
	}
	consent, err := s.consents.Consent(ctx, p, act.Actor)
	switch {
	case err != nil:
		return err
	case consent == ConsentRefused || consent == ConsentBlocked:
		return &game.Refusal{Code: game.NotWanted}
	case server.OptIn && consent != ConsentGiven:
		return &game.Refusal{Code: game.NotOptedIn}
	}
	return nil
}

// checkBlocked checks that p, who offers a seat to anybody, has not blocked the actor.
func (s *Challenges) checkBlocked(ctx context.Context, act game.Act, p game.Person) error {
	consent, err := s.consents.Consent(ctx, p, act.Actor)
	if err == nil && consent == ConsentBlocked {
		err = &game.Refusal{Code: game.NotWanted}
	}
	return err
}

// pingEvery is how often the seeks of one person may notify the role of a server.
const pingEvery = time.Hour

// TakePing reports whether a seek that the actor has just made may notify the role of their server: once an hour,
// whatever has become of the one before.
func (s *Challenges) TakePing(ctx context.Context, act game.Act) (bool, error) {
	key := "seek in " + act.Guild + " by " + string(act.Actor)
	return s.games.Store.Mark(ctx, key, s.games.Now().Add(pingEvery))
}
