package bot

import (
	"context"
	"slices"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// boards makes the messages by which a request shows how a game has gone on.
type boards struct {
	view    *view.View
	viewers *audience.Finder
	players *standing.Players
}

func boardsOf(h *host) boards { return boards{h.view, h.viewers, h.players} }

// board is the board of g as a new message that both players see, written for the person who asked.
func (b boards) board(g *game.Game, r *Request) view.Reply {
	return b.view.Turn(g, r.Viewer.Shared(g))
}

// update is the board of g after an act of the person who asked: written for the one who is to act next.
func (b boards) update(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.updateFor(g, b.viewers.After(ctx, g, r.Viewer), r)
}

// updateFor is update, written for a viewer.
func (b boards) updateFor(g *game.Game, viewer view.Viewer, r *Request) view.Reply {
	reply := b.view.Turn(g, viewer.Shared(g))
	reply.Own = func(drawn bool) view.Reply {
		if !drawn {
			return view.TurnAsText(g, r.Viewer.Alone())
		}
		return b.view.Turn(g, r.Viewer.Alone())
	}
	return reply
}

// start is the first message of a game: its board, or, while it waits for a thread of its own, the message on which the
// thread hangs.
func (b boards) start(ctx context.Context, g *game.Game, r *Request) view.Reply {
	if g.AwaitsThread() {
		return b.view.GameStarted(g, b.viewers.After(ctx, g, r.Viewer), "")
	}
	return b.update(ctx, g, r)
}

// challenge is the message of a challenge, written for the person who is to answer it.
func (b boards) challenge(ctx context.Context, g *game.Game, r *Request) view.Reply {
	return b.challengeFor(ctx, g, b.viewers.After(ctx, g, r.Viewer))
}

// challengeFor is challenge, written for a viewer.
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

// answer shows how a game goes on after the answer to a proposal: in the place of the proposal, or below it, which loses
// its buttons, where somebody is to be called. An error is passed on.
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

// callsOthers reports whether the answer to a proposal concerns somebody who is not there: the one who proposed it, if
// the game is over or it is their move now.
func callsOthers(g *game.Game, board view.Reply, r *Request) bool {
	if kind := g.Last.Kind; kind == game.DrawWithdrawn || kind == game.TakebackWithdrawn {
		return false
	}
	return g.State == game.Finished || slices.ContainsFunc(board.Ping, func(p game.Person) bool {
		return p != r.Viewer.Person
	})
}

// isLowest reports whether the message that was pressed is read below the last board of its game, so that a board may
// take its place, and the server does not keep to one board.
func isLowest(g *game.Game, board view.Reply, r *Request) bool {
	pressed := r.Act().Message
	return pressed != "" && r.Channel == g.Channel && !g.Board.Gone && g.Board.Above(pressed) &&
		!g.InPlace(board.Shows.Boards)
}

// withoutControls leaves the message pressed as it is, but for its buttons.
func withoutControls() view.Reply { return view.Reply{Pressed: view.ControlsChange} }

// linkWhenElsewhere adds a private link to the game if it is in another channel than the one where the person asked for
// it, as happens in the thread of another game.
func linkWhenElsewhere(reply view.Reply, g *game.Game, r *Request) view.Reply {
	if g.Channel != r.Channel {
		reply.Own = func(bool) view.Reply { return view.Elsewhere(g, r.Viewer.Words) }
	}
	return reply
}
