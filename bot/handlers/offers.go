package handlers

import (
	"context"
	"errors"
	"slices"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/words"
)

// proposals are the word and the buttons by which one side asks the other for something, and this accepts or declines.
type proposals struct {
	boards
	act                  func(*Request) game.Act
	ask, accept, decline game.Decision
}

func newDrawCommand(h *Host) *Command {
	p := proposals{boards{h}, (*Request).Act, game.OfferDraw, game.AcceptDraw, game.DeclineDraw}
	return p.command("draw", view.PressDraw, view.PressDrawYes, view.PressDrawNo)
}

// newTakebackCommand is about the person's latest move. The bot always agrees in casual games.
func newTakebackCommand(h *Host) *Command {
	p := proposals{boards{h}, (*Request).onBoard, game.AskTakeback, game.AcceptTakeback, game.DeclineTakeback}
	return p.command("takeback", view.PressTakeback, view.PressTakebackYes, view.PressTakebackNo)
}

// command returns the command; who has proposed something takes it back by no.
func (p proposals) command(name string, ask, yes, no view.PressAct) *Command {
	return &Command{
		Name: name, written: true,
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			g, err := p.meantGame(ctx, r)
			if err != nil {
				return view.Reply{}, &gameview.ChooseGameError{Act: ask, Err: err}
			}
			return p.propose(ctx, r, g.ID)
		},
		Presses: map[view.PressAct]Handler{
			ask: func(ctx context.Context, r *Request) (view.Reply, error) { return p.propose(ctx, r, r.Game()) },
			yes: p.answer(p.accept),
			no:  p.answer(p.decline),
		},
	}
}

func (p proposals) propose(ctx context.Context, r *Request, id game.ID) (view.Reply, error) {
	g, err := p.Games.Decide(ctx, p.act(r), id, p.ask)
	if err != nil {
		return view.Reply{}, err
	}
	if g.Offers.Pending() {
		reply := gameview.Proposal(g, p.Viewers.After(ctx, g, r.Viewer))
		reply.Own = func(bool) view.Reply { return gameview.Proposal(g, r.Viewer.Alone()) }
		return reply, nil
	}
	return p.update(ctx, g, r), nil
}

// answer handles a button that answers a proposal. The game takes the place of the proposal, or if somebody has to be
// pinged, it is shown below the proposal, which then loses its buttons.
func (p proposals) answer(decision game.Decision) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		g, err := p.Games.Decide(ctx, p.act(r), r.Game(), decision)
		if err != nil {
			return view.Reply{}, err
		}
		board := p.update(ctx, g, r)
		if !callsOthers(g, board, r) && isLowest(g, board, r) {
			board.Pressed = view.Replaced
			return board, nil
		}
		return below(board), nil
	}
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

// resignations are the word and the button to resign, which ask for confirmation and leave the rest to another button,
// and the buttons by which a game that was lost on time goes on.
type resignations struct{ boards }

func newResignCommand(h *Host) *Command {
	c := resignations{boards{h}}
	return &Command{
		Name: "resign", written: true, Run: c.ask,
		Presses: map[view.PressAct]Handler{
			view.PressResign:    c.ask,
			view.PressResignYes: c.onlyAsked(c.resign),
			view.PressClose:     c.onlyAsked(c.playOn),
			view.PressResume:    c.resume,
		},
	}
}

// ask asks whether the person really means to resign. Of a team only the captain may, and one without a captain votes.
func (c resignations) ask(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.activeGame(ctx, r)
	if err != nil {
		return view.Reply{}, &gameview.ChooseGameError{Act: view.PressResign, Err: err}
	}
	if side, plays := g.SeatOf(r.Viewer.Person); plays && g.Seats[side].Team {
		switch g.Vote.CaptainOf(side) {
		case r.Viewer.Person:
		case "":
			return view.Reply{}, &game.Refusal{Code: game.VoteToResign, Game: g.ID}
		default:
			return view.Reply{}, &game.Refusal{Code: game.NotCaptain, Game: g.ID}
		}
	}
	return gameview.ConfirmResign(g, r.Viewer), nil
}

// onlyAsked wraps an answer to the question, so that nobody else answers it: everybody sees a question in reply to a
// message.
func (c resignations) onlyAsked(answer Handler) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		if r.Press.Arg == "" || r.Ephemeral {
			return answer(ctx, r)
		}
		g, err := c.Games.Game(ctx, r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		if side, plays := g.SeatOf(r.Viewer.Person); !plays || side.String() != r.Press.Arg {
			return view.Private(r.Viewer.Say("question.not-yours")), nil
		}
		return answer(ctx, r)
	}
}

// playOn closes the question without doing anything.
func (c resignations) playOn(_ context.Context, r *Request) (view.Reply, error) {
	reply := view.Private(r.Viewer.Say("question.closed"))
	reply.Pressed = view.ReplacedIf(r.Ephemeral || r.Press.Arg != "")
	return reply, nil
}

// resign replaces the question with its answer, and shows the channel the result. If the game is over by then, the
// question is replaced as well: nothing is left to ask.
func (c resignations) resign(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Games.Decide(ctx, r.Act(), r.Game(), game.Resign)
	if errors.Is(err, game.GameOver) || errors.Is(err, game.FlagFell) {
		return c.closeOver(ctx, r, err)
	}
	if err != nil {
		return view.Reply{}, err
	}
	reply := gameview.Resigned(g, r.Viewer)
	reply.Pressed = view.Replaced
	reply.FollowUps = []view.Reply{c.update(ctx, g, r)}
	return reply, nil
}

