package publish

import (
	"context"
	"errors"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
)

// Reminders sends reminders that clocks are running.
type Reminders struct {
	*common
	members *member.Service
}

// Remind handles a Remind job: it reminds a person that their clock is running, at the destination that they have
// chosen. If they accept no direct messages from the bot, it uses the game's channel, and says why the first time.
//
// As with Announce, two calls for one job create one message, because of its nonce.
func (r *Reminders) Remind(ctx context.Context, job game.Remind) error {
	g, _, err := r.members.Reminder(ctx, job)
	if err != nil || g == nil {
		return err
	}
	return r.posting.do(ctx, turnOf(g), func() error { return r.remindOf(ctx, job) })
}

// remindOf does the work of Remind once the limiter admits it.
func (r *Reminders) remindOf(ctx context.Context, job game.Remind) error {
	g, where, err := r.members.Reminder(ctx, job) // a duplicate job may have been faster
	if err != nil || g == nil {
		return err
	}
	to := g.Seats[g.Turn()].Person
	viewer, err := r.viewers.Of(ctx, to, g.Guild, g.Players[to].Locale)
	if err != nil {
		return err
	}
	reply := gameview.Reminder(g, viewer)
	nonce := fmt.Sprintf("game %d, ply %d, reminder %d of %d", g.ID, job.Ply, job.N, g.Clock.Since.UnixMilli())
	err = r.remind(ctx, g, viewer, where, reply, nonce)
	if moved, leaveErr := r.leaveChannel(ctx, g, err); leaveErr != nil {
		return leaveErr
	} else if moved {
		return r.remindOf(ctx, job) // where it is played now; this job still holds its slot
	}
	if err := r.settle("reminder", err, "reminder given up", "game", g.ID, "channel", g.Channel); err != nil {
		return err
	}
	return r.members.Reminded(ctx, job)
}

// remind posts a reminder where its viewer wants it, or else where they can be reached.
func (r *Reminders) remind(
	ctx context.Context, g *game.Game, viewer view.Viewer, where member.Destination, reply view.Reply, nonce string,
) error {
	post := func(reply view.Reply) error {
		_, err := r.jobs.post(ctx, g.Channel, reply, nonce)
		return err
	}
	if where != member.ByDM && !g.Board.Gone {
		return post(reply)
	}
	_, err := r.jobs.write(ctx, viewer.Person, reply, nonce)
	if !discord.RefusedDM(err) || g.Board.Gone {
		return err
	}
	err = r.games.Once(ctx, "direct messages refused by "+string(viewer.Person), 0, func() error {
		explained := reply
		explained.Text = viewer.Sentences(reply.Text, viewer.Say("reminder.refused"))
		return post(explained)
	})
	if errors.Is(err, game.AlreadyDone) {
		return post(reply)
	}
	return err
}
