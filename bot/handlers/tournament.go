package handlers

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// tournaments is /tournament and /manage tournament: people of a server sign up and are paired in rounds, until there is
// a final table.
type tournaments struct {
	tournaments *tournament.Service
	games       *game.Service
	servers     *lobby.Servers
	viewers     *audience.Finder
}

func newTournamentCommand(h *Host) *Command {
	return tournaments{h.Tournaments, h.Games, h.Servers, h.Viewers}.command()
}

func (c tournaments) command() *Command {
	return &Command{
		Name: "tournament", inServers: true, Run: c.show, Complete: c.complete,
		Options: []commandOption{{Name: "tournament", Kind: discordgo.ApplicationCommandOptionInteger, Complete: true, atLeast: 1}},
		Presses: map[view.PressAct]Handler{view.PressTournament: c.press},
	}
}

// create is /manage tournament.
func (c tournaments) create() *Command {
	const (
		text   = discordgo.ApplicationCommandOptionString
		number = discordgo.ApplicationCommandOptionInteger
	)
	return &Command{
		Name: "manage tournament", begins: true,
		Options: []commandOption{
			{Name: "title", Kind: text, Required: true},
			{Name: "system", Kind: text, Required: true, Fixed: textChoices(string(tournament.RoundRobinSystem), string(tournament.SwissSystem))},
			{Name: "time", Kind: text, Complete: true},
			{Name: "rated", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: "rounds", Kind: number, atLeast: 1, atMost: tournament.MaxEntrants - 1},
			{Name: "places", Kind: number, atLeast: tournament.MinEntrants, atMost: tournament.MaxEntrants},
			{Name: "repetitions", Kind: text, Fixed: textChoices("fourth", "third")},
		},
		Run:      c.open,
		Complete: completeClock,
	}
}

func (c tournaments) open(ctx context.Context, r *Request) (view.Reply, error) {
	if r.Guild != "" && !r.Manages {
		return view.Reply{}, view.ProblemTournamentManager()
	}
	server, err := c.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	rounds, _ := r.Number("rounds")
	places, _ := r.Number("places")
	spec := tournament.Spec{
		Name: r.Text("title"), System: tournament.System(r.Text("system")), Rounds: int(min(rounds, tournament.MaxEntrants)), Places: int(min(places, tournament.MaxEntrants+1)),
		Rated: server.AllowsRated(false),
	}
	if r.options["rated"] != nil {
		spec.Rated = r.Flag("rated")
	}
	if text := r.Text("time"); text != "" {
		control, err := game.ParseTimeControl(words.NormalizeTimes(text))
		switch {
		case err != nil:
			return view.Reply{}, view.ProblemTime(text, err)
		case control.Class() == game.Untimed: // left out, it would be the server's
			return view.Reply{}, view.ProblemTournamentUntimed()
		}
		spec.Time = control
	}
	spec.Repetitions = map[string]int{"third": 3, "fourth": 4}[r.Text("repetitions")]
	t, err := c.tournaments.Open(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	return view.TournamentOpened(t, r.Viewer), nil // its message is brought by its job
}

// show shows the tournament that the person names, or else the newest one here that is not over.
func (c tournaments) show(ctx context.Context, r *Request) (view.Reply, error) {
	id, _ := r.Number("tournament")
	t, err := c.tournaments.Find(ctx, r.Act(), tournament.ID(id))
	if err != nil {
		return view.Reply{}, err
	}
	return publish.TournamentCard(ctx, c.games, t, r.Viewer.ForAll())
}

// press does what the buttons of a tournament are for.
func (c tournaments) press(ctx context.Context, r *Request) (view.Reply, error) {
	switch r.Press.Arg {
	case view.ArgJoin:
		return c.enter(ctx, r, c.tournaments.Join)
	case view.ArgLeave:
		return c.enter(ctx, r, c.tournaments.Leave)
	case view.ArgStart:
		return requireWrite(c.start)(ctx, r)
	case view.ArgCancel:
		return c.askCancel(ctx, r)
	case view.ArgCancelYes:
		return c.cancel(ctx, r)
	case view.ArgKeep:
		return c.keep(ctx, r)
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
	reply, err := publish.TournamentCard(ctx, c.games, t, c.viewers.ServerOnly(r.Viewer.Server, t.Locale))
	reply.Pressed = view.Replaced
	return reply, err
}

// start starts a tournament. Everybody hears of it by the job that announces the first round.
func (c tournaments) start(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.tournaments.Start(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	return view.TournamentStarted(t, r.Viewer), nil
}

// askCancel asks whether the tournament is really to be called off.
func (c tournaments) askCancel(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.tournaments.Find(ctx, r.Act(), r.Press.Tournament())
	switch {
	case err != nil:
		return view.Reply{}, err
	case !t.Open():
		return view.Reply{}, &game.Refusal{Code: tournament.TournamentOver}
	case !t.CanManage(r.Act()):
		return view.Reply{}, &game.Refusal{Code: tournament.NotOrganizer}
	}
	return view.ConfirmTournamentCancel(t, r.Viewer), nil
}

// keep closes the question whether to call it off.
func (c tournaments) keep(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.tournaments.Find(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.TournamentKept(t, r.Viewer)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	return reply, nil
}

// cancel calls a tournament off, and tells everybody: the players are waiting for the next round.
func (c tournaments) cancel(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.tournaments.Cancel(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.TournamentCancelDone(t, r.Viewer)
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	reply.FollowUps = []view.Reply{view.TournamentCancelled(t, r.Viewer.ForAll())}
	return reply, nil
}

// Complete offers the tournaments of the server that have what was typed in their names.
func (c tournaments) complete(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Guild == "" {
		return nil, nil
	}
	all, err := c.tournaments.Tournaments(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	typed := r.typed("tournament")
	var choices []discord.Choice
	for _, t := range all {
		name := discord.Cut(view.TournamentLabel(r.Viewer.Words, t), discord.ChoiceNameLimit)
		if contains(name, typed) {
			choices = append(choices, discord.Choice{Name: name, Value: int64(t.ID)})
		}
	}
	return choices, nil
}
