package bot

import (
	"context"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// simulBoards is how many boards a simultaneous display has when its host names no number.
const simulBoards = 10

// simulCommand is /simul: one person plays many, each on a board of his own.
func (h *host) simulCommand() *Command {
	return &Command{name: "simul", subs: []*Command{
		{
			name: "simul start",
			options: []commandOption{
				{name: "boards", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
				{name: "colour", kind: discordgo.ApplicationCommandOptionString, fixed: texts("red", "black", "random")},
				{name: "time", kind: discordgo.ApplicationCommandOptionString, fixed: simulTimes()},
				{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
			},
			run: h.simulStart,
		},
		{name: "simul board", private: true, run: h.simulBoard},
	}}
}

// simulTimes are the time controls that can be chosen for a display.
func simulTimes() (fixed []fixedChoice) {
	const day = 24 * time.Hour
	for _, control := range []game.TimeControl{
		{}, {Base: 30 * time.Minute, Increment: 20 * time.Second}, {Base: time.Hour, Increment: 30 * time.Second},
		{PerMove: day}, {PerMove: 2 * day}, {PerMove: 3 * day}, {PerMove: 7 * day}, {Base: 7 * day, Increment: 12 * time.Hour},
	} {
		fixed = append(fixed, fixedChoice{key: control.String(), label: func(w words.Words) string { return view.ControlText(w, control) }})
	}
	return fixed
}

func (h *host) simulStart(_ context.Context, r *Request) (view.Reply, error) {
	if r.Guild == "" {
		return view.Reply{}, &game.Refusal{Code: game.OnlyInServer}
	}
	id, err := strconv.ParseInt(r.interaction.ID, 10, 64)
	if err != nil {
		return view.Reply{}, err
	}
	boards := int64(simulBoards)
	if n, given := r.Number("boards"); given {
		boards = n
	}
	if boards < 1 || boards > game.MaxBoards {
		return view.Reply{}, &game.Refusal{Code: game.BadSimul, Limit: game.MaxBoards}
	}
	simul := game.Simul{ID: game.SimulID(id), Host: r.Reader.Person, HostName: r.Name, Boards: int(boards), Wish: game.WantRed, Rated: r.Flag("rated")}
	if colour := r.Text("colour"); colour != "" {
		simul.Wish = wishOf(colour)
	}
	if text := r.Text("time"); text != "" {
		if simul.Time, err = game.ParseTimeControl(text); err != nil {
			return view.Reply{}, err
		}
	}
	return h.view.Simul(simul, nil, r.Reader.Words), nil
}

// pressSimul takes a board of the display whose button was pressed, or closes it for those who come late. The display itself travels in
// the button; see view.ParseSimulArg.
func (h *host) pressSimul(ctx context.Context, r *Request) (view.Reply, error) {
	simul, lang, shut, err := view.ParseSimulArg(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	simul.ID = game.SimulID(r.Press.Game)
	w := h.phrases.In(lang)
	if shut {
		return h.shutSimul(ctx, r, simul, w)
	}
	simul.HostName = hostName(r.interaction.Message, simul.Host)
	g, err := h.service.TakeBoard(ctx, r.Act(), simul)
	if err != nil {
		return view.Reply{}, err
	}
	taken, err := h.service.SimulGames(ctx, simul.ID)
	if err != nil {
		return view.Reply{}, err
	}
	reply := h.view.Simul(simul, taken, w)
	reply.InPlace = true
	if g.Unhoused() {
		reply.Also = []view.Reply{h.view.Begun(g, h.next(ctx, g, r), "")}
	} else {
		reply.Also = []view.Reply{h.passed(ctx, g, r)}
	}
	return reply, nil
}

// shutSimul takes the buttons off a display; its host alone may.
func (h *host) shutSimul(ctx context.Context, r *Request, simul game.Simul, w words.Words) (view.Reply, error) {
	if r.Reader.Person != simul.Host {
		return view.Private(r.Reader.Words.Say("simul.not-yours", words.Vars{"Host": view.Mention(simul.Host)})), nil
	}
	taken, err := h.service.SimulGames(ctx, simul.ID)
	if err != nil {
		return view.Reply{}, err
	}
	simul.Boards = len(taken)
	reply := h.view.Simul(simul, taken, w)
	reply.InPlace = true
	return reply, nil
}

func (h *host) simulBoard(ctx context.Context, r *Request) (view.Reply, error) {
	boards, err := h.service.Simul(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return h.view.SimulBoard(boards, r.Reader), nil
}

// hostName is the name of a display's host, who used the command that the message with its button answers; empty where it does not say.
func hostName(m *discordgo.Message, host game.Person) string {
	if m == nil || m.InteractionMetadata == nil || m.InteractionMetadata.User == nil || m.InteractionMetadata.User.ID != string(host) {
		return ""
	}
	return displayName(m.InteractionMetadata.User)
}
