package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// explorers is /explore: the moves that people have played in openings, and their results.
type explorers struct {
	finder   *game.Finder
	openings *standing.Explorer
	view     view.Studies
}

func (c studyCommands) Explore() *Command {
	return explorers{c.finder, c.openings, view.Studies{View: c.view}}.command()
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

// look queries the moves of the server in a position. It refuses a position that the person is playing, unless it is in
// the opening book, which everybody can look up; the engine's evaluation is then left out.
func (c explorers) look(ctx context.Context, r *Request, e *view.OpeningPath) error {
	open, err := c.finder.Games(ctx, r.Viewer.Person)
	if err != nil {
		return err
	}
	p := e.Record.Position()
	if playing := review.FindAssistedOutOfBook(&p, open); playing != nil {
		return &game.Refusal{Code: review.PositionInPlay, Game: playing.ID}
	}
	if playing := review.FindAssisted(&p, open); playing != nil {
		e.Playing = playing.ID
	}
	e.Here, err = c.openings.At(ctx, r.Guild, &p)
	return err
}
