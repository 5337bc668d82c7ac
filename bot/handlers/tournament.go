package handlers

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
	"xiangqibot/bot/words"
)

// tournaments is /tournament and /manage tournament: people of a server sign up and are paired in rounds, until there
// is a final table.
type tournaments struct{ *Host }

func newTournamentCommand(h *Host) *Command {
	c := tournaments{h}
	return &Command{
		Name: "tournament", inServers: true, Run: c.show, Complete: c.complete,
		Options: []commandOption{{Name: "tournament", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}},
		Presses: map[view.PressAct]Handler{view.PressTournament: c.press},
	}
}

// create is /manage tournament, which opens a form.
func (c tournaments) create() *Command {
	command := &Command{Name: "manage tournament", Private: true, begins: true}
	command.Run = func(ctx context.Context, r *Request) (view.Reply, error) {
		switch {
		case r.Guild != "" && !r.Manages:
			return view.Reply{}, view.NewProblem("tournament.refused")
		case r.text("title") == "":
			return command.openForm(r)
		}
		return c.open(ctx, r)
	}
	return command.withForm(view.PressOpening, func(*Request) []commandOption { return c.form() })
}

func (c tournaments) form() []commandOption {
	const text = discordgo.ApplicationCommandOptionString
	systems := textChoices(string(tournament.RoundRobinSystem), string(tournament.SwissSystem))
	for n := 2; n <= maxSwissRounds; n++ {
		systems = append(systems, fixedChoice{Key: swissOf + strconv.Itoa(n), Label: peopleview.SwissLabel(n)})
	}
	return []commandOption{
		{Name: "title", Kind: text, Required: true},
		{Name: "system", Kind: text, Required: true, Fixed: systems},
		{Name: timeSetting, Kind: text},
		{
			Name: "places", Kind: discordgo.ApplicationCommandOptionInteger,
			atLeast: tournament.MinEntrants, atMost: tournament.MaxEntrants,
		},
		{Name: further, Kind: text, many: true, Fixed: textChoices("rated", "third"), preset: []string{"rated"}},
	}
}

// swissOf is the prefix of the choices of Swiss tournaments by their rounds, of which at most maxSwissRounds are
// offered: more than twice as many as 32 players need.
const (
	swissOf        = string(tournament.SwissSystem) + "-"
	maxSwissRounds = 12
)

func (c tournaments) open(ctx context.Context, r *Request) (view.Reply, error) {
	places, _ := r.number("places")
	spec := tournament.Spec{Name: r.text("title"), System: tournament.System(r.text("system")), Places: int(places)}
	if rounds, swiss := strings.CutPrefix(r.text("system"), swissOf); swiss {
		spec.System = tournament.SwissSystem
		spec.Rounds, _ = strconv.Atoi(rounds) // one of the choices
	}
	control, err := r.timeControl()
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.text(timeSetting) != "" && control.Class() == clocks.Untimed: // an omitted time is the server's
		return view.Reply{}, view.NewProblem("tournament.untimed")
	}
	spec.Time = control
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec.Rated = r.chose(further, "rated") && server.AllowsRated(false)
	if r.chose(further, "third") {
		spec.Repetitions = 3
	}
	t, err := c.Tournaments.Open(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Viewer.Words // a job posts its message
	return view.Private(w.Say("tournament.opened", words.Vars{"Tournament": peopleview.TournamentName(w, t)})), nil
}

// show shows the tournament that the person names, or else the newest one of the server that is not over.
func (c tournaments) show(ctx context.Context, r *Request) (view.Reply, error) {
	id, _ := r.number("tournament")
	t, err := c.Tournaments.Find(ctx, r.Act(), tournament.ID(id))
	if err != nil {
		return view.Reply{}, err
	}
	return publish.TournamentCard(ctx, c.Games, t, r.Viewer.ForAll())
}

func (c tournaments) press(ctx context.Context, r *Request) (view.Reply, error) {
	switch r.Press.Arg {
	case peopleview.ArgJoin:
		return c.enter(ctx, r, c.Tournaments.Join)
	case peopleview.ArgLeave:
		return c.enter(ctx, r, c.Tournaments.Leave)
	case peopleview.ArgStart:
		return requireWrite(c.start)(ctx, r)
	case peopleview.ArgCancel:
		return c.askCancel(ctx, r)
	case peopleview.ArgCancelYes:
		return inPlace(c.cancel)(ctx, r)
	case peopleview.ArgKeep:
		return inPlace(c.keep)(ctx, r)
	}
	return view.Reply{}, r.Press.Foreign(errors.New("no act in a tournament"))
}

