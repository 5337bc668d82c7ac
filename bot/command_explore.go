package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// explorers is /explore: the moves that people have played in openings, and their results.
type explorers struct {
	openings *standing.Explorer
	view     view.Studies
}

func (c studyCommands) Explore() *Command {
	return explorers{c.openings, view.Studies{View: c.view}}.command()
}

func (c explorers) command() *Command {
	return &Command{
		name: "explore", private: true,
		options: []commandOption{{name: "moves", kind: discordgo.ApplicationCommandOptionString}},
		run:     c.explore,
		presses: map[view.PressAct]handler{view.PressExplore: c.press},
	}
}

// explore shows the moves from the start position, or after the given moves.
func (c explorers) explore(ctx context.Context, r *Request) (view.Reply, error) {
	e := view.NewOpeningPath()
	line, unread := game.ParseLine(e.Record.Position(), r.Text("moves"), r.Viewer.Dialect())
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
