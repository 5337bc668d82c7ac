package publish

import (
	"context"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
)

// displays keeps the messages of simultaneous displays: one for all boards, which leads to the threads of the games and
// tells their results.
type displays struct {
	*common
	simuls  *game.Simuls
	phrases *words.Phrases
}

// seat has the message of a display lead to the thread of one of its games, which has been opened and is not recorded
// yet. It reports whether the message does: nobody knows that of a display without one.
func (d *displays) seat(ctx context.Context, g *game.Game, thread string) (bool, error) {
	return d.edit(ctx, g.Simul, func(taken *game.Game) {
		if taken.ID == g.ID {
			taken.Home, taken.Channel = g.Channel, thread
		}
	})
}

// result brings the message of a game's display up to date once the game is over. What Discord does not take is given
// up: the game has told its result.
func (d *displays) result(ctx context.Context, g *game.Game) {
	if g.Simul == 0 || g.State != game.Finished {
		return
	}
	if _, err := d.edit(ctx, g.Simul, func(*game.Game) {}); err != nil {
		d.log.Debug("a display does not tell a result", "simul", g.Simul, "game", g.ID, "err", err)
	}
}

// edit shows a display as it is, but for what correct changes in its games. It reports whether there is a message that
// shows it.
func (d *displays) edit(ctx context.Context, id game.SimulID, correct func(*game.Game)) (bool, error) {
	simul, taken, err := d.simuls.Display(ctx, id)
	if err != nil || simul.Shown.Message == "" {
		return false, err
	}
	for _, g := range taken {
		correct(g)
	}
	reply := d.view.Simul(simul, taken, d.phrases.For(simul.Locale))
	err = d.jobs.client.Edit(ctx, simul.Shown.Channel, simul.Shown.Message, reply.Message())
	if discord.Hopeless(err) != "" || discord.HasCode(err, discord.CodeUnknownMessage) {
		return false, nil
	}
	return err == nil, err
}
