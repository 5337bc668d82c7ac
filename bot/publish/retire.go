package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// Retirement takes the controls off old messages, or deletes these, and finds those that nobody has recorded.
type Retirement struct {
	*common
	servers    *game.Servers
	self       func() string   // see Config
	background *discord.Client // for jobs that nobody waits for
	retiring   *jobLimiter     // turns of its own
	timetable  timetable
}

// longestRetirement is the longest time that is given to those who wait for room at Discord. Where a channel has so many
// old boards that one would wait longer, it keeps its controls, which answer that they are outdated: hundreds of
// messages are below it by then.
const longestRetirement = 10 * time.Minute

// Retire does a Retire job: it deletes an old message of a game, leaves its words alone, or removes its controls and
// the times that no longer run, as the server has chosen. It comes after everything that people wait for, in turns of
// its own. A message that was deleted, or that the bot may not edit, is left alone. The thread of a game that is over may
// be archived by now, as where the bot was away: it is opened for this.
func (r *Retirement) Retire(ctx context.Context, job game.Retire) error {
	g, err := r.boards.ToRetire(ctx, job)
	if err != nil || g == nil {
		return err
	}
	turn := turnOf(g)
	turn.Game = job.Channel
	err = r.retiring.do(ctx, turn, func() error { return r.orLater(job, r.retireAnywhere(ctx, job, g)) })
	if reason := discord.PermanentFailure(err); reason != "" {
		r.log.Debug("an old message keeps its controls", "game", job.Game, "channel", job.Channel,
			"message", job.Message, "reason", reason, "err", err)
		return nil
	}
	return err
}

// orLater gives a job for which Discord has no room a time to come back, or gives it up.
func (r *Retirement) orLater(job game.Retire, err error) error {
	var limited *discord.RateLimitError
	if !errors.As(err, &limited) {
		return err
	}
	after := r.timetable.appoint(job.Channel, limited.After, time.Now())
	if after > longestRetirement && job.Why == game.Replaced {
		r.log.Debug("an old message keeps its controls: too many wait for it", "game", job.Game, "channel", job.Channel,
			"message", job.Message)
		return nil
	}
	return &game.NotYet{After: min(after, longestRetirement)}
}

// retireAnywhere is Retire when its turn has come.
func (r *Retirement) retireAnywhere(ctx context.Context, job game.Retire, g *game.Game) error {
	err := r.retire(ctx, job, g)
	if !discord.HasCode(err, discord.CodeArchivedThread) {
		return err
	}
	return r.background.WithThreadUnarchived(ctx, job.Channel, func() error { return r.retire(ctx, job, g) })
}

// retire changes or deletes a message where that is allowed.
func (r *Retirement) retire(ctx context.Context, job game.Retire, g *game.Game) error {
	server, err := r.servers.Server(ctx, g.Guild)
	if err != nil {
		return err
	}
	if leavesNothing(job.Why, server.Boards) {
		return r.background.Delete(ctx, job.Channel, job.Message)
	}
	if err := r.background.CheckEditLimit(job.Channel, job.Message); err != nil {
		return err
	}
	if job.Why == game.Replaced && server.Boards == game.RoundBoards {
		return r.background.StripToText(ctx, job.Channel, job.Message)
	}
	var card *discordgo.MessageEmbed
	if job.Why != game.Answered && (g.Timed() || g.Vote != nil) {
		var err error
		if card, err = r.timeless(ctx, job); err != nil {
			return err
		}
	}
	return r.background.RemoveControls(ctx, job.Channel, job.Message, card)
}

// leavesNothing reports whether a message is deleted, in a server with this way with old boards.
func leavesNothing(why game.Retired, boards game.OldBoards) bool {
	switch why {
	case game.Late, game.Linked:
		return true
	case game.Repeated: // its words stand below it
		return boards != game.KeepBoards
	case game.Replaced:
		return boards == game.ReplaceBoards || boards == game.EditBoards
	case game.Answered:
	}
	return false
}

// timeless is the card of an old board without the times that ran when it was the newest; nil where there are none, or
// where it cannot be read.
func (r *Retirement) timeless(ctx context.Context, job game.Retire) (*discordgo.MessageEmbed, error) {
	card, err := r.background.Embed(ctx, job.Channel, job.Message)
	if reason := discord.PermanentFailure(err); reason != "" {
		r.log.Debug("an old board keeps its times", "channel", job.Channel,
			"message", job.Message, "reason", reason, "err", err)
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the old board of game %d: %w", job.Game, err)
	}
	if card == nil || !view.WithoutClock(card) {
		return nil, nil
	}
	return card, nil
}

// Sweep does a Sweep job: it finds boards of a game that a process posted and did not live to record. Where the bot may
// not read what was said, or the channel is gone, they stay.
func (r *Retirement) Sweep(ctx context.Context, job game.Sweep) error {
	g, err := r.boards.ToSweep(ctx, job)
	if err != nil || g == nil {
		return err
	}
	self := r.self()
	if self == "" {
		return &game.NotYet{After: game.SweepAfter}
	}
	err = r.retiring.do(ctx, turnOf(g), func() error { return r.sweep(ctx, g, self) })
	if reason := discord.PermanentFailure(err); reason != "" {
		r.log.Debug("a channel is not looked through for old boards", "game", g.ID, "channel", g.Channel,
			"reason", reason, "err", err)
		return nil
	}
	return err
}

// sweep is Sweep when its turn has come.
func (r *Retirement) sweep(ctx context.Context, g *game.Game, self string) error {
	said, err := r.background.LatestMessages(ctx, g.Channel)
	if err != nil {
		return fmt.Errorf("looking for old boards of game %d: %w", g.ID, err)
	}
	var boards []string
	for _, m := range said {
		if m.Author == self && view.BoardOf(m.Controls) == g.ID {
			boards = append(boards, m.ID)
		}
	}
	return r.boards.Strays(ctx, g, boards)
}
