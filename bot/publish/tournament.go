package publish

import (
	"context"
	"fmt"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
	"xiangqibot/engine/fairqueue"
)

// Tournaments posts and edits the messages of tournaments.
type Tournaments struct {
	*common
	service *tournament.Service
}

// AnnounceRound handles a job [tournament.AnnounceRound]: it announces a round of a tournament, or its final table, and
// then lets the games of the round begin. As with Announce, two calls for one job create one message. If the channel
// was deleted or the bot may not write there, the organizer gets it instead: the games are played all the same,
// and /tournament shows the rest.
func (n *Tournaments) AnnounceRound(ctx context.Context, job tournament.AnnounceRound) error {
	t, err := n.service.PendingRound(ctx, job)
	if err != nil || t == nil {
		return err
	}
	turn := fairqueue.Key{Tenant: t.Guild, User: string(t.Organizer), Flow: t.Channel}
	return n.posting.do(ctx, turn, func() error {
		viewer, err := n.viewers.InServer(ctx, t.Guild, t.Locale)
		if err != nil {
			return err
		}
		key := fmt.Sprintf("tournament %d, round %d", job.Tournament, job.Round)
		err = n.once(ctx, 0, key, func() error {
			_, err := n.jobs.post(ctx, t.Channel, peopleview.TournamentRound(t, job.Round, viewer.Words), key)
			if discord.NotWritable(err) || discord.HasCode(err, discord.CodeUnknownChannel) {
				organizer, viewerErr := n.viewers.Of(ctx, t.Organizer, t.Guild, t.Locale)
				if viewerErr != nil {
					return viewerErr
				}
				_, err = n.jobs.write(ctx, t.Organizer, peopleview.TournamentRound(t, job.Round, organizer.Words), key)
			}
			return n.settle("round", err, "round not announced", "tournament", t.ID, "round", job.Round, "channel", t.Channel)
		})
		if err != nil {
			return err
		}
		return n.service.RoundAnnounced(ctx, job)
	})
}

// UpdateNotice handles a job [tournament.UpdateNotice]: it posts the message of a new tournament, and later updates it.
// It is idempotent. A deleted message is not posted again: /tournament posts another.
func (n *Tournaments) UpdateNotice(ctx context.Context, job tournament.UpdateNotice) error {
	t, err := n.service.PendingNotice(ctx, job)
	if err != nil || t == nil {
		return err
	}
	turn := fairqueue.Key{Tenant: t.Guild, User: string(t.Organizer), Flow: t.Channel}
	return n.posting.do(ctx, turn, func() error { return n.updateNotice(ctx, t) })
}

// updateNotice does the work of UpdateNotice once the limiter admits it.
func (n *Tournaments) updateNotice(ctx context.Context, t *tournament.Tournament) error {
	for {
		message, err := n.show(ctx, t)
		if err != nil || message == "" {
			return err
		}
		shown := t.Revision
		t, err = n.service.NoticeShown(ctx, t.ID, message, shown)
		if err != nil || t.Revision == shown {
			return err
		}
	}
}

// show updates the message of a tournament and returns its id, "" after a permanent failure.
func (n *Tournaments) show(ctx context.Context, t *tournament.Tournament) (message string, err error) {
	viewer, err := n.viewers.InServer(ctx, t.Guild, t.Locale)
	if err != nil {
		return "", err
	}
	card, err := TournamentCard(ctx, n.games, t, viewer)
	if err != nil {
		return "", err
	}
	if message = t.Notice.Message; message == "" {
		message, err = n.jobs.post(ctx, t.Channel, card, fmt.Sprintf("tournament %d", t.ID))
	} else {
		err = n.jobs.edit(ctx, t.Channel, message, card)
	}
	if err != nil {
		return "", n.giveUp(err, "tournament not shown", "tournament", t.ID, "channel", t.Channel)
	}
	return message, nil
}

// TournamentCard returns a message with the state of a tournament and the games of its current round.
func TournamentCard(
	ctx context.Context, service *game.Service, t *tournament.Tournament, viewer view.Viewer,
) (view.Reply, error) {
	games := make(map[game.ID]*game.Game)
	if t.Stage == tournament.Underway {
		for _, m := range t.Boards[t.Round-1] {
			if m.Game == 0 {
				continue
			}
			g, err := service.Game(ctx, m.Game)
			if err != nil {
				return view.Reply{}, err
			}
			games[m.Game] = g
		}
	}
	return peopleview.TournamentCard(t, games, viewer), nil
}
