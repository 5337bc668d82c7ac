package lobby

import (
	"context"
	"slices"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/engine/board"
)

// Votes runs games in which a channel plays together.
type Votes struct {
	games      *game.Service
	challenges *Challenges
}

// NewVotes returns the vote games of a service. They begin as challenges do.
func NewVotes(games *game.Service, challenges *Challenges) *Votes { return &Votes{games, challenges} }

// Start begins a vote game, or challenges a person to one.
func (v *Votes) Start(ctx context.Context, act game.Act, spec game.VoteSpec) (*game.Game, error) {
	act, err := v.games.InParent(ctx, act)
	if err != nil {
		return nil, err
	}
	challenge := game.ChallengeSpec{Opponent: spec.Opponent, Level: spec.Level}
	return v.challenges.create(ctx, act, challenge, func(g *game.Game, terms game.Terms, at time.Time) error {
		return game.OfferVote(g, act, spec, terms, at)
	})
}

// Find returns the vote game that the actor means: the one named by id, or if id is 0, the one in this channel,
// whether or not they take part in it. Of several it is the actor's own, if there is only one.
//
// Refusals: [game.NoSuchGame], also for a game that the actor may not see; [game.NotAVote]; [game.NoVoteGame];
// [game.ManyGames] with the list.
func (v *Votes) Find(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	if id != 0 {
		g, err := v.games.Store.Game(ctx, id)
		switch {
		case err != nil:
			return nil, err
		case !act.Sees(g):
			return nil, g.Refuse(game.NoSuchGame)
		case g.Vote == nil:
			return nil, g.Refuse(game.NotAVote)
		}
		return g, nil
	}
	open, err := v.Games(ctx, act)
	if err != nil {
		return nil, err
	}
	own := slices.IndexFunc(open, func(g *game.Game) bool { return g.Involves(act.Actor) })
	if own >= 0 && !slices.ContainsFunc(open[own+1:], func(g *game.Game) bool { return g.Involves(act.Actor) }) {
		return open[own], nil
	}
	switch len(open) {
	case 0:
		return nil, &game.Refusal{Code: game.NoVoteGame}
	case 1:
		return open[0], nil
	}
	return nil, &game.Refusal{Code: game.ManyGames, Games: open}
}

// Games lists the running vote games in the actor's channel.
func (v *Votes) Games(ctx context.Context, act game.Act) ([]*game.Game, error) {
	open, err := v.games.Store.Games(ctx, game.Query{Channel: act.Channel, Open: true, All: true})
	return slices.DeleteFunc(open, func(g *game.Game) bool { return g.Vote == nil || g.State != game.Active }), err
}

// Cast casts the actor's vote for the move that text names. [game.Game.Last] says whether that closed the turn.
//
// Errors of the notation are as in [game.Service.Move].
func (v *Votes) Cast(ctx context.Context, act game.Act, id game.ID, text string) (*game.Game, error) {
	may := func(g *game.Game, at time.Time) error { return game.MayVote(g, act.Actor, act.Roles, at) }
	return v.games.ActByText(ctx, act, id, text, may, func(g *game.Game, m board.Move, at time.Time) error {
		return game.CastVote(g, act.Actor, act.Roles, m, at)
	})
}

// CastExact casts the actor's vote for m, which was chosen on the board that act names; [board.NoMove] is a vote to
// resign. Refusals are those of Cast, [game.NotCaptain] for a vote to resign if the side has a captain, and Outdated,
// also if act names no board.
func (v *Votes) CastExact(ctx context.Context, act game.Act, id game.ID, m board.Move) (*game.Game, error) {
	if err := v.games.CheckReply(ctx, act, id, func(*game.Game) (board.Move, error) { return m, nil }); err != nil {
		return nil, err
	}
	return v.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error {
		if g.Vote != nil && g.State == game.Active && g.BoardKey() != act.Board {
			return g.Refuse(game.Outdated)
		}
		return game.CastVote(g, act.Actor, act.Roles, m, at)
	})
}

// Join makes the actor a member of a side.
func (v *Votes) Join(ctx context.Context, act game.Act, id game.ID, side board.Color) (*game.Game, error) {
	act.Board = 0 // one joins for the whole game
	return v.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error {
		return game.JoinTeam(g, act.Actor, act.Roles, side, at)
	})
}

// Close plays the leading move before the turn's time is over.
func (v *Votes) Close(ctx context.Context, act game.Act, id game.ID) (*game.Game, error) {
	return v.games.Act(ctx, act, id, func(g *game.Game, at time.Time) error { return game.CloseTurn(g, act.Actor, at) })
}

// CountVotes closes a turn whose window is over, or earlier if its result is certain. If it stays open, the error is a
// *[game.NotYet].
func (v *Votes) CountVotes(ctx context.Context, job game.CountVotes) error {
	at := v.games.Now()
	_, err := v.games.Store.Update(ctx, "", job.Game, func(g *game.Game) error {
		if g.Vote == nil || g.State != game.Active || g.Ply() != job.Ply || g.Vote.Turn.StandIn {
			return g.Refuse(game.Outdated)
		}
		return game.CountTurn(g, at)
	})
	return game.IgnoreStale(err)
}

// Tally returns what a [game.ShowVotes] job has to show: the current game, or nil if that turn is over. The next vote
// then enqueues another job.
func (v *Votes) Tally(ctx context.Context, job game.ShowVotes) (*game.Game, error) {
	g, err := v.games.Store.Update(ctx, "", job.Game, func(g *game.Game) error {
		if g.Vote == nil || g.State != game.Active || g.Ply() != job.Ply {
			return g.Refuse(game.Outdated)
		}
		g.Vote.Turn.Stale = false
		return nil
	})
	return g, game.IgnoreStale(err)
}
