package publish

import (
	"context"
	"fmt"
	"time"

	"xiangqibot/bot/guild"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/engine/fairqueue"
)

// Dailies posts the puzzle of the day.
type Dailies struct {
	*common
	schedules *solving.Schedules
}

// dailyLife is how long the idempotency key of a day's puzzle is kept. One day would be enough, since a later job posts
// its own day's puzzle; but the clock may be set back.
const dailyLife = 7 * 24 * time.Hour

// Post handles a PostDay job: it posts the puzzle of the day in the channel that a server has chosen, in the server's
// language, after it has given roles to those who have solved enough in a row. As with Announce, two calls for one job
// create one message. If the channel was deleted or the bot may not write there, the day's puzzle is skipped.
func (d *Dailies) Post(ctx context.Context, job solving.PostDay) error {
	p, due, err := d.schedules.Due(ctx, job)
	if err != nil || !due {
		return err
	}
	turn := fairqueue.Key{User: p.Guild, Flow: p.Channel}
	return d.posting.do(ctx, turn, func() error { return d.post(ctx, p) })
}

// post does the work of Post once the limiter admits it.
func (d *Dailies) post(ctx context.Context, p solving.DailyPost) error {
	for _, s := range p.Best {
		if err := d.giveRole(ctx, p.Guild, p.Channel, s.Person, guild.RanksByDays, s.Days); err != nil {
			return err
		}
	}
	viewer, err := d.viewers.InServer(ctx, p.Guild, "")
	if err != nil {
		return err
	}
	key := fmt.Sprintf("daily %s %d", p.Guild, p.Day)
	err = d.once(ctx, dailyLife, key, func() error {
		_, err := d.jobs.post(ctx, p.Channel, lessonview.Puzzles{View: d.view}.Posting(p, viewer), key)
		return d.settle("daily", err, "puzzle of the day not posted", "server", p.Guild, "channel", p.Channel)
	})
	if err != nil {
		return err
	}
	return d.schedules.Posted(ctx, p)
}
