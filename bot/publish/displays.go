package publish

import (
	"context"
	"errors"
	"reflect"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
	"xiangqibot/engine/fairqueue"
)

// Displays maintains the messages of simultaneous displays: one for all boards, with links to the threads of the games
// and their results.
type Displays struct {
	*common
	simuls *lobby.Simuls
}

// linkThread adds to the message of a display the link to the thread of one of its games, which was opened but is not
// recorded yet. It reports whether there is a message that shows the link.
func (d *Displays) linkThread(ctx context.Context, g *game.Game, thread string) (bool, error) {
	simul, taken, err := d.simuls.Display(ctx, g.Simul)
	if err != nil {
		return false, err
	}
	for _, other := range taken {
		if other.ID == g.ID {
			other.Home, other.Channel = g.Channel, thread
		}
	}
	reply, err := d.message(ctx, simul, taken)
	if err != nil {
		return false, err
	}
	return d.show(ctx, simul, reply)
}

// Update handles an UpdateDisplay job: it updates the message of a display. It is idempotent. After a permanent failure
// it gives up: each game shows its result in its own channel.
func (d *Displays) Update(ctx context.Context, job game.UpdateDisplay) error {
	simul, taken, err := d.simuls.Display(ctx, job.Simul)
	if errors.Is(err, game.NoSuchSimul) {
		return nil
	}
	if err != nil || len(taken) == 0 {
		return err
	}
	turn := fairqueue.Key{Tenant: taken[0].Guild, User: string(simul.Host), Flow: simul.Shown.Channel}
	return d.posting.do(ctx, turn, func() error { return d.update(ctx, job.Simul) })
}

// update does the work of Update once the limiter admits it. Two games may end at once, and the older of two edits may
// arrive last. Therefore each job reads the display again after its edit and repeats the edit until the message shows
// what it has read.
func (d *Displays) update(ctx context.Context, id game.SimulID) error {
	for shown := (view.Reply{}); ; {
		simul, taken, err := d.simuls.Display(ctx, id)
		if err != nil {
			return err
		}
		reply, err := d.message(ctx, simul, taken)
		if err != nil {
			return err
		}
		if reflect.DeepEqual(reply, shown) {
			return nil
		}
		if edited, err := d.show(ctx, simul, reply); err != nil || !edited {
			return err
		}
		shown = reply
	}
}

// message returns the message for the current state of a display, of which at least one board is taken.
func (d *Displays) message(ctx context.Context, simul lobby.Simul, taken []*game.Game) (view.Reply, error) {
	viewer, err := d.viewers.InServer(ctx, taken[0].Guild, simul.Locale)
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.Simul(simul, taken, viewer.Words), nil
}

// show edits the message of a display. It reports whether there is a message that shows the display.
func (d *Displays) show(ctx context.Context, simul lobby.Simul, reply view.Reply) (bool, error) {
	if simul.Shown.Message == "" {
		return false, nil
	}
	err := d.jobs.client.Edit(ctx, simul.Shown.Channel, simul.Shown.Message, reply.Message())
	if err != nil {
		return false, d.giveUp(err, "the message of a display stays as it is", "simul", simul.ID, "channel", simul.Shown.Channel)
	}
	return true, nil
}
