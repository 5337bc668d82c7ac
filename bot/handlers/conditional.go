package handlers

import (
	"context"
	"errors"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// plans are the buttons by which a person plans replies to moves of the opponent: one below the board shows the plan,
// others add, change and drop lines of it.
type plans struct {
	planner *game.Planner
	finder  *game.Finder
	view    *view.View
}

func newConditionalCommand(h *Host) *Command {
	return plans{h.Planner, h.Finder, h.View}.command()
}

func (p plans) command() *Command {
	return &Command{
		Name: "conditional", Private: true, written: true,
		Presses: map[view.PressAct]Handler{view.PressPlan: p.press, view.PressUnplan: p.drop},
	}
}

// show shows what a person has planned in a game. It refuses where they have planned nothing and cannot now.
func (p plans) show(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := p.finder.Find(ctx, r.Act(), r.Press.Game())
	if err == nil && !p.planner.Concerns(g, r.Viewer.Person) {
		_, err = p.planner.Plannable(ctx, r.Act(), g.ID)
	}
	if err != nil {
		return view.Reply{}, err
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

// press shows the plan, or opens a modal for a line, with the text of the one to change, and handles its submission.
func (p plans) press(ctx context.Context, r *Request) (view.Reply, error) {
	switch {
	case r.Written != nil:
		return p.save(ctx, r)
	case r.Press.Arg == view.PlanShow:
		return p.show(ctx, r)
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
