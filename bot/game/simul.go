package game

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// SimulID names a simultaneous display for ever; 0 means none. It is chosen by whoever announces the display.
type SimulID int64

// MaxBoards is how many boards one display may have.
const MaxBoards = 40

// Simul is a simultaneous display: one person plays many, each on a board of his own.
//
// It is kept nowhere. Who takes a board brings along what was announced, and the games know the display by its ID; that is all there is
// to it.
type Simul struct {
	ID       SimulID
	Host     Person
	HostName string // his display name, if known
	Boards   int    // how many may take a board
	Wish     Wish   // the host's colour on every board
	Rated    bool
	Time     TimeControl
}

// TakeBoard gives the actor a board of the display: a game against its host, which begins at once. Two who reach for the last board get it
// one after the other, so that one is refused.
//
// Refusals: BadSimul, OwnSimul, BoardTaken with the actor's own game in the display, SimulFull, TooManyGames,
// TooManyHere, ElsewhereOnly, CasualHere, NotWanted.
func (s *Service) TakeBoard(ctx context.Context, act Act, simul Simul) (*Game, error) {
	switch {
	case simul.ID <= 0 || simul.Host == "" || simul.Boards < 1 || simul.Boards > MaxBoards:
		return nil, &Refusal{Code: BadSimul, Limit: MaxBoards}
	case act.Actor == simul.Host:
		return nil, &Refusal{Code: OwnSimul}
	}
	terms, err := s.maySitDown(ctx, act, simul)
	if err != nil {
		return nil, err
	}
	at := s.now()
	for tries := 0; ; tries++ {
		taken, err := s.SimulGames(ctx, simul.ID)
		if err != nil {
			return nil, err
		}
		if i := slices.IndexFunc(taken, func(g *Game) bool { return g.Takes(act.Actor) }); i >= 0 {
			// The claim first: the same press may have come twice.
			_, err := s.store.Update(ctx, act.Claim, taken[i].ID, func(g *Game) error { return g.refuse(BoardTaken) })
			return nil, err
		}
		if len(taken) >= simul.Boards {
			return nil, &Refusal{Code: SimulFull, Limit: simul.Boards}
		}
		g, err := s.store.Create(ctx, act.Claim, func(g *Game) error {
			g.Reserve(fmt.Sprintf("simul %d, board %d", simul.ID, len(taken)+1)) // of two who reach for it one looks again
			return g.takeBoard(act, simul, terms, at)
		})
		if !errors.Is(err, &Refusal{Code: Outdated}) || tries == MaxBoards {
			return g, err
		}
	}
}

// maySitDown checks all that does not concern the display itself, and says what the house adds to its games.
func (s *Service) maySitDown(ctx context.Context, act Act, simul Simul) (Terms, error) {
	server, err := s.Server(ctx, act.Guild)
	if err != nil {
		return Terms{}, err
	}
	if err := server.takes(act, ChallengeSpec{Rated: simul.Rated}); err != nil {
		return Terms{}, err
	}
	if _, err := s.mayHaveMore(ctx, act, server); err != nil {
		return Terms{}, err
	}
	switch host, err := s.store.Settings(ctx, simul.Host); {
	case err != nil:
		return Terms{}, err
	case host.Blocks(act.Actor):
		return Terms{}, &Refusal{Code: NotWanted}
	}
	return Terms{Rules: s.Code(server).String(), Coin: s.opts.Coin(), Time: s.TimeIn(server), Place: s.PlaceIn(server)}, nil
}

// takeBoard makes a blank game the one of the actor in a display.
func (g *Game) takeBoard(act Act, simul Simul, terms Terms, at time.Time) error {
	host := act
	host.Actor, host.Name, host.Locale = simul.Host, simul.HostName, ""
	spec := ChallengeSpec{
		Opponent: act.Actor, OpponentName: act.Name, Wish: simul.Wish, Rated: simul.Rated, Conditions: Conditions{Time: simul.Time},
	}
	g.Simul = simul.ID
	if err := g.Offer(host, spec, terms, at); err != nil {
		return err
	}
	if err := g.Accept(act.Actor, terms.Coin, at); err != nil {
		return err
	}
	g.meet(act.Actor, act.Name, act.Locale)
	return nil
}

// SimulGames lists the games of a display, the first board first.
func (s *Service) SimulGames(ctx context.Context, id SimulID) ([]*Game, error) {
	games, err := s.store.Games(ctx, Query{Simul: id})
	slices.Reverse(games)
	return games, err
}

// Simul lists the boards of the display that the actor means: the one in which he plays a game that goes on, as its host before all, and of
// several the newest. First come those in which the host is to move.
//
// Refusal: NoSimul.
func (s *Service) Simul(ctx context.Context, act Act) ([]*Game, error) {
	open, err := s.store.Games(ctx, Query{Person: act.Actor, Open: true})
	if err != nil {
		return nil, err
	}
	his := filter(open, func(g *Game) bool { return g.Simul != 0 })
	slices.SortStableFunc(his, func(a, b *Game) int { // a display's host is the challenger of all its games
		switch {
		case (a.Challenger == act.Actor) == (b.Challenger == act.Actor):
			return 0
		case a.Challenger == act.Actor:
			return -1
		}
		return 1
	})
	if len(his) == 0 {
		return nil, &Refusal{Code: NoSimul}
	}
	boards, err := s.SimulGames(ctx, his[0].Simul)
	waits := func(g *Game) bool { return g.WaitsFor(g.Challenger) }
	return append(filter(boards, waits), filter(boards, func(g *Game) bool { return !waits(g) })...), err
}
