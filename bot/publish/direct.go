package publish

import (
	"context"
	"errors"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// direct sends direct messages to people.
type direct struct{ *common }

// announce announces a game whose channel is gone to its players by direct messages: first to all of them, then to the
// person who is to act, and the end to all. People who accept no direct messages find the game with /games.
func (d *direct) announce(ctx context.Context, g *game.Game) error {
	viewers := make([]view.Viewer, 0, 2)
	next, err := d.viewers.Next(ctx, g)
	if err != nil {
		return err
	}
	for _, person := range g.People() {
		if person == next.Person || g.Board.Why != "" || g.State == game.Finished {
			viewer, err := d.viewers.Of(ctx, person, g.Guild, g.Players[person].Locale)
			if err != nil {
				return err
			}
			viewers = append(viewers, viewer)
		}
	}
	var problems []error
	for _, viewer := range viewers {
		problems = append(problems, d.send(ctx, g, viewer))
	}
	if err := errors.Join(problems...); err != nil {
		return err
	}
	return d.boards.AnnouncedDirectly(ctx, g.ID, g.Revision)
}

// send sends a person the board of a game.
func (d *direct) send(ctx context.Context, g *game.Game, viewer view.Viewer) error {
	reply := d.view.Turn(g, viewer)
	sent, err := d.jobs.write(ctx, viewer.Person, reply, reply.Shows.Nonce()+" to "+string(viewer.Person))
	if errors.Is(err, ErrOutdated) {
		return nil // the later event is announced by itself
	}
	about := []any{"game", g.ID, "person", viewer.Person}
	if again := d.settle(string(g.Last.Kind), err, "a person cannot be sent their game", about...); again != nil || err != nil {
		return again
	}
	return d.boards.DirectPosted(ctx, g.ID, viewer.Person, g.Revision, sent)
}
