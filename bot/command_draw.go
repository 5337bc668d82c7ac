package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// drawCommand is /draw: it offers a draw, or agrees to the one that was offered.
func (h *host) drawCommand() *Command {
	return &Command{
		name:    "draw",
		options: []commandOption{gameOption()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := h.playing(ctx, r, r.Game())
			if err != nil {
				return view.Reply{}, err
			}
			return h.offerDraw(ctx, r, g.ID)
		},
		complete: h.completeGame,
	}
}

// pressDraw does the same from the button under the board.
func (h *host) pressDraw(ctx context.Context, r *Request) (view.Reply, error) {
	return h.offerDraw(ctx, r, r.Press.Game)
}

func (h *host) offerDraw(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := h.service.OfferDraw(ctx, r.Act(), id)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Finished {
		return h.passed(ctx, g, r), nil
	}
	return h.view.Proposal(g, h.next(ctx, g, r)), nil
}

// pressDrawYes agrees to a draw.
func (h *host) pressDrawYes(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.AcceptDraw(ctx, r.Act(), r.Press.Game)
	return h.settled(ctx, g, r, err)
}

// pressDrawNo refuses a draw, or takes one's own offer back.
func (h *host) pressDrawNo(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.DeclineDraw(ctx, r.Act(), r.Press.Game)
	return h.settled(ctx, g, r, err)
}

// settled takes the buttons off a question that has got its answer, and shows below it how the game stands now.
func (h *host) settled(ctx context.Context, g *game.Game, r *Request, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	reply := h.withoutControls()
	reply.Also = []view.Reply{h.passed(ctx, g, r)}
	return reply, nil
}
