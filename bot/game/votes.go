package game

import (
	"context"
	"time"

	"xiangqibot/engine/board"
)

// Votes runs games in which a channel plays together.
type Votes struct {
	games      *Service
	challenges *Challenges
}

// NewVotes returns the vote games of a service. They begin as challenges do.
func NewVotes(games *Service, challenges *Challenges) *Votes { return &Votes{games, challenges} }

// Start begins a vote game, or challenges a person to one.
//
// Refusals: [OnlyInServer], [BadVoteTerms], [WrongRole], and those of [Challenge].
func (v *Votes) Start(ctx context.Context, act Act, spec VoteSpec) (*Game, error) {
	act, err := v.games.places().inParent(ctx, act)
	if err != nil {
		return nil, err
	}
	challenge := ChallengeSpec{Opponent: spec.Opponent, Level: spec.Level}
	return v.challenges.create(ctx, act, challenge, func(g Blank, terms Terms, at time.Time) error {
		return g.OfferVote(act, spec, terms, at)
	})
}

// Find returns the vote game that the actor means: the one named by id, or if id is 0, the one in this channel,
// whether or not they take part in it. Of several it is the actor's own, if there is only one.
//
// Refusals: [NoSuchGame], also for a game that the actor may not see; [NotAVote]; [NoVoteGame]; [ManyGames] with the
// list.
func (v *Votes) Find(ctx context.Context, act Act, id ID) (*Game, error) {
	if id != 0 {
		g, err := v.games.store.Game(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !act.sees(g):
			return nil, g.refuse(NoSuchGame)
		case g.Vote == nil:
			return nil, g.refuse(NotAVote)
		}
		return g, nil
	}
	open, err := v.Games(ctx, act)
	if err != nil {
		return nil, err
	}
	if theirs := filter(open, func(g *Game) bool { return g.Involves(act.Actor) }); len(open) > 1 && len(theirs) == 1 {
		return theirs[0], nil
	}
	switch len(open) {
	case 0:
		return nil, &Refusal{Code: NoVoteGame}
	case 1:
		return open[0], nil
	}
	return nil, &Refusal{Code: ManyGames, Games: open}
}

// Games lists the running vote games in the actor's channel.
func (v *Votes) Games(ctx context.Context, act Act) ([]*Game, error) {
	open, err := v.games.store.Games(ctx, Query{Channel: act.Channel, Open: true, All: true})
	return filter(open, func(g *Game) bool { return g.Vote != nil && g.State == Active }), err
}

// Cast casts the actor's vote for the move that text names. [Game.Last] tells whether that closed the turn.
//
// Errors: those of Move, with the game on whose board the text was read, and Refusals [NotAVote], [NotATeam],
// [OtherSide], [WrongRole], [VoteClosed], [SameVote].
func (v *Votes) Cast(ctx context.Context, act Act, id ID, text string) (*Game, error) {
	err := v.games.checkReply(ctx, act, id, func(g *Game) (board.Move, error) {
		pos := g.Position()
		return act.Dialect.Parse(&pos, text)
	})
	if err != nil {
		return nil, err
	}
	var read *Game
	voted, err := v.games.act(ctx, act, id, func(g *Game, at time.Time) error {
		if err := g.Ballot().mayVote(act.Actor, act.Roles, at); err != nil {
			return err
		}
		pos := g.Position()
		m, err := act.Dialect.Parse(&pos, text)
		if err != nil {
			read = g
			return err
		}
		return g.Ballot().Cast(act.Actor, act.Roles, m, at)
	})
	if err != nil {
		return read, err
	}
	return voted, nil
}

// CastExact casts the actor's vote for m, which was chosen on the board that act names; [board.NoMove] is a vote to
// resign. Refusals are those of Cast, [NotCaptain] for a vote to resign if the side has a captain, and Outdated, also
// if act names no board.
func (v *Votes) CastExact(ctx context.Context, act Act, id ID, m board.Move) (*Game, error) {
	if err := v.games.checkReply(ctx, act, id, func(*Game) (board.Move, error) { return m, nil }); err != nil {
		return nil, err
	}
	return v.games.act(ctx, act, id, func(g *Game, at time.Time) error {
		if g.Vote != nil && g.State == Active && g.BoardKey() != act.Board {
			return g.refuse(Outdated)
		}
		return g.Ballot().Cast(act.Actor, act.Roles, m, at)
	})
}

// Join makes the actor a member of a side. Refusals: [NotAVote], [NotATeam], [NotStarted], [GameOver], [OtherSide],
// [WrongRole], [AlreadyJoined].
func (v *Votes) Join(ctx context.Context, act Act, id ID, side board.Color) (*Game, error) {
	act.Board = 0 // one joins for the whole game
	return v.games.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Ballot().Join(act.Actor, act.Roles, side, at) })
}

// Close plays the leading move before the turn's time is over. Refusals: those of Resign, and [NotAVote],
// [NotYourTurn], [NotCaptain], [NoCaptain], [NoVotes].
func (v *Votes) Close(ctx context.Context, act Act, id ID) (*Game, error) {
	return v.games.act(ctx, act, id, func(g *Game, at time.Time) error { return g.Ballot().Close(act.Actor, at) })
}

// CountVotes closes a turn whose window is over, or earlier if its result is certain. If it stays open, the error is a
// *[NotYet].
func (v *Votes) CountVotes(ctx context.Context, job CountVotes) error {
	at := v.games.now()
	_, err := v.games.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.Vote == nil || g.State != Active || g.Ply() != job.Ply || g.Vote.Turn.StandIn {
			return g.refuse(Outdated)
		}
		return g.Ballot().Count(at)
	})
	return ignoreStale(err)
}

// Tally returns what a [TellVotes] job has to tell: the current game, or nil if that turn is over. After that another
// vote enqueues another job.
func (v *Votes) Tally(ctx context.Context, job TellVotes) (*Game, error) {
	g, err := v.games.store.Update(ctx, "", job.Game, func(g *Game) error {
		if g.Vote == nil || g.State != Active || g.Ply() != job.Ply {
			return g.refuse(Outdated)
		}
		g.Vote.Turn.Stale = false
		return nil
	})
	return g, ignoreStale(err)
}
