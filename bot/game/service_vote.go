package game

import (
	"context"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// StartVote begins a game in which the channel plays together, or asks the person to whom it is a challenge.
//
// Refusals: OnlyInServer, BadVoteTerms, WrongRole, and those of Challenge.
func (s *Service) StartVote(ctx context.Context, act Act, spec VoteSpec) (*Game, error) {
	act, err := s.outside(ctx, act)
	if err != nil {
		return nil, err
	}
	terms, err := s.invite(ctx, act, ChallengeSpec{Opponent: spec.Opponent, Level: spec.Level})
	if err != nil {
		return nil, err
	}
	at := s.now()
	return s.store.Create(ctx, act.Claim, func(g *Game) error { return g.OfferVote(act, spec, terms, at) })
}

// FindVote tells which vote game the actor means: the one named by id, or if id is 0, the one that is played in this channel, whether he
// is of it or not. Of several it is his own, if that is one alone.
//
// Refusals: NoSuchGame, also for a game that is not for his eyes; NotAVote; NoVoteGame; ManyGames with the list.
func (s *Service) FindVote(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := s.store.Game(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !g.seenBy(act):
			return nil, g.refuse(NoSuchGame)
		case g.Vote == nil:
			return nil, g.refuse(NotAVote)
		}
		return g, nil
	}
	open, err := s.VoteGames(ctx, act)
	if err != nil {
		return nil, err
	}
	if his := filter(open, func(g *Game) bool { return g.Takes(act.Actor) }); len(open) > 1 && len(his) == 1 {
		return his[0], nil
	}
	switch len(open) {
	case 0:
		return nil, &Refusal{Code: NoVoteGame}
	case 1:
		return open[0], nil
	}
	return nil, &Refusal{Code: ManyGames, Games: open}
}

// VoteGames lists the vote games that go on in the actor's channel.
func (s *Service) VoteGames(ctx context.Context, act Act) ([]*Game, error) {
	open, err := s.store.Games(ctx, Query{Channel: act.Channel, Open: true})
	return filter(open, func(g *Game) bool { return g.Vote != nil && g.State == Active }), err
}

// Vote gives the actor's vote to the move that text names. Game.Last tells whether that closed the turn.
//
// Errors: those of Move, which say on whose board the text was read, and Refusals NotAVote, NotATeam, OtherSide, WrongRole, VoteClosed,
// SameVote.
func (s *Service) Vote(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	var read *Game
	voted, err := s.act(ctx, act, id, func(g *Game, at time.Time) error {
		if err := g.mayVote(act.Actor, act.Roles, at); err != nil {
			return err
		}
		pos := g.Position()
		m, err := notation.ParseAs(&pos, text, act.Style)
		if err != nil {
			read = g
			return err
		}
		return g.CastVote(act.Actor, act.Roles, m, at)
	})
	if err != nil {
		return read, err
	}
	return voted, nil
}

// VoteExact gives the actor's vote to m, which was chosen on the board that act names; board.NoMove is the vote to resign. Refusals as for
// Vote, NotCaptain for a vote to resign where captains do, and Outdated, also when act names no board.
func (s *Service) VoteExact(ctx context.Context, act Act, id ID, m board.Move) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error {
		if g.Vote != nil && g.State == Active && g.BoardKey() != act.Board {
			return g.refuse(Outdated)
		}
		return g.CastVote(act.Actor, act.Roles, m, at)
	})
}

// JoinVote makes the actor a member of a side. Refusals: NotAVote, NotATeam, NotStarted, GameOver, OtherSide, WrongRole, AlreadyJoined.
func (s *Service) JoinVote(ctx context.Context, act Act, id ID, side board.Color) (*Game, error) {
	act.Board = 0 // one joins for the whole game
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.JoinVote(act.Actor, act.Roles, side, at) })
}

// CloseVote plays what leads, before the turn's time is over. Refusals: those of Resign, and NotAVote, NotYourTurn, NotCaptain, NoCaptain,
// NoVotes.
func (s *Service) CloseVote(ctx context.Context, act Act, id ID) (*Game, error) {
	return s.act(ctx, act, id, func(g *Game, at time.Time) error { return g.CloseVote(act.Actor, at) })
}

// CountVotes closes a turn whose window is over.
func (s *Service) CountVotes(ctx context.Context, job CountVotes) error {
	at := s.now()
	_, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.Vote == nil || g.State != Active || g.Ply() != job.Ply || g.Vote.Turn.StandIn {
			return g.refuse(Outdated)
		}
		return g.CountVotes(at)
	})
	return settled(err)
}

// Votes tells what a TellVotes job has to tell: the game as it is now, or nil when that turn is over. From then on another vote owes
// another job.
func (s *Service) Votes(ctx context.Context, job TellVotes) (*Game, error) {
	g, err := s.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.Vote == nil || g.State != Active || g.Ply() != job.Ply {
			return g.refuse(Outdated)
		}
		g.Vote.Turn.Stale = false
		return nil
	})
	return g, settled(err)
}
