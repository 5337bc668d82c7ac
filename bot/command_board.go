package bot

import (
	"context"
	"errors"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// boardCommand is /board: it shows how a game stands.
func (h *host) boardCommand() *Command {
	return &Command{
		name:    "board",
		options: []commandOption{gameOption()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := h.service.Look(ctx, r.Act(), r.Game())
			if err != nil {
				return view.Reply{}, err
			}
			return h.show(g, r), nil
		},
		complete: h.completeGame,
	}
}

// pressBoard shows the game of a button as it stands now.
func (h *host) pressBoard(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Look(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	return h.show(g, r), nil
}

// show puts the board of g before everybody when a player asks for it in the game's channel. Anyone else gets it for himself:
// those who watch must not fill the channel.
func (h *host) show(g *game.Game, r *Request) view.Reply {
	plays := g.Takes(r.Reader.Person)
	if !g.State.Open() && g.State != game.Finished || g.State == game.Offered {
		reply := h.view.Challenge(g, r.Reader)
		if !plays || g.Channel != r.Channel {
			return forOneself(reply, plays)
		}
		return reply
	}
	if plays && g.Channel == r.Channel {
		reply := h.board(g, r)
		reply.Tells.Fresh = true
		return reply
	}
	return forOneself(h.view.Turn(g, r.Reader), plays)
}

// forOneself makes a public message private; the controls are left to those who can use them.
func forOneself(reply view.Reply, controls bool) view.Reply {
	reply.Private, reply.Tells, reply.Ping = true, nil, nil
	if !controls {
		reply.Rows = nil
	}
	return reply
}

// pressFlip turns the board: in its place for the players, and in a private copy for those who watch.
func (h *host) pressFlip(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Look(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	reader := r.Reader
	switch r.Press.Arg {
	case "red":
		reader.Bottom = view.BottomRed
	case "black":
		reader.Bottom = view.BottomBlack
	default:
		return view.Reply{}, errors.New("bot: a flip to no side")
	}
	plays := g.Takes(reader.Person)
	reply := h.view.Turn(g, reader)
	switch {
	case r.Ephemeral:
		reply = forOneself(reply, plays)
		reply.InPlace = true
	case !plays:
		reply = forOneself(reply, false)
	case g.BoardKey() != r.Press.Board:
		return view.Reply{}, &game.Refusal{Code: game.Outdated, Game: g.ID}
	default:
		reply.InPlace, reply.Tells, reply.Ping = true, nil, nil
	}
	return reply, nil
}
