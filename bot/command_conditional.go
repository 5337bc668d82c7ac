package bot

import (
	"context"
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// plans is /conditional: a person plans replies to moves of the opponent. Without moves it shows the plan, with buttons
// to add, change and drop lines. It is ephemeral.
type plans struct {
	planner *game.Planner
	pick    gamePicker
	view    *view.View
}

func (c playCommands) Conditional() *Command {
	return plans{c.planner, pickerOf(c.host), c.view}.command()
}

func (p plans) command() *Command {
	return &Command{
		name: "conditional", private: true, run: p.plan,
		options: []commandOption{
			{name: "moves", kind: discordgo.ApplicationCommandOptionString, complete: true},
			p.pick.option(),
		},
		complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			if r.focused == "game" {
				return p.pick.complete(ctx, r)
			}
			return p.completeLine(ctx, r)
		},
		presses: map[view.PressAct]handler{view.PressPlan: p.press, view.PressUnplan: p.drop},
	}
}

func (p plans) plan(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := p.pick.active(ctx, r, r.Game())
	if err != nil {
		concerned := func(g *game.Game) bool { return p.planner.Concerns(g, r.Viewer.Person) }
		g, err = onlyFitting(err, concerned, &game.Refusal{Code: game.NothingToPlan})
	}
	if err != nil {
		return view.Reply{}, err
	}
	if r.Text("moves") != "" {
		read, err := p.planner.Plan(ctx, r.Act(), g.ID, r.Text("moves"))
		if err != nil {
			return p.refusal(read, r.Viewer, err)
		}
		g = read
	}
	return view.Plans(g, r.Viewer), nil
}

// refusal explains why a line cannot be planned, on the board on which it could not be read. Other errors are passed
// on.
func (p plans) refusal(read *game.Game, r view.Viewer, err error) (view.Reply, error) {
	if read == nil || errors.As(err, new(*game.Refusal)) {
		return view.Reply{}, err
	}
	reply, ok := view.PlanRefusal(read, r, err)
	if !ok {
		return view.Reply{}, err
	}
	return reply, nil
}

// drop drops one of the lines that a message shows, or all.
func (p plans) drop(ctx context.Context, r *Request) (view.Reply, error) {
	key := r.Press.Arg
	switch key {
	case "":
		return view.Reply{}, r.Press.Foreign(errors.New("no line to drop"))
	case view.PlanAll:
		key = ""
	}
	g, err := p.planner.Unplan(ctx, r.Act(), r.Press.Game(), key)
	if err != nil {
		return view.Reply{}, err
	}
	return plansInPlace(g, r.Viewer), nil
}

// plansInPlace shows the list of plans in the pressed message.
func plansInPlace(g *game.Game, r view.Viewer) view.Reply {
	reply := view.Plans(g, r)
	reply.Pressed = view.Replaced
	return reply
}

// press opens a modal for a line, with the text of the one to change, and handles its submission.
func (p plans) press(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Written != nil {
		return p.save(ctx, r)
	}
	g, err := p.planner.Plannable(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	key, text := r.Press.Arg, ""
	if len(r.Values) == 1 {
		line, err := g.Planning().Line(r.Viewer.Person, r.Values[0])
		if err != nil {
			return view.Reply{}, err
		}
		key, text = r.Values[0], view.LineWords(g, line, r.Viewer)
	}
	return view.PlanForm(g, key, text, r.Viewer), nil
}

// save adds or changes the line that was written in a modal, and drops one that was emptied.
func (p plans) save(ctx context.Context, r *Request) (view.Reply, error) {
	key, text := r.Press.Arg, strings.Join(strings.Fields(r.Written[view.PlanField]), " ")
	var g *game.Game
	var err error
	switch {
	case key == "" || key == view.PlanAll: // to Unplan it would mean all lines
		return view.Reply{}, r.Press.Foreign(errors.New("no line to change"))
	case key == view.PlanNew:
		g, err = p.planner.Plan(ctx, r.Act(), r.Press.Game(), text)
	case text == "":
		g, err = p.planner.Unplan(ctx, r.Act(), r.Press.Game(), key)
	default:
		g, err = p.planner.Replan(ctx, r.Act(), r.Press.Game(), key, text)
	}
	if err == nil {
		return plansInPlace(g, r.Viewer), nil
	}
	reply, told := p.refusal(g, r.Viewer, err)
	if told != nil {
		var known bool
		if reply, known = p.view.Refusal(nil, r.Viewer, told); !known || errors.Is(told, &game.Refusal{Code: game.AlreadyDone}) {
			return view.Reply{}, told
		}
	}
	return view.WithPlanText(reply, text, r.Viewer), nil // the modal has lost it
}

// completeLine suggests completions of the last word as a move, on the board after the words before it.
func (p plans) completeLine(ctx context.Context, r *Request) ([]discord.Choice, error) {
	g, err := p.pick.games.Find(ctx, r.Act(), r.Game())
	if err != nil || g.State != game.Active {
		return nil, nil //nolint:nilerr // completions explain nothing
	}
	typed := r.Text("moves")
	before, last := "", typed
	if i := strings.LastIndexAny(typed, game.LineSeparators); i >= 0 {
		_, size := utf8.DecodeRuneInString(typed[i:])
		before, last = strings.TrimRight(typed[:i], game.LineSeparators), typed[i+size:]
	}
	pos := g.Position()
	line, err := game.ParseLine(pos, before, r.Viewer.Dialect())
	if err != nil {
		return nil, nil //nolint:nilerr // likewise
	}
	for _, m := range line {
		pos.Make(m)
	}
	if before != "" {
		before += " "
	}
	var choices []discord.Choice
	for _, m := range r.Viewer.Dialect().Complete(&pos, last) {
		if text := before + view.MoveText(&pos, m, r.Viewer); len([]rune(text)) <= discord.ChoiceNameLimit {
			choices = append(choices, discord.Choice{Name: text, Value: text})
		}
	}
	return choices, nil
}
