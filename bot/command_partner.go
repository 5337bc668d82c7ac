package bot

import (
	"context"
	"errors"
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
)

// partners is /partner: questions and instructions to the engine in games with a partner.
type partners struct {
	finder   *game.Finder
	partners *game.Partners
	pick     gamePicker
	boards   boards
}

// pieceKinds are the kinds of piece that a partner can be told to move, as choices.
func pieceKinds() []fixedChoice {
	var fixed []fixedChoice
	for kind := board.King; kind <= board.Pawn; kind++ {
		fixed = append(fixed, fixedChoice{key: kind.String(), label: view.KindLabel(kind)})
	}
	return fixed
}

// kindNamed returns the kind of piece that has the name in pieceKinds.
func kindNamed(name string) (board.Kind, bool) {
	for kind := board.King; kind <= board.Pawn; kind++ {
		if kind.String() == name {
			return kind, true
		}
	}
	return 0, false
}

func (c playCommands) Partner() *Command {
	return partners{c.finder, c.host.partners, pickerOf(c.host), boardsOf(c.host)}.command()
}

func (c partners) command() *Command {
	return &Command{
		name: "partner", private: true,
		options: []commandOption{
			{name: "ask", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices("piece", "candidates", "move")},
			{name: "check", kind: discordgo.ApplicationCommandOptionString},
			{name: "piece", kind: discordgo.ApplicationCommandOptionString, fixed: pieceKinds()},
			c.pick.option(),
		},
		run:      c.partner,
		complete: c.pick.completeTurn,
		presses:  map[view.PressAct]handler{view.PressPartner: c.press},
	}
}

// partner asks a question, or has a piece moved; without either it shows what can be asked. In a finished game it shows
// what was asked.
func (c partners) partner(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Game() != 0 {
		g, err := c.finder.FindVisible(ctx, r.Act(), r.Game())
		if err == nil && g.State == game.Finished {
			return view.PartnerQuestions(g, r.Viewer), nil
		}
	}
	g, err := c.finder.Find(ctx, r.Act(), r.Game())
	if err != nil { // of several games those with a partner are meant, and of these the ones in which it is their turn
		with := func(g *game.Game) bool { return g.Partner.Kind != game.NoPartner }
		g, err = onlyFitting(err, with, &game.Refusal{Code: game.NoPartnerAtAll})
	}
	if err != nil {
		g, err = onlyFitting(err, func(g *game.Game) bool { return g.IsTurnOf(r.Viewer.Person) }, err)
	}
	if err != nil {
		return view.Reply{}, err
	}
	if kind, named := kindNamed(r.Text("piece")); named {
		return c.name(ctx, r, r.Act(), g.ID, kind)
	}
	if text := r.Text("check"); text != "" {
		return c.ask(ctx, r, r.Act(), g.ID, game.AskVerdict, text)
	}
	if kind := game.QuestionKind(r.Text("ask")); kind != "" {
		return c.ask(ctx, r, r.Act(), g.ID, kind, "")
	}
	return c.open(g, r)
}

// open shows what can be asked.
func (c partners) open(g *game.Game, r *Request) (view.Reply, error) {
	switch side, plays := g.SeatOf(r.Viewer.Person); {
	case !plays:
		return view.Reply{}, &game.Refusal{Code: game.NotYourGame, Game: g.ID}
	case g.Partner.Kind == game.NoPartner:
		return view.Reply{}, &game.Refusal{Code: game.NoPartnerHere, Game: g.ID}
	case g.State != game.Active:
		return view.PartnerQuestions(g, r.Viewer), nil
	case side != g.Turn():
		return view.Reply{}, &game.Refusal{Code: game.NotYourTurn, Game: g.ID}
	}
	return view.Partners{View: c.boards.view}.Partner(g, "", r.Viewer), nil
}

// press does what a button or a menu says. What is answered takes the place of the person's own message, and stands
// below one that everybody sees.
func (c partners) press(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.finder.FindVisible(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	switch arg := r.Press.Arg; {
	case arg == view.PartnerPast && g.State == game.Finished:
		return view.PartnerQuestions(g, r.Viewer), nil
	case arg == view.PartnerOpen, arg == view.PartnerPast:
		return c.open(g, r)
	case arg == view.PartnerName:
		if len(r.Values) != 1 {
			return view.Reply{}, r.Press.Foreign(errors.New("a menu of pieces without a choice"))
		}
		kind, known := kindNamed(r.Values[0])
		if !known {
			return view.Reply{}, r.Press.Foreign(errors.New("no such kind of piece"))
		}
		return c.name(ctx, r, r.onBoard(), g.ID, kind)
	case !slices.Contains(game.QuestionKinds(), game.QuestionKind(arg)):
		return view.Reply{}, r.Press.Foreign(errors.New("no such question"))
	case game.QuestionKind(arg) == game.AskVerdict && r.Written == nil:
		return view.PartnerForm(r.Press, r.Viewer), nil
	default:
		reply, err := c.ask(ctx, r, r.onBoard(), g.ID, game.QuestionKind(arg), r.Written[view.PuzzleField])
		reply.Pressed = view.ReplacedIf(r.Ephemeral)
		return reply, err
	}
}

// ask puts a question. Where the text is no move, it says why, below what can be asked.
func (c partners) ask(
	ctx context.Context, r *Request, act game.Act, id game.ID, kind game.QuestionKind, text string,
) (view.Reply, error) {
	g, answer, err := c.partners.Ask(ctx, act, id, kind, text)
	if err != nil {
		return view.Reply{}, withGame(g, err)
	}
	return view.Partners{View: c.boards.view}.PartnerAnswer(g, answer, r.Viewer), nil
}

// name has the partner move a piece of a kind.
func (c partners) name(ctx context.Context, r *Request, act game.Act, id game.ID, kind board.Kind) (view.Reply, error) {
	g, err := c.partners.MovePiece(ctx, act, id, kind)
	if err != nil {
		return view.Reply{}, err
	}
	public := c.boards.update(ctx, g, r)
	if !r.Ephemeral {
		return public, nil
	}
	reply := c.boards.view.Panel(g, r.Viewer)
	reply.Pressed = view.Replaced
	reply.FollowUps = []view.Reply{public}
	return reply, nil
}
