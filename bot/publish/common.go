package publish

import (
	"context"
	"errors"
	"log/slog"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// Rivals knows how people have done against each other: a *standing.Players.
type Rivals interface {
	Met(ctx context.Context, g *game.Game) (*standing.Tally, error)
}

// common is what all that write to channels work with.
type common struct {
	games   *game.Service
	boards  *game.Boards
	view    *view.View
	viewers *audience.Finder
	players Rivals
	jobs    sender // for jobs, which must not wait: see jobLimiter
	posting *jobLimiter
	log     *slog.Logger
	count   func(event, outcome string)
}

// news is the message about the latest event of g, for everybody in its channel: in the words of the one who has to act
// on it.
func (c *common) news(ctx context.Context, g *game.Game) (view.Reply, error) {
	viewer, err := c.viewers.Next(ctx, g)
	if err != nil {
		return view.Reply{}, err
	}
	return c.newsFor(ctx, g, viewer), nil
}

// newsFor is news for a viewer.
func (c *common) newsFor(ctx context.Context, g *game.Game, viewer view.Viewer) view.Reply {
	if g.State == game.Active || g.State == game.Finished {
		return c.view.Turn(g, viewer.Shared(g))
	}
	met, err := c.players.Met(ctx, g)
	if err != nil {
		c.log.Warn("a challenge is shown without the record of the two", "game", g.ID, "err", err)
	}
	return c.view.Challenge(g, viewer, met)
}

// moveOut takes a game out of its channel where err says that the channel was deleted, or that the bot may not write
// there any longer. It reports whether it did: the game is announced where it is played now.
func (c *common) moveOut(ctx context.Context, g *game.Game, err error) (bool, error) {
	deleted := discord.HasCode(err, discord.CodeUnknownChannel)
	if !deleted && !discord.NotWritable(err) || g.Board.Gone || g.State != game.Active && g.State != game.Finished {
		return false, nil
	}
	why := game.WhyChannelShut
	if deleted {
		why = game.WhyChannelGone
	}
	return true, c.boards.Gone(ctx, g.ID, g.Channel, why)
}

// failed counts an announcement that failed and will be tried again. To be told to come later is no failure.
func (c *common) failed(event string, err error) {
	if !errors.As(err, new(*discord.RateLimitError)) {
		c.count(event, "failed")
	}
}
