package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// takebackCommand is /takeback: it asks to take the person's latest move back. The bot always agrees, in games that are not rated.
func (h *host) takebackCommand() *Command {
	return &Command{
		name:    "takeback",
		options: []commandOption{gameOption()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := h.playing(ctx, r, r.Game())
			if err != nil {
				return view.Reply{}, err
			}
			return h.askTakeback(ctx, r, g.ID)
		},
		complete: h.completeGame,
	}
}

// pressTakeback does the same from the button under the board.
func (h *host) pressTakeback(ctx context.Context, r *Request) (view.Reply, error) {
	return h.askTakeback(ctx, r, r.Press.Game)
}

func (h *host) askTakeback(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := h.service.AskTakeback(ctx, r.onBoard(), id)
	if err != nil {
		return view.Reply{}, err
	}
	if g.Last.Kind == game.TakenBack {
		return h.passed(ctx, g, r), nil
	}
	return h.view.Proposal(g, h.next(ctx, g, r)), nil
}

// pressTakebackYes lets the other take his move back.
func (h *host) pressTakebackYes(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.AcceptTakeback(ctx, r.onBoard(), r.Press.Game)
	return h.settled(ctx, g, r, err)
}

// pressTakebackNo refuses that, or withdraws one's own request.
func (h *host) pressTakebackNo(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.DeclineTakeback(ctx, r.onBoard(), r.Press.Game)
	return h.settled(ctx, g, r, err)
}
