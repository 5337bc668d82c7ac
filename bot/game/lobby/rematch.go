package lobby

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// Rematch asks for a rematch: the same players and conditions, with colors swapped unless a handicap decides them. A
// rematch of a match of two games is again a match. If the other side has already asked for it, that is accepted.
// Against the bot it starts at once.
//
// It is played where it was asked for. But people who played in a server continue there, where both can see it, even if
// one of them asks from another place.
func (s *Challenges) Rematch(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	g, err := s.games.Store.Game(ctx, id)
	if err != nil {
		return nil, err
	}
	c, plays := g.SeatOf(act.Actor)
	other := g.Seats[c.Opponent()]
	switch {
	case !plays || other.Team:
		return nil, g.Refuse(game.NotYourGame)
	case g.State != game.Finished:
		return nil, g.Refuse(game.NotOver)
	case other.Person == game.Deleted:
		return nil, g.Refuse(game.PlayerGone)
	}
	spec := game.ChallengeSpec{
		Opponent: other.Person, Level: other.Level, ColorChoice: game.WantRed, Rated: g.Rated, Conditions: g.Conditions,
	}
	if c == board.Red {
		spec.ColorChoice = game.WantBlack
	}
	if g.Handicap != game.Even {
		spec.ColorChoice = game.RandomColor
		spec.OpponentGives = g.Handicap.Giver() != c
	} else if g.Record.Start != board.StartPosition() {
		spec.Start = g.Record.Start
	}
	if g.Leg > 0 {
		spec.Games = 2
	}
	spec.Follows, spec.Leg, spec.Carried, spec.Anyone = id, 0, 0, false
	if other.Person != "" && g.Guild != "" && act.Guild != g.Guild {
		act.Guild, act.Channel, act.Parent, act.ThreadSupport = g.Guild, g.Channel, g.Home, game.ThreadSupportUnknown
	}
	if act.Message = ""; act.Channel == g.Channel && g.Home != "" { // it continues in the thread
		act.ThreadSupport, spec.Home = game.ThreadSupportUnknown, g.Home
	}
	again, err := s.challenge(ctx, act, spec)
	if offered, ok := errors.AsType[*game.Refusal](err); ok && offered.Code == game.Outdated {
		return s.Accept(ctx, act, offered.Game)
	}
	return again, err
}

// NextGame begins the second game of a match, in the channel in which the first one began.
func (s *Challenges) NextGame(ctx context.Context, job game.NextGame) error {
	first, err := s.games.Store.Game(ctx, job.Game)
	switch {
	case errors.Is(err, game.NoSuchGame):
		return nil
	case err != nil:
		return err
	case first.State != game.Finished || first.Leg != 1 || first.Involves(game.Deleted):
		return nil // it was resumed, or a player has been deleted
	}
	later, err := s.games.Store.Games(ctx, game.Query{Follows: first.ID, All: true})
	if err != nil {
		return err
	}
	if slices.ContainsFunc(later, func(g *game.Game) bool { return g.Leg == 2 }) {
		return nil
	}
	at := s.games.Now()
	_, err = s.games.Store.Create(ctx, fmt.Sprintf("second game of %d", first.ID), func(g *game.Game) error {
		game.BeginSecond(g, first, at)
		return nil
	})
	if errors.Is(err, game.AlreadyDone) {
		return nil
	}
	return err
}
