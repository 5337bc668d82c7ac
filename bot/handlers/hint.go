package handlers

import (
	"context"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/assist"
	"xiangqibot/bot/view"
)

// hints are the button and the word for help in casual games against the bot, step by step.
type hints struct {
	finder *game.Finder
	advice *assist.Advice
	view   view.Studies
}

func newHintCommand(h *Host) *Command {
	return hints{h.Finder, h.Advice, view.Studies{View: h.View}}.command()
}

func (c hints) command() *Command {
	return &Command{
		Name: "hint", Private: true, written: true, Run: c.hint,
		Presses: map[view.PressAct]Handler{view.PressHint: c.more},
	}
}

// hint reveals one more step of the hint of a game.
func (c hints) hint(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.finder.FindTurn(ctx, r.Act(), r.Game())
	if err == nil && r.Game() == 0 {
		err = c.finder.CheckMeant(ctx, r.Act(), g) // a hint is not spent on a game that the person did not mean
	}
	if err != nil {
		return view.Reply{}, &view.ChooseGameError{Act: view.PressHint, Err: err}
	}
	return c.ask(ctx, r, r.Act(), g)
}

// more reveals the first step below a board, and each further one in the same message.
func (c hints) more(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.finder.Find(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.ask(ctx, r, r.onBoard(), g)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

// ask reveals the next step.
func (c hints) ask(ctx context.Context, r *Request, act game.Act, g *game.Game) (view.Reply, error) {
	g, told, err := c.advice.Ask(ctx, act, g.ID)
	if err != nil {
		return view.Reply{}, err
	}
	return c.view.Hint(g, told, r.Viewer), nil
}