// closeOver replaces a question that was answered when its game was over with the refusal. If the game ended because
// the same person had pressed before, the answer to that stays.
func (c resignations) closeOver(ctx context.Context, r *Request, refusal error) (view.Reply, error) {
	g, err := c.Games.Game(ctx, r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	reply, known := gameview.Refusal(g, r.Viewer, refusal)
	side, _ := g.SeatOf(r.Viewer.Person)
	if own := g.End == game.ByResignation && g.Last.By == side; own || !known {
		return view.Reply{}, refusal
	}
	reply.Pressed = view.ReplacedIf(r.Ephemeral || r.Press.Arg != "")
	return reply, nil
}

// resume asks to play on a game that was lost on time, or agrees to it.
func (c resignations) resume(ctx context.Context, r *Request) (view.Reply, error) {
	decision := game.AskResume
	switch r.Press.Arg {
	case gameview.ResumeAsk:
	case gameview.ResumeAgree:
		decision = game.Resume
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("neither asks nor agrees"))
	}
	g, err := c.Games.Decide(ctx, r.Act(), r.Game(), decision)
	if err != nil {
		return view.Reply{}, err
	}
	return c.update(ctx, g, r), nil
}

// plans are the buttons by which a person plans replies to moves of the opponent: one below the board shows the plan,
// others add, change and drop lines of it.
type plans struct{ *Host }

func newConditionalCommand(h *Host) *Command {
	p := plans{h}
	return &Command{
		Name: "conditional", written: true,
		Presses: map[view.PressAct]Handler{view.PressPlan: p.press, view.PressUnplan: p.drop},
	}
}

// show shows what a person has planned in a game. It refuses where they have planned nothing and cannot now.
func (p plans) show(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := p.Finder.Find(ctx, r.Act(), r.Game())
	if err == nil && !p.Planner.Concerns(g, r.Viewer.Person) {
		_, err = p.Planner.Plannable(ctx, r.Act(), g.ID)
	}
	if err != nil {
		return view.Reply{}, err
	}
	return gameview.Plans(g, r.Viewer), nil
}

// refusal explains why a line cannot be planned, on the board on which it could not be read. Other errors are passed
// on.
func (p plans) refusal(read *game.Game, r view.Viewer, err error) (view.Reply, error) {
	if read == nil || errors.As(err, new(*game.Refusal)) {
		return view.Reply{}, err
	}
	reply, ok := gameview.PlanRefusal(read, r, err)
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
	case gameview.PlanAll:
		key = ""
	}
	g, err := p.Planner.Unplan(ctx, r.Act(), r.Game(), key)
	if err != nil {
		return view.Reply{}, err
	}
	return plansInPlace(g, r.Viewer), nil
}

// plansInPlace shows the list of plans in the pressed message.
func plansInPlace(g *game.Game, r view.Viewer) view.Reply {
	reply := gameview.Plans(g, r)
	reply.Pressed = view.Replaced
	return reply
}

// press shows the plan, or opens a modal for a line, with the text of the one to change, and handles its submission.
func (p plans) press(ctx context.Context, r *Request) (view.Reply, error) {
	switch {
	case r.Written != nil:
		return p.save(ctx, r)
	case r.Press.Arg == gameview.PlanShow:
		return p.show(ctx, r)
	}
	g, err := p.Planner.Plannable(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	key, text := r.Press.Arg, ""
	if r.Value != "" {
		line, err := game.PlannedLine(g, r.Viewer.Person, r.Value)
		if err != nil {
			return view.Reply{}, err
		}
		key, text = r.Value, gameview.LineWords(g, line, r.Viewer)
	}
	return gameview.PlanForm(g, key, text, r.Viewer), nil
}

// save adds or changes the line that was written in a modal, and drops one that was emptied.
func (p plans) save(ctx context.Context, r *Request) (view.Reply, error) {
	key, text := r.Press.Arg, strings.Join(strings.Fields(r.Written[gameview.PlanField]), " ")
	var g *game.Game
	var err error
	switch {
	case key == "" || key == gameview.PlanAll: // to Unplan it would mean all lines
		return view.Reply{}, r.Press.Foreign(errors.New("no line to change"))
	case key == gameview.PlanNew:
		g, err = p.Planner.Plan(ctx, r.Act(), r.Game(), text)
	case text == "":
		g, err = p.Planner.Unplan(ctx, r.Act(), r.Game(), key)
	default:
		g, err = p.Planner.Replan(ctx, r.Act(), r.Game(), key, text)
	}
	if err == nil {
		return plansInPlace(g, r.Viewer), nil
	}
	reply, err := p.refusal(g, r.Viewer, err)
	if err != nil {
		var known bool
		if reply, known = gameview.Refusal(nil, r.Viewer, err); !known || errors.Is(err, game.AlreadyDone) {
			return view.Reply{}, err
		}
	}
	// The form has lost what was written.
	wrote := strings.ReplaceAll(game.Sanitize(text), "`", "'")
	reply.Text += "\n" + r.Viewer.Say("plan.wrote", words.Vars{"Text": wrote})
	return reply, nil
}
