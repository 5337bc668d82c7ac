package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/engine"
)

// firstLevel is the bot's strength for those who name none: one that plays sensibly and can be beaten.
const firstLevel engine.Level = 3

// challengeCommand is /challenge: it asks a member for a game, or starts one against the bot.
func (h *host) challengeCommand() *Command {
	return &Command{
		name: "challenge",
		options: []commandOption{
			{name: "opponent", kind: discordgo.ApplicationCommandOptionUser},
			{name: "colour", kind: discordgo.ApplicationCommandOptionString, fixed: texts("red", "black", "random")},
			{name: "strength", kind: discordgo.ApplicationCommandOptionInteger, fixed: strengths()},
			{name: "rated", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: h.challenge,
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

func (h *host) challenge(ctx context.Context, r *Request) (Reply, error) {
	spec := game.ChallengeSpec{Rated: true}
	if r.options["rated"] != nil {
		spec.Rated = r.Flag("rated")
	}
	spec.Wish = wishOf(r.Text("colour"))
	switch opponent := r.User("opponent"); {
	case opponent == nil || h.isSelf(opponent.ID):
		spec.Level = firstLevel
		if strength, given := r.Number("strength"); given {
			spec.Level = engine.Level(strength)
		}
	case opponent.Bot:
		return private(r.Reader.Words.Say("challenge.otherbot")), nil
	default:
		spec.Opponent, spec.OpponentName = game.Person(opponent.ID), displayName(opponent)
	}
	g, err := h.service.Challenge(ctx, r.Act(), spec)
	if err != nil {
		return Reply{}, err
	}
	if g.State == game.Offered {
		return h.view.challenge(g, h.next(ctx, g, r)), nil
	}
	if g.Unhoused() {
		return h.view.begun(g, h.next(ctx, g, r), ""), nil
	}
	return h.board(g, r), nil
}

// pressAccept starts the game. Where it gets a thread of its own the challenge says so from now on, and the thread hangs on it. Otherwise it
// keeps its place without its buttons, and the board comes below it, so that both are called to it.
func (h *host) pressAccept(ctx context.Context, r *Request) (Reply, error) {
	g, err := h.service.Accept(ctx, r.Act(), r.Press.Game)
	if err != nil {
		return Reply{}, err
	}
	reply := h.withoutControls()
	switch {
	case !g.Unhoused():
		reply.Also = []Reply{h.passed(ctx, g, r)}
	case r.Ephemeral:
		reply.Also = []Reply{h.view.begun(g, h.next(ctx, g, r), "")}
	default:
		reply = h.view.begun(g, h.next(ctx, g, r), "")
		reply.InPlace = true
	}
	return reply, nil
}

// pressDecline refuses the challenge in its place.
func (h *host) pressDecline(ctx context.Context, r *Request) (Reply, error) {
	g, err := h.service.Decline(ctx, r.Act(), r.Press.Game)
	return h.answered(g, r, err)
}

// pressCancel takes one's own challenge back in its place.
func (h *host) pressCancel(ctx context.Context, r *Request) (Reply, error) {
	g, err := h.service.Cancel(ctx, r.Act(), r.Press.Game)
	return h.answered(g, r, err)
}

func (h *host) answered(g *game.Game, r *Request, err error) (Reply, error) {
	if err != nil {
		return Reply{}, err
	}
	reply := h.view.challenge(g, r.Reader)
	reply.InPlace = true
	return reply, nil
}

// withoutControls leaves the message pressed as it is, but for its buttons.
func (h *host) withoutControls() Reply { return Reply{InPlace: true, Keep: true} }
