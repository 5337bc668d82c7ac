package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// Challenge makes a challenge to a person or to anyone, or starts a game against the bot. It will be judged by the
// rules that hold here now. Asked for in the thread of another game it stands in the channel to which the thread
// belongs.
//
// Refusals: SelfChallenge, NobodyChallenged, SomebodyNamed, BadLevel, NoOutside, RatedOutside; of its terms TwoStarts,
// ColorByHandicap, RatedUneven, BotTwoMoves, StartIsOver; of the server ElsewhereOnly, CasualHere, CasualBot,
// LevelNotHere, TooManyHere, TooSoon, NotAsked; of the other person NotWanted; and AlreadyChallenged, TooManyGames.
func (s *Service) Challenge(ctx context.Context, act Act, spec ChallengeSpec) (*Game, error) {
	spec.Follows, spec.Leg, spec.Carried = 0, 0, 0
	act, err := s.inParent(ctx, act)
	if err != nil {
		return nil, err
	}
	return s.challenge(ctx, act, spec)
}

func (s *Service) challenge(ctx context.Context, act Act, spec ChallengeSpec) (*Game, error) {
	terms, err := s.invite(ctx, act, spec)
	if err != nil {
		return nil, err
	}
	at := s.now()
	return s.explained(ctx, act, func(act Act) (*Game, error) {
		return s.store.Create(ctx, act.Key, func(g *Game) error { return g.Blank().Offer(act, spec, terms, at) })
	})
}

// invite checks all about a challenge that its terms alone do not tell, and says what the house adds to it.
func (s *Service) invite(ctx context.Context, act Act, spec ChallengeSpec) (Terms, error) {
	server, err := s.Server(ctx, act.Guild)
	if err != nil {
		return Terms{}, err
	}
	if err := server.takes(act, spec); err != nil {
		return Terms{}, err
	}
	if err := s.mayChallenge(ctx, act, server, spec); err != nil {
		return Terms{}, err
	}
	return Terms{
		Rules: s.Code(server).String(), Life: s.opts.ChallengeLife, Coin: s.opts.Coin(), Time: s.TimeIn(server), Place: s.PlaceIn(server),
		Outside: s.Outside(),
	}, nil
}

// takes checks a challenge against what a server chose for all.
func (s Server) takes(act Act, spec ChallengeSpec) error {
	weakest, strongest := s.Levels()
	inBounds := spec.Level == 0 || spec.Level >= weakest && spec.Level <= strongest || spec.Level == Outside && strongest == engine.LevelMax
	if err := s.Allows(act); err != nil {
		return err
	}
	switch {
	case spec.Rated && s.Casual:
		return &Refusal{Code: CasualHere}
	case spec.Rated && spec.Level != 0 && s.UnratedBot:
		return &Refusal{Code: CasualBot}
	case !inBounds:
		return &Refusal{Code: LevelNotHere, Levels: [2]engine.Level{weakest, strongest}}
	}
	return nil
}

// Allows checks that games may begin where the actor is.
func (s Server) Allows(act Act) error {
	if len(s.Channels) > 0 && !slices.Contains(s.Channels, act.Channel) && !slices.Contains(s.Channels, act.Parent) {
		return &Refusal{Code: ElsewhereOnly, Channels: s.Channels}
	}
	return nil
}

// Rates reports whether a game here may be rated, against the bot or between people.
func (s Server) Rates(bot bool) bool { return !s.Casual && (!bot || !s.UnratedBot) }

// mayChallenge keeps one person from flooding others: a challenge is answered before the next one to the same person,
// in whatever channel, and the next one to another has to wait a little. What others ask of the actor does not count
// against them. It reads outside the transaction: two challenges at the very same moment may both pass, which does no
// harm.
func (s *Service) mayChallenge(ctx context.Context, act Act, server Server, spec ChallengeSpec) error {
	open, err := s.mayHaveMore(ctx, act, server)
	if err != nil {
		return err
	}
	for _, g := range open {
		same := spec.Opponent != "" && g.Opponent.Person == spec.Opponent || spec.Anyone && g.Anyone && g.Channel == act.Channel
		if g.State == Offered && g.Challenger == act.Actor && same {
			return g.refuse(AlreadyChallenged)
		}
	}
	if spec.Level != 0 {
		return nil
	}
	if err := s.mayAsk(ctx, act, server, spec.Opponent); err != nil {
		return err
	}
	if spec.Follows != 0 {
		return nil // a rematch is no flood
	}
	return s.hasWaited(ctx, act, server)
}

