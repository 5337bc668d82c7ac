package publish

import (
	"context"
	"errors"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
)

// Votes updates boards as people vote.
type Votes struct {
	*common
	votes *lobby.Votes
}

// Show handles a ShowVotes job: it updates the message with the board of a vote game. It is idempotent. A deleted
// message is not posted again: the next turn brings another.
func (v *Votes) Show(ctx context.Context, job game.ShowVotes) error {
	g, err := v.votes.Tally(ctx, job)
	if err != nil || g == nil || g.Board.Message == "" {
		return err
	}
	return v.posting.do(ctx, turnOf(g), func() error {
		if err := v.jobs.client.CheckEditLimit(g.Channel, g.Board.Message); err != nil {
			return err
		}
		reply, err := v.news(ctx, g)
		if err != nil {
			return err
		}
		err = v.jobs.edit(ctx, g.Channel, g.Board.Message, reply)
		if errors.Is(err, ErrOutdated) {
			return nil
		}
		return v.giveUp(err, "votes not shown", "game", g.ID, "channel", g.Channel)
	})
}
