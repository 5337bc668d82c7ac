package handlers

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// boards makes the messages by which a request shows the state of a game.
type boards struct {
	view    *view.View
	viewers *audience.Finder
	players *standing.Players
}

func boardsOf(h *Host) boards { return boards{h.View, h.Viewers, h.Players} }

// board returns the board of g as a new message that both players see, written for the person who asked.
func (b boards) board(g *game.Game, r *Request) view.Reply {
	return b.view.Turn(g, r.Viewer.Shared(g))
}

// update returns the board of g after an act of the person who asked, written for the one who is to act next.
func (b boards) update(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.updateFor(g, b.viewers.After(ctx, g, r.Viewer), r)
}

// updateFor is like update, for a given viewer.
func (b boards) updateFor(g *game.Game, viewer view.Viewer, r *Request) view.Reply {
	reply := b.view.Turn(g, viewer.Shared(g))
	reply.Own = func(drawn bool) view.Reply {
		if !drawn {
			return view.TurnInWords(g, r.Viewer.Alone())
		}
		return b.view.Turn(g, r.Viewer.Alone())
	}
	return reply
}

// start returns the first message of a game: its board, or while it waits for a thread, the message to which the
// thread will be attached.
func (b boards) start(ctx context.Context, g *game.Game, r *Request) view.Reply {
	if g.AwaitsThread() {
		return b.view.GameStarted(g, b.viewers.After(ctx, g, r.Viewer), "")
	}
	return b.update(ctx, g, r)
}

// challenge returns the message of a challenge, written for the person who is to answer it.
func (b boards) challenge(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.challengeFor(ctx, g, b.viewers.After(ctx, g, r.Viewer))
}

// challengeFor is like challenge, for a given viewer.
func (b boards) challengeFor(ctx context.Context, g *game.Game, viewer view.Viewer) view.Reply {
	met, err := b.players.HeadToHead(ctx, g)
	if err != nil { // the act is done: rather a card with a line less than no answer
		met = nil
	}
	return b.view.Challenge(g, viewer, met)
}

// proposal asks the other player to agree to a draw or a takeback.
func (b boards) proposal(ctx context.Context, g *game.Game, r *Request) view.Reply {
	reply := b.view.Proposal(g, b.viewers.After(ctx, g, r.Viewer))
	reply.Own = func(bool) view.Reply { return b.view.Proposal(g, r.Viewer.Alone()) }
	return reply
}

// answer shows the game after the answer to a proposal: instead of the proposal, or if somebody has to be pinged
// below it, which then loses its buttons. An error is passed on.
func (b boards) answer(ctx context.Context, g *game.Game, r *Request, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	board := b.update(ctx, g, r)
	if !callsOthers(g, board, r) && isLowest(g, board, r) {
		board.Pressed = view.Replaced
		return board, nil
	}
	reply := withoutControls()
	reply.FollowUps = []view.Reply{board}
	return reply, nil
}

// callsOthers reports whether the answer to a proposal has to ping the one who proposed it, because the game is over
// or it is their move now.
func callsOthers(g *game.Game, board view.Reply, r *Request) bool {
	if kind := g.Last.Kind; kind == game.DrawWithdrawn || kind == game.TakebackWithdrawn {
		return false
	}
	return g.State == game.Finished || slices.ContainsFunc(board.Ping, func(p game.Person) bool {
		return p != r.Viewer.Person
	})
}

// isLowest reports whether the pressed message is below the last board of its game, so that a board may replace it,
// and the server does not keep a single board.
func isLowest(g *game.Game, board view.Reply, r *Request) bool {
	pressed := r.Act().Message
	return pressed != "" && r.Channel == g.Channel && !g.Board.Gone && g.Board.Above(pressed) &&
		!g.InPlace(board.Shows.Boards)
}

// withoutControls leaves the pressed message unchanged except for its buttons.
func withoutControls() view.Reply { return view.Reply{Pressed: view.ControlsChange} }

// linkWhenElsewhere adds a private link to the game if it is in another channel than the request, for example
// because that was the thread of another game.
func linkWhenElsewhere(reply view.Reply, g *game.Game, r *Request) view.Reply {
	if g.Channel != r.Channel {
		reply.Own = func(bool) view.Reply { return view.Elsewhere(g, r.Viewer.Words) }
	}
	return reply
}

// boardCommand is /board, which shows the board of a game, and the buttons that do the same or flip the board.
type boardCommand struct {
	games  *game.Service
	finder *game.Finder
	pick   gamePicker
	boards boards
	pages  Pages
}

func newBoardCommand(h *Host) *Command {
	return boardCommand{h.Games, h.Finder, pickerOf(h), boardsOf(h), h.Pages}.command()
}

func (c boardCommand) command() *Command {
	return &Command{
		Name:     "board",
		Options:  []commandOption{c.pick.option(), {Name: "text", Kind: discordgo.ApplicationCommandOptionBoolean}},
		Run:      c.run,
		Complete: c.pick.complete,
		Presses: map[view.PressAct]Handler{
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

// Run shows the board as a picture, or on request as text.
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
