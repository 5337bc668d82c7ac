package game

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"xiangqibot/engine/board"
)

// Rematch asks for a rematch: the same players and conditions, with colors swapped unless a handicap decides them. A
// rematch of a match of two games is again a match. If the other side has already asked for it, that is accepted.
// Against the bot it starts at once.
//
// It is played where it was asked for. But people who played in a server go on there, where both can see it, even if
// one of them asks from somewhere else.
//
// Refusals: [NotYourGame], [NotOver], [PlayerGone], [RematchRuns], and those of [Challenge] and Accept.
func (s *Challenges) Rematch(ctx context.Context, act Act, id ID) (*Game, error) {
	g, err := s.games.store.Game(ctx, id)
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
	spec := ChallengeSpec{
		Opponent: other.Person, Level: other.Level, ColorChoice: WantRed, Rated: g.Rated, Conditions: g.Conditions,
	}
	if c == board.Red {
		spec.ColorChoice = WantBlack
	}
	if g.Handicap != Even {
		spec.ColorChoice = RandomColor
		spec.OpponentGives = g.Handicap.Giver() != c
	} else if g.Record.Start != board.StartPosition() {
		spec.Start = g.Record.Start
	}
	if g.Leg > 0 {
		spec.Games = 2
	}
	spec.Follows, spec.Leg, spec.Carried, spec.Anyone = id, 0, 0, false
	if other.Person != "" && g.Guild != "" && act.Guild != g.Guild {
		act.Guild, act.Channel, act.Parent, act.ThreadSupport = g.Guild, g.Channel, g.Home, ThreadSupportUnknown
	}
	if act.Message = ""; act.Channel == g.Channel && g.Home != "" { // it continues in the thread, and needs none of its own
		act.ThreadSupport, spec.home = ThreadSupportUnknown, g.Home
	}
	again, err := s.challenge(ctx, act, spec)
	if offered := (*Refusal)(nil); errors.As(err, &offered) && offered.Code == Outdated {
		return s.Accept(ctx, act, offered.Game)
	}
	return again, err
}

// NextGame begins the second game of a match, in the channel in which the first one began.
func (s *Challenges) NextGame(ctx context.Context, job NextGame) error {
	first, err := s.games.store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, &Refusal{Code: NoSuchGame}):
		return nil
	case err != nil:
		return err
	case first.State != Finished || first.Leg != 1 || first.Involves(Deleted):
		return nil // it was resumed, or a player has been deleted
	}
	later, err := s.games.store.Games(ctx, Query{Follows: first.ID, All: true})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(later, func(g *Game) bool { return g.Leg == 2 }) {
		return nil
	}
	at := s.games.now()
	_, err = s.games.store.Create(ctx, fmt.Sprintf("second game of %d", first.ID), func(g *Game) error { g.Blank().beginSecond(first, at); return nil })
	if errors.Is(err, &Refusal{Code: AlreadyDone}) {
		return nil
	}
	return err
}

// beginSecond turns a blank game into the second game of a match.
func (g Blank) beginSecond(first *Game, at time.Time) {
	c, _ := first.SeatOf(first.Challenger)
	g.Guild, g.Channel = first.Guild, cmp.Or(first.Home, first.Channel)
	g.Board.ThreadWanted = first.Home != ""
	g.Challenger, g.Opponent = first.Challenger, first.Opponent
	g.Rated, g.Rules, g.Conditions = first.Rated, first.Rules, first.Conditions
	g.Follows, g.Leg, g.Carried = first.ID, 2, first.score(c)
	g.ColorChoice = first.ColorChoice
	if g.Handicap == Even {
		g.ColorChoice = WantRed
		if c == board.Red {
			g.ColorChoice = WantBlack
		}
	}
	g.Created = at
	g.Record = board.Record{Start: first.Record.Start}
	if g.Handicap != Even {
		g.Record.Start = g.Handicap.Start()
	}
	g.Challenge().startDue(c, at, at)
}

// MatchScore returns the score of a match of two games so far; ok is false outside matches.
func (g *Game) MatchScore() (challenger, other float64, ok bool) {
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
