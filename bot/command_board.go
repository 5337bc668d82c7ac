package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// boardCommand is /board, which shows the board of a game, and the buttons that do the same or flip the board.
type boardCommand struct {
	games  *game.Service
	finder *game.Finder
	pick   gamePicker
	boards boards
	pages  Pages
}

func newBoardCommand(h *host) *Command {
	return boardCommand{h.Games, h.Finder, pickerOf(h), boardsOf(h), h.pages}.command()
}

func (c boardCommand) command() *Command {
	return &Command{
		name:     "board",
		options:  []commandOption{c.pick.option(), {name: "text", kind: discordgo.ApplicationCommandOptionBoolean}},
		run:      c.run,
		complete: c.pick.complete,
		presses: map[view.PressAct]handler{
			view.PressBoard: func(ctx context.Context, r *Request) (view.Reply, error) { return c.show(ctx, r, r.Press.Game()) },
			view.PressFlip:  c.flip,
			view.PressLive:  c.live,
		},
	}
}

// live gives the person a link of their own to the page of the game.
func (c boardCommand) live(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.finder.FindVisible(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	link := ""
	if c.pages != nil {
		link = c.pages.Link(g, r.Viewer, r.Act().Locale)
	}
	if link == "" { // a button of another time
		return view.Reply{}, &game.Refusal{Code: game.NoSuchGame, Game: g.ID}
	}
	return view.LiveLinks(g, r.Viewer, link), nil
}

// run shows the board as a picture, or on request as text.
func (c boardCommand) run(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Flag("text") {
		return c.show(ctx, r, r.Game())
	}
	g, err := c.finder.FindVisible(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if g.State != game.Active && g.State != game.Finished {
		return c.boards.challengeFor(ctx, g, r.Viewer).AsPrivate(g.Involves(r.Viewer.Person)), nil
	}
	return view.BoardAsText(g, r.Viewer), nil
}

// show posts the board publicly if a player asks for it in the game's channel. For anyone else it is ephemeral:
// spectators must not fill the channel. It pings nobody who has been pinged before, however often it is used.
func (c boardCommand) show(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := c.finder.FindVisible(ctx, r.Act(), id)
	if err != nil {
		return view.Reply{}, err
	}
	plays := g.Involves(r.Viewer.Person)
	public := plays && g.Channel == r.Channel
	switch {
	case g.State != game.Active && g.State != game.Finished: // it has not become a game
		reply := c.boards.challengeFor(ctx, g, r.Viewer)
		if !public {
			reply = reply.AsPrivate(plays)
		}
		return again(reply, g), nil
	case public:
		reply := c.boards.board(g, r)
		reply.Shows.As = view.FreshBoard
		return again(reply, g), nil
	}
	return c.boards.view.Turn(g, r.Viewer.Alone()).AsPrivate(plays), nil
}

// again keeps a message about g from pinging if the channel already has its latest news.
func again(reply view.Reply, g *game.Game) view.Reply {
	if g.Board.Announced >= g.Revision {
		reply.Ping = nil
	}
	return reply
}

// flip flips the board: in the same message for the players, and in an ephemeral copy for spectators.
func (c boardCommand) flip(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.finder.FindVisible(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	var bottom view.Bottom
	switch r.Press.Arg {
	case "red":
		bottom = view.BottomRed
	case "black":
		bottom = view.BottomBlack
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("a flip to no side"))
	}
	plays := g.Involves(r.Viewer.Person)
	own := r.Ephemeral || !plays
	viewer := r.Viewer.Alone()
	if !own {
		// Everybody's message stays in the language in which it came.
		viewer = c.boards.viewers.After(ctx, g, r.Viewer).Shared(g)
	}
	viewer.Bottom = bottom
	reply := c.boards.view.Turn(g, viewer)
	switch {
	case own:
		reply = reply.AsPrivate(plays)
		reply.Pressed = view.ReplacedIf(r.Ephemeral)
	case g.BoardKey() != r.Press.Board():
		return view.Reply{}, &game.Refusal{Code: game.Outdated, Game: g.ID}
	default:
		reply.Pressed, reply.Shows, reply.Ping = view.Replaced, nil, nil
	}
	return reply, nil
}