// enter signs up or withdraws, and brings the message up to date.
func (c tournaments) enter(
	ctx context.Context, r *Request, do func(context.Context, game.Act, tournament.ID) (*tournament.Tournament, error),
) (view.Reply, error) {
	t, err := do(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := publish.TournamentCard(ctx, c.Games, t, c.Viewers.ServerOnly(r.Viewer.Server, t.Locale))
	reply.Pressed = view.Replaced
	return reply, err
}

// start starts a tournament. The job that announces the first round announces the start.
func (c tournaments) start(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.Tournaments.Start(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	return view.Private(peopleview.TournamentStarted(t, r.Viewer.Words)), nil
}

func (c tournaments) askCancel(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.Tournaments.Find(ctx, r.Act(), r.Press.Tournament())
	switch {
	case err != nil:
		return view.Reply{}, err
	case !t.Open():
		return view.Reply{}, &game.Refusal{Code: tournament.TournamentOver}
	case !t.CanManage(r.Act()):
		return view.Reply{}, &game.Refusal{Code: tournament.NotOrganizer}
	}
	return peopleview.ConfirmTournamentCancel(t, r.Viewer), nil
}

// keep closes the question whether to call it off.
func (c tournaments) keep(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.Tournaments.Find(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Viewer.Words
	return view.Private(w.Say("tournament.kept", words.Vars{"Tournament": peopleview.TournamentLink(w, t)})), nil
}

// cancel calls a tournament off, and announces that: the players are waiting for the next round.
func (c tournaments) cancel(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.Tournaments.Cancel(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	w, all := r.Viewer.Words, r.Viewer.ForAll().Words
	reply := view.Private(w.Say("tournament.cancel-done", words.Vars{"Tournament": peopleview.TournamentLink(w, t)}))
	reply.FollowUps = []view.Reply{{
		Text: all.Say("tournament.cancelled", words.Vars{"Tournament": peopleview.TournamentLink(all, t)}),
	}}
	return reply, nil
}

// complete offers the tournaments of the server whose names contain what was typed.
func (c tournaments) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Guild == "" {
		return nil, nil
	}
	all, err := c.Tournaments.Tournaments(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	return matching(all, r.typed("tournament"), func(t *tournament.Tournament) (string, any) {
		return peopleview.TournamentLabel(r.Viewer.Words, t), int64(t.ID)
	}), nil
}

// simulBoards is the default number of boards of a simultaneous display.
const simulBoards = 10

// simuls is /simul, a simultaneous display: one person plays many others, a game with each.
type simuls struct{ boards }

func newSimulCommand(h *Host) *Command {
	s := simuls{boards{h}}
	return &Command{
		Name: "simul", inServers: true, begins: true, Run: s.start,
		Options: []commandOption{
			{Name: "boards", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{Name: "color", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("red", "black", "random")},
			{Name: "time", Kind: discordgo.ApplicationCommandOptionString, Fixed: simulTimes()},
			{Name: "rated", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Presses: map[view.PressAct]Handler{view.PressSimul: s.press},
	}
}

// simulTimes are the time controls that can be chosen for a display.
func simulTimes() (fixed []fixedChoice) {
	const day = 24 * time.Hour
	for _, control := range []clocks.TimeControl{
		{}, {Base: 30 * time.Minute, Increment: 20 * time.Second}, {Base: time.Hour, Increment: 30 * time.Second},
		{PerMove: day}, {PerMove: 2 * day}, {PerMove: 3 * day}, {PerMove: 7 * day}, {Base: 7 * day, Increment: 12 * time.Hour},
	} {
		fixed = append(fixed, fixedChoice{Key: control.String(), Label: func(w words.Words) string { return view.ControlText(w, control) }})
	}
	return fixed
}

func (s simuls) start(ctx context.Context, r *Request) (view.Reply, error) {
	id, err := strconv.ParseInt(r.Interaction.ID, 10, 64)
	if err != nil {
		return view.Reply{}, err
	}
	boards := int64(simulBoards)
	if n, given := r.number("boards"); given {
		boards = min(n, lobby.MaxBoards+1)
	}
	simul := lobby.Simul{
		ID: game.SimulID(id), Locale: string(r.Interaction.Locale), Boards: int(boards), ColorChoice: game.WantRed, Rated: r.flag("rated"),
	}
	if color := r.text("color"); color != "" {
		simul.ColorChoice = colorChoice(color)
	}
	if text := r.text("time"); text != "" {
		if simul.Time, err = clocks.ParseTimeControl(text); err != nil {
			return view.Reply{}, err
		}
		if simul.Rated && simul.Time == (clocks.TimeControl{}) {
			return view.Reply{}, view.NewProblem("challenge.rated-untimed")
		}
	}
	simul, err = s.Simuls.Start(ctx, r.Act(), simul)
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.Simul(simul, nil, s.Viewers.ServerOnly(r.Viewer.Server, simul.Locale).Words), nil
}

// press takes a board of the display, closes it to further players, or lists its boards.
func (s simuls) press(ctx context.Context, r *Request) (view.Reply, error) {
	id := r.Press.Simul()
	switch r.Press.Arg {
	case peopleview.SimulTake:
		return s.takeBoard(ctx, r, id)
	case peopleview.SimulBoards:
		return s.listBoards(ctx, r)
	case peopleview.SimulShut:
		simul, err := s.Simuls.Close(ctx, r.Act(), id)
		if err != nil {
			return view.Reply{}, err
		}
		return s.display(ctx, simul, r)
	}
	return view.Reply{}, r.Press.Foreign(errors.New("neither takes a board nor closes the display"))
}

func (s simuls) takeBoard(ctx context.Context, r *Request, id game.SimulID) (view.Reply, error) {
	g, simul, err := s.Simuls.TakeBoard(ctx, r.Act(), id)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := s.display(ctx, simul, r)
	if err != nil {
		return view.Reply{}, err
	}
	reply.FollowUps = []view.Reply{s.firstMessage(ctx, g, r)}
	return reply, nil
}

// display updates the message of a display.
func (s simuls) display(ctx context.Context, simul lobby.Simul, r *Request) (view.Reply, error) {
	taken, err := s.Simuls.Games(ctx, simul.ID)
	if err != nil {
		return view.Reply{}, err
	}
	reply := peopleview.Simul(simul, taken, s.Viewers.ServerOnly(r.Viewer.Server, simul.Locale).Words)
	reply.Pressed = view.Replaced
	return reply, nil
}

func (s simuls) listBoards(ctx context.Context, r *Request) (view.Reply, error) {
	boards, err := s.Simuls.Find(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.SimulBoard(boards, r.Viewer), nil
}
