package bot

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// tournamentCommand is /tournament: people of a server sign up and are paired in rounds, until there is a final table.
func (h *host) tournamentCommand() *Command {
	const (
		text   = discordgo.ApplicationCommandOptionString
		number = discordgo.ApplicationCommandOptionInteger
	)
	which := []commandOption{{name: "tournament", kind: number, complete: true, atLeast: 1}}
	sub := func(name string, run handler) *Command {
		return &Command{name: "tournament " + name, options: which, run: run, complete: h.completeTournament}
	}
	return &Command{name: "tournament", subs: []*Command{
		{
			name: "tournament create",
			options: []commandOption{
				{name: "title", kind: text, required: true},
				{name: "system", kind: text, required: true, fixed: texts(string(game.EachMeetsEach), string(game.SwissSystem))},
				{name: "time", kind: text, complete: true},
				{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
				{name: "rounds", kind: number, atLeast: 1, atMost: game.MaxEntrants - 1},
				{name: "places", kind: number, atLeast: game.MinEntrants, atMost: game.MaxEntrants},
			},
			run:      h.tournamentCreate,
			complete: h.completeClock,
		},
		sub("join", h.tournamentJoin),
		sub("leave", h.tournamentLeave),
		sub("start", h.tournamentStart),
		sub("show", h.tournamentShow),
		sub("cancel", h.tournamentCancel),
	}}
}

func (h *host) tournamentCreate(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	if r.Guild != "" && !r.Manages {
		return view.Private(w.Say("tournament.refused")), nil
	}
	server, err := h.service.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	rounds, _ := r.Number("rounds")
	places, _ := r.Number("places")
	spec := game.TournamentSpec{
		Name: r.Text("title"), System: game.System(r.Text("system")), Rounds: int(min(rounds, game.MaxEntrants)), Places: int(min(places, game.MaxEntrants+1)),
		Rated: server.Rates(false),
	}
	if r.options["rated"] != nil {
		spec.Rated = r.Flag("rated")
	}
	if text := r.Text("time"); text != "" {
		control, err := game.ParseTimeControl(text)
		switch {
		case err != nil:
			return view.Private(w.Say("challenge.no-time", words.Vars{"Text": view.Quoted(text)})), nil //nolint:nilerr // the words tell what would be right
		case control.Class() == game.Untimed: // left out, it would be the server's
			return view.Private(w.Say("tournament.untimed")), nil
		}
		spec.Time = control
	}
	t, err := h.service.OpenTournament(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	return view.Private(w.Say("tournament.opened", words.Vars{"Tournament": view.TournamentName(w, t)})), nil // its message is brought by its job
}

// meant is the tournament that the person names, or the one at hand.
func (h *host) meant(ctx context.Context, r *Request) (*game.Tournament, error) {
	id, _ := r.Number("tournament")
	return h.service.FindTournament(ctx, r.Act(), game.TournamentID(id))
}

// inTournament does an act in the tournament that the person means.
func (h *host) inTournament(ctx context.Context, r *Request, do func(context.Context, game.Act, game.TournamentID) (*game.Tournament, error)) (*game.Tournament, error) {
	t, err := h.meant(ctx, r)
	if err != nil {
		return nil, err
	}
	return do(ctx, r.Act(), t.ID)
}

// tournamentJoin signs up. Everybody else sees it by the tournament's message, as also when somebody leaves.
func (h *host) tournamentJoin(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := h.inTournament(ctx, r, h.service.JoinTournament)
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Reader.Words
	return view.Private(w.Count("tournament.joined", len(t.Players), words.Vars{"Tournament": view.TournamentLink(w, t), "Places": t.Places})), nil
}

func (h *host) tournamentLeave(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := h.inTournament(ctx, r, h.service.LeaveTournament)
	if err != nil {
		return view.Reply{}, err
	}
	key := "tournament.left"
	if t.Stage == game.SigningUp {
		key = "tournament.left-before"
	}
	return view.Private(r.Reader.Words.Say(key, words.Vars{"Tournament": view.TournamentLink(r.Reader.Words, t)})), nil
}

// tournamentCancel calls a tournament off, and tells everybody: those who play wait for the next round.
func (h *host) tournamentCancel(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := h.inTournament(ctx, r, h.service.CancelTournament)
	if err != nil {
		return view.Reply{}, err
	}
	w := r.Reader.Words
	return view.Reply{Text: w.Say("tournament.cancelled", words.Vars{"Tournament": view.TournamentLink(w, t)})}, nil
}

// tournamentStart starts a tournament. Everybody hears of it by the job that announces the first round.
func (h *host) tournamentStart(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := h.meant(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	if t, err = h.service.StartTournament(ctx, r.Act(), t.ID); err != nil {
		return view.Reply{}, err
	}
	w := r.Reader.Words
	return view.Private(view.TournamentStarted(t, w)), nil
}

func (h *host) tournamentShow(ctx context.Context, r *Request) (view.Reply, error) {
	t, err := h.meant(ctx, r)
	if err != nil {
		return view.Reply{}, err
	}
	return h.tournamentCard(ctx, t, r.Reader)
}

// tournamentCard shows how a tournament stands, with the games of its round.
func (h *host) tournamentCard(ctx context.Context, t *game.Tournament, r view.Reader) (view.Reply, error) {
	games := make(map[game.ID]*game.Game)
	if t.Stage == game.Underway {
		for _, m := range t.Boards[t.Round-1] {
			if m.Game == 0 {
				continue
			}
			g, err := h.service.Game(ctx, m.Game)
			if err != nil {
				return view.Reply{}, err
			}
			games[m.Game] = g
		}
	}
	return view.TournamentCard(t, games, r), nil
}

// pressTournament signs up or withdraws, and brings the message up to date.
func (h *host) pressTournament(ctx context.Context, r *Request) (view.Reply, error) {
	what, number, _ := strings.Cut(r.Press.Arg, "-")
	id, err := strconv.ParseInt(number, 10, 64)
	if err != nil {
		return view.Reply{}, fmt.Errorf("a button for the tournament %q: %w", number, err)
	}
	do := h.service.JoinTournament
	if what == view.ArgLeave {
		do = h.service.LeaveTournament
	}
	t, err := do(ctx, r.Act(), game.TournamentID(id))
	if err != nil {
		return view.Reply{}, err
	}
	reader, err := h.reader(ctx, t.Organiser, t.Guild, t.Locale) // the message is everybody's: it stays in the language in which it came
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := h.tournamentCard(ctx, t, reader)
	reply.InPlace = true
	return reply, err
}

// completeTournament offers the tournaments of the server that have what was typed in their names.
func (h *host) completeTournament(ctx context.Context, r *Request) ([]discord.Choice, error) {
	if r.Guild == "" {
		return nil, nil
	}
	all, err := h.service.Tournaments(ctx, r.Guild)
	if err != nil {
		return nil, err
	}
	typed := r.Text("tournament")
	if n, ok := r.Number("tournament"); ok && typed == "" {
		typed = strconv.FormatInt(n, 10)
	}
	var choices []discord.Choice
	for _, t := range all {
		name := discord.Cut(view.TournamentLabel(r.Reader.Words, t), discord.ChoiceNameLimit)
		if contains(name, typed) {
			choices = append(choices, discord.Choice{Name: name, Value: int64(t.ID)})
		}
	}
	return choices, nil
}
