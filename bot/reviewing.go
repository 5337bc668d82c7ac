package bot

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/handlers"
	"xiangqibot/bot/record"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/recordview"
)

// updateRetryDelay is how soon a failed update of a watcher's message is retried.
const updateRetryDelay = time.Second

// reviewing runs reviews, and shows their progress to those who wait.
type reviewing struct {
	*handlers.Host
	client      *discord.Client // does not wait
	application func() string
	log         *slog.Logger
}

func (c *reviewing) work(ctx context.Context, job review.Job) error {
	done, err := c.Reviews.Work(ctx, job, func(r *review.Review) { _ = c.updateWatchers(ctx, r) })
	if err != nil || done == nil {
		return err
	}
	findErr := c.findPuzzle(ctx, done)
	return cmp.Or(c.updateWatchers(ctx, done), findErr)
}

// findPuzzle looks for a puzzle in a reviewed game, without announcing it: it is not for those who know the game.
func (c *reviewing) findPuzzle(ctx context.Context, r *review.Review) error {
	if r.Game == 0 {
		return nil
	}
	g, err := c.Games.Game(ctx, r.Game)
	if err != nil {
		return err
	}
	found, err := c.PuzzleFinder.Search(ctx, r.Asker, g, r.Study)
	if err != nil || found == nil {
		return err
	}
	c.log.Info("a puzzle was found in a game", "puzzle", found.ID(), "game", g.ID, "guild", g.Guild)
	return nil
}

// updateWatchers shows the progress to everybody who waits for a review. When the review is done the watchers are
// deleted; the error is a *[game.NotYet] if some messages could not be updated.
func (c *reviewing) updateWatchers(ctx context.Context, r *review.Review) error {
	watchers, err := c.Watchers.Watchers(ctx, r.Subject)
	if err != nil {
		return err
	}
	for _, w := range watchers {
		showErr := c.show(ctx, r, w)
		if showErr != nil {
			c.log.Debug("a message could not be updated with a review",
				"review", r.Subject, "interaction", w.Interaction, "err", showErr)
		}
		switch {
		case !r.Study.Done():
		case showErr == nil, errors.Is(showErr, discord.ErrExpired), discord.PermanentFailure(showErr) != "",
			errors.As(showErr, new(*game.Refusal)), errors.As(showErr, new(*record.NotFoundError)):
			err = errors.Join(err, c.Watchers.Unwatch(ctx, w.Interaction))
		default:
			err = errors.Join(err, &game.NotYet{After: updateRetryDelay})
		}
	}
	return err
}

// show edits the message of a watcher.
func (c *reviewing) show(ctx context.Context, r *review.Review, w review.Watcher) error {
	viewer, err := c.Viewers.Of(ctx, w.Person, w.Guild, w.Locale)
	if err != nil {
		return err
	}
	rp, err := c.Replay(ctx, game.Act{Actor: w.Person, Guild: w.Guild}, r.Game, r.Record)
	if err != nil {
		return err
	}
	rv, err := c.Reviewed(ctx, game.Act{Actor: w.Person, Guild: w.Guild}, rp, false)
	if err != nil || rv == nil {
		return err
	}
	p := rv.First(viewer)
	p.Black = w.Black
	reply := view.Shareable(recordview.Review(c.View, rv, p, viewer), rv.Study.Done(), viewer)
	i := discordgo.Interaction{ID: w.Interaction, AppID: c.application(), Token: string(w.Token)}
	sent := c.client.RestoreSent(i, w.Message, time.Now().Add(-c.Games.Now().Sub(w.At)))
	return sent.Edit(ctx, reply.Message())
}

// keep saves the message that shows a person a page of a running review. answer is the id by which their interaction edits it.
func (c *reviewing) keep(ctx context.Context, i *handlers.Interaction, page *view.Page, answer string) {
	w := review.Watcher{
		Person: i.Person(), Guild: i.GuildID, Locale: string(i.Locale), Black: page.Black,
		Interaction: i.ID, Token: game.Secret(i.Token), Message: answer, At: c.Games.Now(),
	}
	of := review.Subject{Game: page.Game, Record: page.Record}
	err := c.Watchers.Watch(ctx, of, w)
	var r *review.Review
	if err == nil {
		r, err = c.Reviews.Read(ctx, of)
	}
	if err == nil && r != nil && r.Study.Done() { // the job has ended, without knowing of this watcher
		err = c.updateWatchers(ctx, r)
	}
	if err != nil && !errors.As(err, new(*game.NotYet)) {
		c.log.Warn("the progress of a review may not be shown to a person who waits for it", "review", of, "interaction", i.ID, "err", err)
	}
}
