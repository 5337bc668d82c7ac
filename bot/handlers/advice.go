package handlers

import (
	"context"
	"errors"
	"slices"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/engine/board"
)

// partners are the buttons for questions and instructions to the engine in games with a partner.
type partners struct{ boards }

// kindNamed returns the kind of piece that has the name of [board.Kind.String].
func kindNamed(name string) (board.Kind, bool) {
	for kind := board.King; kind <= board.Pawn; kind++ {
		if kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

func newPartnerCommand(h *Host) *Command {
	c := partners{boards{h}}
	return &Command{
		Name: "partner", written: true,
		Presses: map[view.PressAct]Handler{view.PressPartner: c.press},
	}
}

// open shows what can be asked.
func (c partners) open(g *game.Game, r *Request) (view.Reply, error) {
	switch side, plays := g.SeatOf(r.Viewer.Person); {
	case !plays:
		return view.Reply{}, &game.Refusal{Code: game.NotYourGame, Game: g.ID}
	case g.Partner.Kind == game.NoPartner:
		return view.Reply{}, &game.Refusal{Code: game.WithoutPartner, Game: g.ID}
	case g.State != game.Active:
		return gameview.PartnerQuestions(g, r.Viewer), nil
	case side != g.Turn():
		return view.Reply{}, &game.Refusal{Code: game.NotYourTurn, Game: g.ID}
	}
	return gameview.Partner(g, "", r.Viewer), nil
}

// press handles a button or a menu. The answer replaces a message that only the person sees, and follows one that
// everybody sees.
func (c partners) press(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Finder.FindVisible(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	switch arg := r.Press.Arg; {
	case arg == gameview.PartnerPast && g.State == game.Finished:
		return gameview.PartnerQuestions(g, r.Viewer), nil
	case arg == gameview.PartnerOpen, arg == gameview.PartnerPast:
		return c.open(g, r)
	case arg == gameview.PartnerName:
		kind, known := kindNamed(r.Value)
		if !known {
			return view.Reply{}, r.Press.Foreign(errors.New("no such kind of piece"))
		}
		return c.name(ctx, r, g.ID, kind)
	case !slices.Contains(game.QuestionKinds(), game.QuestionKind(arg)):
		return view.Reply{}, r.Press.Foreign(errors.New("no such question"))
	case game.QuestionKind(arg) == game.AskVerdict && r.Written == nil:
		return view.MoveForm(r.Press, r.Viewer.Say("partner.form"), r.Viewer), nil
	default:
		// Where the text is no move, the error says why, below what can be asked.
		g, answer, err := c.Partners.Ask(ctx, r.onBoard(), g.ID, game.QuestionKind(arg), r.Written[view.MoveField])
		if err != nil {
			return view.Reply{}, withGame(g, err)
		}
		reply := gameview.PartnerAnswer(g, answer, r.Viewer)
		reply.Pressed = view.ReplacedIf(r.Ephemeral)
		return reply, nil
	}
}

// name has the partner move a piece of a kind.
func (c partners) name(ctx context.Context, r *Request, id game.ID, kind board.Kind) (view.Reply, error) {
	g, err := c.Partners.MovePiece(ctx, r.onBoard(), id, kind)
	if err != nil {
		return view.Reply{}, err
	}
	return c.played(ctx, g, r), nil
}

// hints are the button and the word for help in casual games against the bot, step by step.
type hints struct{ boards }

func newHintCommand(h *Host) *Command {
	c := hints{boards{h}}
	return &Command{
		Name: "hint", written: true, Run: c.hint,
		Presses: map[view.PressAct]Handler{view.PressHint: c.more},
	}
}

func (c hints) hint(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Finder.FindTurn(ctx, r.Act(), r.Game())
	if err == nil && r.Game() == 0 {
		err = c.Finder.CheckMeant(ctx, r.Act(), g) // a hint is not spent on a game that the person did not mean
	}
	if err != nil {
		return view.Reply{}, &gameview.ChooseGameError{Act: view.PressHint, Err: err}
	}
	return c.ask(ctx, r, r.Act(), g)
}

// more reveals the first step below a board, and each further one in the same message, or switches the coach.
func (c hints) more(ctx context.Context, r *Request) (view.Reply, error) {
	if on := r.Press.Arg == gameview.CoachOn; on || r.Press.Arg == gameview.CoachOff {
		g, err := c.Advice.Coach(ctx, r.onBoard(), r.Game(), on)
		if err != nil {
			return view.Reply{}, err
		}
		return c.redraw(ctx, g, r, view.BottomOwn)
	}
	g, err := c.Finder.Find(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.ask(ctx, r, r.onBoard(), g)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, err
}

func (c hints) ask(ctx context.Context, r *Request, act game.Act, g *game.Game) (view.Reply, error) {
	g, hint, err := c.Advice.Ask(ctx, act, g.ID)
	if err != nil {
		return view.Reply{}, err
	}
	return gameview.Hint(c.View, g, hint, r.Viewer), nil
}