// mayHaveMore checks that the actor has fewer open games than the limit, and returns those.
func (s *Service) mayHaveMore(ctx context.Context, act Act, server Server) ([]*Game, error) {
	open, err := s.store.Games(ctx, Query{Person: act.Actor, Open: true, Own: true, Limit: s.opts.MaxGames})
	if err != nil {
		return nil, err
	}
	if len(open) >= s.opts.MaxGames {
		return nil, &Refusal{Code: TooManyGames, Limit: s.opts.MaxGames}
	}
	here := filter(open, func(g *Game) bool { return g.Guild == act.Guild })
	if server.MostOpen > 0 && len(here) >= server.MostOpen {
		return nil, &Refusal{Code: TooManyHere, Limit: server.MostOpen}
	}
	return open, nil
}

// mayAsk checks that p, if anybody was named, takes challenges from the actor here.
func (s *Service) mayAsk(ctx context.Context, act Act, server Server, p Person) error {
	if p == "" {
		return nil
	}
	consent, err := s.store.Consent(ctx, p, act.Actor)
	switch {
	case err != nil:
		return err
	case consent == ConsentRefused || consent == ConsentBlocked:
		return &Refusal{Code: NotWanted}
	case server.OptIn && consent != ConsentGiven:
		return &Refusal{Code: NotAsked}
	}
	return nil
}

// Consent is what a person has said to challenges from another.
type Consent string

// The answers.
const (
	ConsentUnsaid  Consent = ""        // nothing: as the server has it, Server.OptIn
	ConsentGiven   Consent = "given"   // they want to be challenged
	ConsentRefused Consent = "refused" // they do not want to be challenged
	ConsentBlocked Consent = "blocked" // not by this person, who may not take their open seats either
)

// lookBack is how many of a person's games are searched for their last challenge.
const lookBack = 20

// hasWaited checks that the actor's last challenge to a person, or to anyone, was not just now.
func (s *Service) hasWaited(ctx context.Context, act Act, server Server) error {
	theirs, err := s.store.Games(ctx, Query{Person: act.Actor, Limit: lookBack})
	if err != nil {
		return err
	}
	last := slices.IndexFunc(theirs, func(g *Game) bool { return g.Challenger == act.Actor && !g.Opponent.IsBot() && g.Follows == 0 })
	if last < 0 {
		return nil
	}
	if until := theirs[last].Created.Add(server.Pause()); until.After(s.now()) {
		return &Refusal{Code: TooSoon, Until: until}
	}
	return nil
}

// Accept starts the game that the actor was challenged to, or takes the open seat.
//
// Refusals: OwnChallenge, NotYourGame, AlreadyStarted, GameOver; for an open seat SeatTaken, NotWanted, TooManyGames,
// TooManyHere.
func (s *Service) Accept(ctx context.Context, act Act, id ID) (*Game, error) {
	if err := s.maySit(ctx, act, id); err != nil {
		return nil, err
	}
	return s.act(ctx, act, id, func(g *Game, at time.Time) error {
		if err := g.Challenge().Accept(act.Actor, s.opts.Coin(), at); err != nil {
			return err
		}
		if g.AwaitsThread() && act.Channel == g.Channel {
			g.Board.Starter = act.Message
		}
		return nil
	})
}

// maySit checks what only concerns those who take an open seat. It does not check who may answer at all.
func (s *Service) maySit(ctx context.Context, act Act, id ID) error {
	g, err := s.store.Game(ctx, id)
	if err != nil || !g.OpenSeat() || g.Challenger == act.Actor {
		return err
	}
	consent, err := s.store.Consent(ctx, g.Challenger, act.Actor)
	if err != nil {
		return err
	}
	if consent == ConsentBlocked {
		return &Refusal{Code: NotWanted, Game: id}
	}
	server, err := s.Server(ctx, g.Guild)
	if err != nil {
		return err
	}
	_, err = s.mayHaveMore(ctx, act, server)
	return err
}

