package handlers

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
)

// simulBoards is the default number of boards of a simultaneous display.
const simulBoards = 10

// simuls is /simul, a simultaneous display: one person plays many others, a game with each.
type simuls struct {
	games    *game.Service
	displays *lobby.Simuls
	boards   boards
}

func newSimulCommand(h *Host) *Command {
	return simuls{h.Games, h.Simuls, boardsOf(h)}.command()
}

func (s simuls) command() *Command {
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
	for _, control := range []game.TimeControl{
		{}, {Base: 30 * time.Minute, Increment: 20 * time.Second}, {Base: time.Hour, Increment: 30 * time.Second},
		{PerMove: day}, {PerMove: 2 * day}, {PerMove: 3 * day}, {PerMove: 7 * day}, {Base: 7 * day, Increment: 12 * time.Hour},
	} {
		fixed = append(fixed, fixedChoice{Key: control.String(), Label: view.ControlLabel(control)})
	}
	return fixed
}

func (s simuls) start(ctx context.Context, r *Request) (view.Reply, error) {
	id, err := strconv.ParseInt(r.Interaction.ID, 10, 64)
	if err != nil {
		return view.Reply{}, err
	}
	boards := int64(simulBoards)
	if n, given := r.Number("boards"); given {
		boards = min(n, lobby.MaxBoards+1)
	}
	simul := lobby.Simul{ID: game.SimulID(id), Locale: string(r.Interaction.Locale), Boards: int(boards), ColorChoice: game.WantRed, Rated: r.Flag("rated")}
	if color := r.Text("color"); color != "" {
		simul.ColorChoice = wishOf(color)
	}
	if text := r.Text("time"); text != "" {
		if simul.Time, err = game.ParseTimeControl(text); err != nil {
			return view.Reply{}, err
		}
		if simul.Rated && simul.Time == (game.TimeControl{}) {
			return view.Reply{}, view.ProblemRatedUntimed()
		}
	}
	simul, err = s.displays.Start(ctx, r.Act(), simul)
	if err != nil {
		return view.Reply{}, err
	}
	return s.boards.view.Simul(simul, nil, s.boards.viewers.ServerOnly(r.Viewer.Server, simul.Locale).Words), nil
}

// press takes a board of the display, closes it to further players, or lists its boards.
func (s simuls) press(ctx context.Context, r *Request) (view.Reply, error) {
	id := r.Press.Simul()
	switch r.Press.Arg {
	case view.SimulTake:
		return s.takeBoard(ctx, r, id)
	case view.SimulBoards:
		return s.board(ctx, r)
	case view.SimulShut:
		simul, err := s.displays.Close(ctx, r.Act(), id)
		if err != nil {
			return view.Reply{}, err
		}
		return s.display(ctx, simul, r)
	}
	return view.Reply{}, r.Press.Foreign(errors.New("neither takes a board nor closes the display"))
}

func (s simuls) takeBoard(ctx context.Context, r *Request, id game.SimulID) (view.Reply, error) {
	g, simul, err := s.displays.TakeBoard(ctx, r.Act(), id)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := s.display(ctx, simul, r)
	if err != nil {
		return view.Reply{}, err
	}
	reply.FollowUps = []view.Reply{s.boards.start(ctx, g, r)}
	return reply, nil
}

// display updates the message of a display.
func (s simuls) display(ctx context.Context, simul lobby.Simul, r *Request) (view.Reply, error) {
	taken, err := s.displays.Games(ctx, simul.ID)
	if err != nil {
		return view.Reply{}, err
	}
	reply := s.boards.view.Simul(simul, taken, s.boards.viewers.ServerOnly(r.Viewer.Server, simul.Locale).Words)
	reply.Pressed = view.Replaced
	return reply, nil
}

func (s simuls) board(ctx context.Context, r *Request) (view.Reply, error) {
	boards, err := s.displays.Find(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return s.boards.view.SimulBoard(boards, r.Viewer), nil
}
