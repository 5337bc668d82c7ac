package bot

import (
	"context"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// explorers shows the moves that people have played in openings, and their results.
type explorers struct {
	openings *standing.Explorer
	view     view.Studies
}

// openingStart is what people write for the start position.
const openingStart = "start"

// explore shows the moves from the start position, or after the given moves.
func (c explorers) explore(ctx context.Context, r *Request) (view.Reply, error) {
	e := view.NewOpeningPath()
	moves := r.Text("opening")
	if strings.EqualFold(strings.TrimSpace(moves), openingStart) {
		moves = ""
	}
	line, unread := game.ParseLine(e.Record.Position(), moves, r.Viewer.Dialect())
	for _, m := range line {
		if !e.Go(m) {
			if err := c.look(ctx, r, &e); err != nil {
				return view.Reply{}, err
			}
			return c.view.ExploreStopped(e, m, r.Viewer), nil
		}
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	if unread != nil {
		if reply, said := c.view.ExploreUnread(e, unread, r.Viewer); said {
			return reply, nil
		}
		return view.Reply{}, unread
	}
	return c.view.Explored(e, "", r.Viewer), nil
}

// press goes a move deeper, or back, in the same message.
func (c explorers) press(ctx context.Context, r *Request) (view.Reply, error) {
	e, err := view.ParseOpeningPath(r.Press)
	if err != nil {
		return view.Reply{}, err
	}
	if err := c.look(ctx, r, &e); err != nil {
		return view.Reply{}, err
	}
	reply := c.view.Explored(e, "", r.Viewer)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}

// look queries the moves of the server in a position.
func (c explorers) look(ctx context.Context, r *Request, e *view.OpeningPath) (err error) {
	e.Here, err = c.openings.At(ctx, r.Act(), &e.Record)
	return err
}