// Rematch asks for the game once more: the same two, under the same conditions, with colors swapped but where a
// handicap says who plays what. Where the other side has asked for it already, that accepts. Against the bot it starts
// at once.
//
// Refusals: NotYourGame, NotOver, PlayerGone, and those of Challenge and Accept.
func (s *Service) Rematch(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := s.store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	c, plays := g.SeatOf(act.Actor)
	other := g.Seats[c.Opponent()]
	switch {
	case !plays || other.Team:
		return nil, g.refuse(NotYourGame)
	case g.State != Finished:
		return nil, g.refuse(NotOver)
	case other.Person == Deleted:
		return nil, g.refuse(PlayerGone)
	}
	spec := ChallengeSpec{Opponent: other.Person, Level: other.Level, Wish: WantRed, Rated: g.Rated, Conditions: g.Conditions}
	if c == board.Red {
		spec.Wish = WantBlack
	}
	if g.Handicap != Even {
		spec.Wish = AnyColor
		spec.OpponentGives = g.Handicap.Giver() != c
	} else if g.Record.Start != board.StartPosition() {
		spec.Start = g.Record.Start
	}
	spec.Follows, spec.Leg, spec.Carried, spec.Anyone = id, 0, 0, false
	if act.Message = ""; act.Channel == g.Channel && g.Home != "" { // it goes on in the thread, and needs none of its own
		act.Ground, spec.home = GroundUnknown, g.Home
	}
	if other.Person == "" {
		return s.challenge(ctx, act, spec)
	}
	for tries := 0; ; tries++ {
		before, err := s.store.Games(ctx, Query{Person: act.Actor})
		if err != nil {
			return nil, err
		}
		before = filter(before, func(b *Game) bool { return b.Follows == id })
		for _, b := range before {
			if b.State == Offered && b.Opponent.Person == act.Actor {
				return s.Accept(ctx, act, b.ID)
			}
		}
		spec.reserve = fmt.Sprintf("rematch %d of game %d", len(before)+1, id) // if both ask at once, one of them looks again
		again, err := s.challenge(ctx, act, spec)
		if !errors.Is(err, &Refusal{Code: Outdated}) || tries == rematchTries {
			return again, err
		}
	}
}

// rematchTries is how often a request for a rematch looks again, after the other side's came in between.
const rematchTries = 3

// NextGame begins the second game of a match, in the channel in which the first one began.
func (s *Service) NextGame(ctx context.Context, job NextGame) error {
	first, err := s.store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &Refusal{Code: NoSuchGame}):
		return nil
	case err != nil:
		return err
	case first.State != Finished || first.Leg != 1 || first.Takes(Deleted):
		return nil // it was taken up again, or nobody is there to go on
	}
	later, err := s.store.Games(ctx, Query{Person: first.Challenger})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(later, func(g *Game) bool { return g.Follows == first.ID && g.Leg == 2 }) {
		return nil
	}
	at := s.now()
	_, err = s.store.Create(ctx, fmt.Sprintf("second game of %d", first.ID), func(g *Game) error { g.Blank().beginSecond(first, at); return nil })
	if errors.Is(err, &Refusal{Code: AlreadyDone}) {
		return nil
	}
	return err
}

// beginSecond turns a blank game into the second one of a match.
func (g Blank) beginSecond(first *Game, at time.Time) {
	c, _ := first.SeatOf(first.Challenger)
	g.Guild, g.Channel = first.Guild, cmp.Or(first.Home, first.Channel)
	g.Board.ThreadWanted = first.Home != ""
	g.Challenger, g.Opponent = first.Challenger, first.Opponent
	g.Rated, g.Rules, g.Conditions = first.Rated, first.Rules, first.Conditions
	g.Follows, g.Leg, g.Carried = first.ID, 2, first.score(c)
	g.Wish = first.Wish
	if g.Handicap == Even {
		g.Wish = WantRed
		if c == board.Red {
			g.Wish = WantBlack
		}
	}
	g.Created = at
	g.Record = board.Record{Start: first.Record.Start}
	if g.Handicap != Even {
		g.Record.Start = g.Handicap.Start()
	}
	g.Challenge().startDue(c, at, at)
}

// Sum is what a match of two games has brought the challenger and the other side so far; ok is false outside matches.
func (g *Game) Sum() (challenger, other float64, ok bool) {
	if g.Leg == 0 {
		return 0, 0, false
	}
	if g.Leg == 2 {
		challenger, other = g.Carried, 1-g.Carried
	}
	c, _ := g.SeatOf(g.Challenger)
	if score, over := g.Score(c); over {
		challenger, other = challenger+score, other+1-score
	}
	return challenger, other, true
}
