package bot

import (
	"context"
	"slices"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// firstLevel is the bot's strength for those who name none: one that plays sensibly and can be beaten.
const firstLevel engine.Level = 3

// challengeCommand is /challenge: it asks a member, or anyone here, for a game, or starts one against the bot.
func (h *host) challengeCommand() *Command {
	var handicaps []string
	for _, handicap := range game.Handicaps() {
		handicaps = append(handicaps, string(handicap))
	}
	return &Command{
		name: "challenge",
		options: []commandOption{
			{name: "opponent", kind: discordgo.ApplicationCommandOptionUser},
			{name: "colour", kind: discordgo.ApplicationCommandOptionString, fixed: texts("red", "black", "random")},
			{name: "strength", kind: discordgo.ApplicationCommandOptionInteger, fixed: h.opponents()},
			{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "time", kind: discordgo.ApplicationCommandOptionString, complete: true},
			{name: "weekends", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "vacation", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "handicap", kind: discordgo.ApplicationCommandOptionString, fixed: texts(handicaps...)},
			{name: "giver", kind: discordgo.ApplicationCommandOptionString, fixed: texts("me", "opponent")},
			{name: "fen", kind: discordgo.ApplicationCommandOptionString},
			{name: "anyone", kind: discordgo.ApplicationCommandOptionBoolean},
			{name: "games", kind: discordgo.ApplicationCommandOptionInteger, fixed: []fixedChoice{{key: "single", number: 1}, {key: "match", number: 2}}},
		},
		run:      h.challenge,
		complete: h.completeTime,
	}
}

// wishOf is the colour wished by a choice of the option colour.
func wishOf(choice string) game.Wish {
	switch choice {
	case "red":
		return game.WantRed
	case "black":
		return game.WantBlack
	default:
		return game.AnyColor
	}
}

func (h *host) challenge(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	server, err := h.service.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{Wish: wishOf(r.Text("colour"))}
	spec.Anyone = r.Flag("anyone")
	switch opponent := r.User("opponent"); {
	case opponent == nil && spec.Anyone:
	case opponent == nil || h.isSelf(opponent.ID):
		spec.Level = levelHere(r, server)
	case opponent.Bot:
		return view.Private(w.Say("challenge.otherbot")), nil
	case r.HasLeft(opponent):
		return view.Private(w.Say("challenge.left", words.Vars{"Person": view.Mention(game.Person(opponent.ID))})), nil
	default:
		spec.Opponent, spec.OpponentName = game.Person(opponent.ID), displayName(opponent)
	}
	if reply, wrong := conditions(&spec, server, r); wrong {
		return reply, nil
	}
	return h.challenged(ctx, r, spec)
}

// challenged makes the challenge, and shows it or the game that has begun by it.
func (h *host) challenged(ctx context.Context, r *Request, spec game.ChallengeSpec) (view.Reply, error) {
	g, err := h.service.Challenge(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	switch {
	case g.State == game.Offered:
		return outside(h.view.Challenge(g, h.next(ctx, g, r)), g, r), nil
	case g.Unhoused():
		return outside(h.view.Begun(g, h.next(ctx, g, r), ""), g, r), nil
	}
	return outside(h.board(g, r), g, r), nil
}

// outside tells who asked for a game in the thread of another one where it is to be found.
func outside(reply view.Reply, g *game.Game, r *Request) view.Reply {
	if g.Channel != r.Channel {
		reply.Own = func() view.Reply {
			return view.Reply{Text: r.Reader.Words.Say("house.outside", words.Vars{"Channel": view.ChannelMention(g.Channel)})}
		}
	}
	return reply
}

// levelHere is the strength that the person chose, else the usual one, as near to it as the server allows.
func levelHere(r *Request, server game.Server) engine.Level {
	if strength, given := r.Number("strength"); given {
		return engine.Level(strength)
	}
	weakest, strongest := server.Levels()
	return min(max(firstLevel, weakest), strongest)
}

// conditions puts the options that say how the game is played into a challenge. Where one of them cannot be read it says so.
//
// A game is rated unless something keeps it from that: the person, the server, a handicap, a position of its own, or no clock.
func conditions(spec *game.ChallengeSpec, server game.Server, r *Request) (wrong view.Reply, isWrong bool) {
	w := r.Reader.Words
	untimed := false
	if text := r.Text("time"); text != "" {
		control, err := game.ParseTimeControl(text)
		if err != nil {
			return view.Private(w.Say("challenge.no-time", words.Vars{"Text": view.Quoted(text)})), true
		}
		spec.Time, untimed = control, control.Class() == game.Untimed
	}
	if text := r.Text("fen"); text != "" {
		p, err := board.ParseFEN(text)
		if err != nil {
			return view.Private(w.Sentences([]string{w.Say("challenge.no-position"), view.BadStartText(err, r.Reader)})), true
		}
		spec.Start = p
	}
	spec.Weekends = r.Flag("weekends")
	spec.NoVacation = r.options["vacation"] != nil && !r.Flag("vacation")
	spec.Handicap = game.Handicap(r.Text("handicap"))
	switch r.Text("giver") {
	case "me":
	case "opponent":
		spec.OpponentGives = true
	default: // nobody asks the bot to take odds
		spec.OpponentGives = spec.Handicap != game.Even && spec.Level != 0
	}
	if n, given := r.Number("games"); given {
		spec.Games = int(n)
	}
	if r.options["rated"] != nil {
		spec.Rated = r.Flag("rated")
		if spec.Rated && untimed {
			return view.Private(w.Say("challenge.rated-untimed")), true
		}
		return view.Reply{}, false
	}
	// Against the bot a game counts only for those who say so: the first game of a newcomer should cost him nothing, and let him take
	// moves back.
	even := spec.Handicap == game.Even && spec.Start == board.Position{}
	spec.Rated = even && !untimed && spec.Level == 0 && server.Rates(false)
	return view.Reply{}, false
}

// timeControls are those that are offered to choose from; every other that can be read is taken as well.
func timeControls() []string {
	return []string{
		"none", "10+10", "15+10", "20+20", "30+20", "60+30", "1d", "2d", "3d", "5d", "7d", "10d", "14d", "7d+12h", "10d+1d",
	}
}

// completeTime offers the time controls of a game that may also have none.
func (h *host) completeTime(_ context.Context, r *Request) ([]discord.Choice, error) {
	return timeChoices(r, true)
}

// completeClock offers the time controls of games that need one.
func (h *host) completeClock(_ context.Context, r *Request) ([]discord.Choice, error) {
	return timeChoices(r, false)
}

// timeChoices are the time controls that have what was typed in their short or long spelling, first those that begin with it: "3" is sooner
// "3d" than "30+20". What was typed out comes before all; a number alone means days a move.
func timeChoices(r *Request, untimed bool) ([]discord.Choice, error) {
	w, typed := r.Reader.Words, strings.ToLower(strings.TrimSpace(r.Text("time")))
	offer := func(t game.TimeControl) discord.Choice {
		line := view.ControlText(w, t)
		if t.Class() != game.Untimed {
			line = t.String() + " · " + line
		}
		return discord.Choice{Name: discord.Cut(line, discord.ChoiceNameLimit), Value: t.String()}
	}
	var begin, contain []discord.Choice
	for _, spelled := range []string{typed, typed + "d"} {
		if t, err := game.ParseTimeControl(spelled); err == nil && (untimed || t.Class() != game.Untimed) {
			begin = append(begin, offer(t))
		}
	}
	for _, spelled := range timeControls() {
		t, err := game.ParseTimeControl(spelled)
		if err != nil {
			return nil, err
		}
		c := offer(t)
		switch {
		case t.Class() == game.Untimed && !untimed, !contains(c.Name, typed), slices.Contains(begin, c):
		case strings.HasPrefix(spelled, typed):
			begin = append(begin, c)
		default:
			contain = append(contain, c)
		}
	}
	return append(begin, contain...), nil
}

// pressAccept starts the game. Where it gets a thread of its own the challenge says so from now on, and the thread hangs on it. Otherwise it
// keeps its place without its buttons, and the board comes below it, so that both are called to it.
func (h *host) pressAccept(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Accept(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	reply := h.withoutControls()
	switch {
	case !g.Unhoused():
		reply.Also = []view.Reply{h.passed(ctx, g, r)}
	case r.Ephemeral:
		reply.Also = []view.Reply{h.view.Begun(g, h.next(ctx, g, r), "")}
	default:
		reply = h.view.Begun(g, h.next(ctx, g, r), "")
		reply.InPlace = true
	}
	return reply, nil
}

// pressRematch asks for the game once more, or agrees where the other side has asked.
func (h *host) pressRematch(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Rematch(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Offered {
		return h.view.Challenge(g, h.next(ctx, g, r)), nil
	}
	if g.Unhoused() {
		return h.view.Begun(g, h.next(ctx, g, r), ""), nil
	}
	return h.passed(ctx, g, r), nil
}

// pressDecline refuses the challenge in its place.
func (h *host) pressDecline(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Decline(ctx, r.Act(), r.Press.Game)
	return h.answered(g, r, err)
}

// pressCancel takes one's own challenge back in its place.
func (h *host) pressCancel(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.Cancel(ctx, r.Act(), r.Press.Game)
	return h.answered(g, r, err)
}

func (h *host) answered(g *game.Game, r *Request, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	reply := h.view.Challenge(g, r.Reader)
	if r.Ephemeral { // a copy of his own: the others see another message
		all := reply
		reply = forOneself(reply, true)
		reply.Also = []view.Reply{all}
	}
	reply.InPlace = true
	return reply, nil
}

// withoutControls leaves the message pressed as it is, but for its buttons.
func (h *host) withoutControls() view.Reply { return view.Reply{InPlace: true, Keep: true} }
