package bot

import (
	"context"
	"slices"

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

func boardsOf(h *host) boards { return boards{h.view, h.viewers, h.Players} }

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
