package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// draws are the word and the buttons by which a draw is offered, agreed to or declined.
type draws struct {
	games  *game.Service
	pick   gamePicker
	boards boards
}

func newDrawCommand(h *host) *Command {
	return draws{h.Games, pickerOf(h), boardsOf(h)}.command()
}

func (d draws) command() *Command {
	return &Command{
		name: "draw", written: true,
		options: []commandOption{d.pick.option()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := d.pick.meant(ctx, r)
			if err != nil {
				return view.Reply{}, &view.ChooseGameError{Act: view.PressDraw, Err: err}
			}
			return d.offer(ctx, r, g.ID)
		},
		complete: d.pick.complete,
		presses: map[view.PressAct]handler{
			view.PressDraw: func(ctx context.Context, r *Request) (view.Reply, error) { return d.offer(ctx, r, r.Press.Game()) },
			view.PressDrawYes: func(ctx context.Context, r *Request) (view.Reply, error) {
				g, err := d.games.AcceptDraw(ctx, r.Act(), r.Press.Game())
				return d.boards.answer(ctx, g, r, err)
			},
			view.PressDrawNo: func(ctx context.Context, r *Request) (view.Reply, error) { // also takes one's own offer back
				g, err := d.games.DeclineDraw(ctx, r.Act(), r.Press.Game())
				return d.boards.answer(ctx, g, r, err)
			},
		},
	}
}

func (d draws) offer(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := d.games.OfferDraw(ctx, r.Act(), id)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Finished {
		return d.boards.update(ctx, g, r), nil
	}
	return d.boards.proposal(ctx, g, r), nil
}
