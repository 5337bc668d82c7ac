package publish

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/posted"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Retirement deletes old messages or removes their controls, and finds messages that were not recorded.
type Retirement struct {
	*common
	self       func() string   // the id of the bot's user; empty until it has logged in
	background *discord.Client // for jobs that nobody waits for
	limiter    *jobLimiter
	timetable  timetable
}

// maxRetirementDelay is the longest time for which a job is postponed because of rate limits. If a channel has so many
// old boards that one would wait longer, that board keeps its controls, which answer that they are outdated: by then
// hundreds of messages are below it.
const maxRetirementDelay = 10 * time.Minute

// Retire handles a Retire job: as the server has chosen, it deletes an old message of a game, leaves only its text, or
// removes its controls and the times that no longer run. It has its own limiter and a lower priority than everything
// that people wait for. A message that was deleted, or that the bot may not edit, is skipped. If the thread of a
// finished game is already archived, as after an outage, it is reopened for this.
func (r *Retirement) Retire(ctx context.Context, job game.Retire) error {
	g, err := r.boards.ToRetire(ctx, job)
	if err != nil || g == nil {
		return err
	}
	turn := turnOf(g)
	turn.Flow = job.Channel
	retire := func() error { return r.retire(ctx, job, g) }
	err = r.limiter.do(ctx, turn, func() error {
		return r.reschedule(job, reopenIfArchived(ctx, r.background, job.Channel, retire))
	})
	return r.skip(err, "an old message keeps its controls", "game", job.Game, "channel", job.Channel, "message", job.Message)
}

// skip returns the error with which a job is retried. One that every retry would repeat is only logged: the message is
// old.
func (r *Retirement) skip(err error, kept string, about ...any) error {
	reason := discord.PermanentFailure(err)
	if reason == "" {
		return err
	}
	r.log.Debug(kept, append(about, "reason", reason, "err", err)...)
	return nil
}

// reschedule postpones a job that has reached a rate limit, or gives it up.
func (r *Retirement) reschedule(job game.Retire, err error) error {
	var limited *discord.RateLimitError
	if !errors.As(err, &limited) {
		return err
	}
	after := r.timetable.reserve(job.Channel, limited.After, time.Now())
	if after > maxRetirementDelay && job.Why == game.Replaced {
		r.log.Debug("an old message keeps its controls: too many others are waiting",
			"game", job.Game, "channel", job.Channel, "message", job.Message)
		return nil
	}
	return &game.NotYet{After: min(after, maxRetirementDelay)}
}

// retire edits or deletes a message if that is allowed.
func (r *Retirement) retire(ctx context.Context, job game.Retire, g *game.Game) error {
	server, err := r.servers.Server(ctx, g.Guild)
	if err != nil {
		return err
	}
	if mustDelete(job.Why, server.Boards) {
		return r.background.Delete(ctx, job.Channel, job.Message)
	}
	if err := r.background.CheckEditLimit(job.Channel, job.Message); err != nil {
		return err
	}
	if job.Why == game.Replaced && server.Boards == game.BoardPerRound {
		return r.background.StripToText(ctx, job.Channel, job.Message)
	}
	var card *discordgo.MessageEmbed
	if job.Why != game.Answered && (g.Timed() || g.Vote != nil) {
		var err error
		if card, err = r.embedWithoutTimes(ctx, job); err != nil {
			return err
		}
	}
	return r.background.RemoveControls(ctx, job.Channel, job.Message, card)
}

// mustDelete reports whether a message is deleted, given the server's choice for old boards.
func mustDelete(why game.RetireReason, boards game.BoardPolicy) bool {
	switch why {
	case game.Late, game.Linked:
		return true
	case game.Repeated: // its text is repeated below it
		return boards != game.KeepBoard
	case game.Replaced:
		return boards == game.ReplaceBoard || boards == game.EditBoard
	case game.Answered:
	}
	return false
}

// embedWithoutTimes returns the embed of an old board without the times that ran when it was the latest; nil if it has
// none or cannot be read.
func (r *Retirement) embedWithoutTimes(ctx context.Context, job game.Retire) (*discordgo.MessageEmbed, error) {
	card, err := r.background.Embed(ctx, job.Channel, job.Message)
	if err := r.skip(err, "an old board keeps its times", "channel", job.Channel, "message", job.Message); err != nil {
		return nil, fmt.Errorf("reading the old board of game %d: %w", job.Game, err)
	}
	if card == nil || !gameview.WithoutClock(card) {
		return nil, nil
	}
	return card, nil
}

// Sweep handles a Sweep job: it finds boards of a game that a process posted but did not record before it died. If the
// bot may not read the channel's history, or the channel is gone, they stay.
func (r *Retirement) Sweep(ctx context.Context, job posted.Sweep) error {
	g, err := r.boards.ToSweep(ctx, job)
	if err != nil || g == nil {
		return err
	}
	self := r.self()
	if self == "" {
		return &game.NotYet{After: posted.SweepAfter}
	}
	err = r.limiter.do(ctx, turnOf(g), func() error { return r.sweep(ctx, g, self) })
	return r.skip(err, "a channel cannot be searched for old boards", "game", g.ID, "channel", g.Channel)
}

// sweep does the work of Sweep once the limiter admits it.
func (r *Retirement) sweep(ctx context.Context, g *game.Game, self string) error {
	latest, err := r.background.LatestMessages(ctx, g.Channel)
	if err != nil {
		return fmt.Errorf("searching for old boards of game %d: %w", g.ID, err)
	}
	var boards []string
	for _, m := range latest {
		if m.Author.ID == self && view.BoardOf(m.Controls()) == g.ID {
			boards = append(boards, m.ID)
		}
	}
	return r.boards.Strays(ctx, g, boards)
}
