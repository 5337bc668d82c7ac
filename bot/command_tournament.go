package bot

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/publish"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// tournaments is /tournament: people of a server sign up and are paired in rounds, until there is a final table.
type tournaments struct {
	tournaments *tournament.Service
	games       *game.Service
	servers     *game.Servers
	viewers     *audience.Finder
}

func (c memberCommands) Tournament() *Command {
	return tournaments{c.tournaments, c.service, c.servers, c.viewers}.command()
}

func (c tournaments) command() *Command {
	const (
		text   = discordgo.ApplicationCommandOptionString
		number = discordgo.ApplicationCommandOptionInteger
	)
	which := []commandOption{{name: "tournament", kind: number, complete: true, atLeast: 1}}
	sub := func(name string, run handler) *Command {
		return &Command{name: "tournament " + name, options: which, run: run, complete: c.complete}
	}
	presses := map[view.PressAct]handler{view.PressTournament: c.press}
	return &Command{name: "tournament", inServers: true, presses: presses, subs: []*Command{
		{
			name: "tournament create", begins: true,
			options: []commandOption{
				{name: "title", kind: text, required: true},
				{name: "system", kind: text, required: true, fixed: textChoices(string(tournament.RoundRobinSystem), string(tournament.SwissSystem))},
				{name: "time", kind: text, complete: true},
				{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
				{name: "rounds", kind: number, atLeast: 1, atMost: tournament.MaxEntrants - 1},
				{name: "places", kind: number, atLeast: tournament.MinEntrants, atMost: tournament.MaxEntrants},
				{name: "repetitions", kind: text, fixed: textChoices("fourth", "third")},
			},
			run:      c.create,
			complete: completeClock,
		},
		sub("join", c.join),
		sub("leave", c.leave),
		{name: "tournament start", begins: true, options: which, run: c.start, complete: c.complete},
		sub("show", c.show),
		sub("cancel", c.cancel),
	}}
}

func (c tournaments) create(ctx context.Context, r *Request) (view.Reply, error) {
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

// named returns the tournament that the person names, or else the only one here that fits; with a nil fits every one
// does.
func (c tournaments) named(ctx context.Context, r *Request, fits func(*tournament.Tournament) bool) (*tournament.Tournament, error) {
	id, _ := r.Number("tournament")
	return c.tournaments.Find(ctx, r.Act(), tournament.ID(id), fits)
}

// tournamentAct is something that a person does in a tournament.
type tournamentAct func(context.Context, game.Act, tournament.ID) (*tournament.Tournament, error)

// inTournament does an act in the tournament that the person means.
func (c tournaments) inTournament(
	ctx context.Context, r *Request, fits func(*tournament.Tournament) bool, do tournamentAct,
) (*tournament.Tournament, error) {
	t, err := c.named(ctx, r, fits)
	if err != nil {
		return nil, err
	}
	return do(ctx, r.Act(), t.ID)
}

// join signs up. Everybody else sees it by the tournament's message, as also when somebody leaves.
func (c tournaments) join(ctx context.Context, r *Request) (view.Reply, error) {
	fits := func(t *tournament.Tournament) bool { return t.CanJoin(r.Viewer.Person) }
	t, err := c.inTournament(ctx, r, fits, c.tournaments.Join)
	if err != nil {
		return view.Reply{}, err
	}
	return view.TournamentJoined(t, r.Viewer), nil
}

func (c tournaments) leave(ctx context.Context, r *Request) (view.Reply, error) {
	fits := func(t *tournament.Tournament) bool { return t.Plays(r.Viewer.Person) }
	t, err := c.inTournament(ctx, r, fits, c.tournaments.Leave)
	if err != nil {
		return view.Reply{}, err
	}
	return view.TournamentLeft(t, r.Viewer), nil
}

// cancel cancels a tournament, and tells everybody: the players are waiting for the next round.
func (c tournaments) cancel(ctx context.Context, r *Request) (view.Reply, error) {
	fits := func(t *tournament.Tournament) bool { return t.CanManage(r.Act()) }
	t, err := c.inTournament(ctx, r, fits, c.tournaments.Cancel)
	if err != nil {
		return view.Reply{}, err
	}
	return view.TournamentCancelled(t, r.Viewer.ForAll()), nil
}

// start starts a tournament. Everybody hears of it by the job that announces the first round.
func (c tournaments) start(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.named(ctx, r, func(t *tournament.Tournament) bool { return t.Stage == tournament.SigningUp && t.CanManage(r.Act()) })
	if err != nil {
		return view.Reply{}, err
	}
	if t, err = c.tournaments.Start(ctx, r.Act(), t.ID); err != nil {
		return view.Reply{}, err
	}
	return view.TournamentStarted(t, r.Viewer), nil
}

func (c tournaments) show(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := c.named(ctx, r, nil)
	if err != nil {
		return view.Reply{}, err
	}
	return publish.TournamentCard(ctx, c.games, t, r.Viewer.ForAll())
}

// press signs up or withdraws, and brings the message up to date.
func (c tournaments) press(ctx context.Context, r *Request) (view.Reply, error) {
	do := c.tournaments.Join
	switch r.Press.Arg {
	case view.ArgJoin:
	case view.ArgLeave:
		do = c.tournaments.Leave
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("neither joins nor leaves"))
	}
	t, err := do(ctx, r.Act(), r.Press.Tournament())
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := publish.TournamentCard(ctx, c.games, t, c.viewers.ServerOnly(r.Viewer.Server, t.Locale))
	reply.Pressed = view.Replaced
	return reply, err
}

// complete offers the tournaments of the server that have what was typed in their names.
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
