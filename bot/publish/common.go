package publish

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// common is shared by all types that write to channels.
type common struct {
	games   *game.Service
	boards  *posted.Boards
	servers *lobby.Servers
	players *standing.Players
	view    *view.View
	viewers *audience.Finder
	log     *slog.Logger
	outcome func(event, outcome string)
	jobs    sender // for jobs, which must not wait for rate limits: see jobLimiter
	posting *jobLimiter
}

// News returns the message about the latest event of g for its channel, written for the person who is to act next.
func (c *common) News(ctx context.Context, g *game.Game) (view.Reply, error) {
	viewer, err := c.viewers.Next(ctx, g)
	if err != nil {
		return view.Reply{}, err
	}
	return c.newsFor(ctx, g, viewer), nil
}

// newsFor is News for a given viewer.
func (c *common) newsFor(ctx context.Context, g *game.Game, viewer view.Viewer) view.Reply {
	if g.State == game.Active || g.State == game.Finished {
		return gameview.Turn(c.view, g, viewer.Shared(g))
	}
	met, err := c.players.HeadToHead(ctx, g)
	if err != nil {
		c.log.Warn("a challenge is shown without the players' head-to-head record", "game", g.ID, "err", err)
	}
	return gameview.Challenge(c.view, g, viewer, met)
}

// leaveChannel moves a game out of its channel if err says that the channel was deleted or that the bot may no longer
// write there. It reports whether it did: the game is then announced where it is played now.
func (c *common) leaveChannel(ctx context.Context, g *game.Game, err error) (bool, error) {
	deleted := discord.HasCode(err, discord.CodeUnknownChannel)
	if !deleted && !discord.NotWritable(err) || g.Board.Gone || g.State != game.Active && g.State != game.Finished {
		return false, nil
	}
	reason := game.ReasonChannelForbidden
	if deleted {
		reason = game.ReasonChannelGone
	}
	return true, c.boards.LeaveChannel(ctx, g.ID, g.Channel, reason)
}

// failed counts an announcement that failed and will be retried. A rate limit is no failure.
func (c *common) failed(event string, err error) {
	if !errors.As(err, new(*discord.RateLimitError)) {
		c.outcome(event, "failed")
	}
}

// giveUp returns the error with which a job is retried. One that every retry would repeat is logged instead, with
// what was not done and about what.
func (c *common) giveUp(err error, undone string, about ...any) error {
	reason := discord.PermanentFailure(err)
	switch {
	case err == nil:
		return nil
	case reason == "":
		return fmt.Errorf("%s %v: %w", undone, about, err)
	}
	c.log.Info(undone, append(about, "reason", reason, "err", err)...)
	return nil
}

// settle is giveUp for a message that is counted as an event.
func (c *common) settle(event string, err error, undone string, about ...any) error {
	retryErr := c.giveUp(err, undone, about...)
	switch {
	case err == nil:
		c.outcome(event, "posted")
	case retryErr == nil:
		c.outcome(event, "given up")
	default:
		c.failed(event, err)
	}
	return retryErr
}

// once does what is done once per key, and nothing if it was done before.
func (c *common) once(ctx context.Context, life time.Duration, key string, do func() error) error {
	err := c.games.Once(ctx, key, life, do)
	if errors.Is(err, game.AlreadyDone) {
		return nil
	}
	return err
}
