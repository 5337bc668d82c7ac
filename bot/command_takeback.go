package bot

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// takebacks are the word and the buttons by which a person asks to take back their latest move, accepts or declines. The bot always agrees in casual games.
type takebacks struct {
	games  *game.Service
	pick   gamePicker
	boards boards
}

func newTakebackCommand(h *host) *Command {
	return takebacks{h.Games, pickerOf(h), boardsOf(h)}.command()
}

func (t takebacks) command() *Command {
	return &Command{
		name: "takeback", written: true,
		options: []commandOption{t.pick.option()},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := t.pick.meant(ctx, r)
			if err != nil {
				return view.Reply{}, &view.ChooseGameError{Act: view.PressTakeback, Err: err}
			}
			return t.ask(ctx, r, g.ID)
		},
		complete: t.pick.complete,
		presses: map[view.PressAct]handler{
			view.PressTakeback: func(ctx context.Context, r *Request) (view.Reply, error) { return t.ask(ctx, r, r.Press.Game()) },
			view.PressTakebackYes: func(ctx context.Context, r *Request) (view.Reply, error) {
				g, err := t.games.AcceptTakeback(ctx, r.onBoard(), r.Press.Game())
				return t.boards.answer(ctx, g, r, err)
			},
			view.PressTakebackNo: func(ctx context.Context, r *Request) (view.Reply, error) { // also withdraws one's own request
				g, err := t.games.DeclineTakeback(ctx, r.onBoard(), r.Press.Game())
				return t.boards.answer(ctx, g, r, err)
			},
		},
	}
}

func (t takebacks) ask(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := t.games.AskTakeback(ctx, r.onBoard(), id)
	if err != nil {
		return view.Reply{}, err
	}
	if g.Last.Kind == game.TakenBack {
		return t.boards.update(ctx, g, r), nil
	}
	return t.boards.proposal(ctx, g, r), nil
}
