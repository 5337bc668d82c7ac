package handlers

import (
	"context"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
	"xiangqibot/engine"
)

// offerHours is the maximum number of hours that a challenge to anyone stays open.
const offerHours = 7 * 24

// FirstLevel is the default level of the bot: one that plays sensibly and can be beaten.
const FirstLevel engine.Level = 3

// challenges is /challenge, which challenges a member or anyone here, or starts a game against the bot; and the buttons
// that answer a challenge or ask for a rematch.
type challenges struct {
	games     *lobby.Challenges
	servers   *lobby.Servers
	boards    boards
	isSelf    func(id string) bool // the user is the bot
	opponents []fixedChoice        // the bot's strengths, and the outside engine if there is one
}

func challengesOf(h *Host) challenges {
	return challenges{h.Challenges, h.Servers, boardsOf(h), h.isSelf, opponents(h.Outside)}
}

func newChallengeCommand(h *Host) *Command { return challengesOf(h).command() }

// newChallengeMemberCommand is in the menu of a member: /challenge with nothing but the opponent.
func newChallengeMemberCommand(h *Host) *Command {
	challenges := challengesOf(h)
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		r.give("opponent", r.Member)
		return challenges.challenge(ctx, r)
	}
	return &Command{Name: "Challenge member", Menu: discordgo.UserApplicationCommand, begins: true, Run: run}
}

func (c challenges) command() *Command {
	var handicaps []string
	for _, handicap := range game.Handicaps() {
		handicaps = append(handicaps, string(handicap))
	}
	return &Command{
		Name: "challenge", begins: true,
		Options: []commandOption{
			{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "color", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("red", "black", "random")},
			{Name: "strength", Kind: discordgo.ApplicationCommandOptionInteger, Fixed: c.opponents},
			{Name: "rated", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: "time", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
			{Name: "weekends", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: "vacation", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: "handicap", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(handicaps...)},
			{Name: "giver", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("me", "opponent")},
			{Name: "fen", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "consult", Kind: discordgo.ApplicationCommandOptionInteger, Fixed: askChoices()},
			{Name: "partner", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(view.PartnerNames()...)},
			{Name: "games", Kind: discordgo.ApplicationCommandOptionInteger, Fixed: []fixedChoice{{Key: "single", number: 1}, {Key: "match", number: 2}}},
			{Name: "hours", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1, atMost: offerHours},
		},
		Run:      c.challenge,
		Complete: completeTime,
		Presses: map[view.PressAct]Handler{
			view.PressAccept:  requireWrite(c.accept),
			view.PressRematch: requireWrite(c.rematch),
			view.PressDecline: func(ctx context.Context, r *Request) (view.Reply, error) {
				g, err := c.games.Decline(ctx, r.Act(), r.Press.Game())
				return c.close(ctx, g, r, err)
			},
			view.PressCancel: func(ctx context.Context, r *Request) (view.Reply, error) {
				g, err := c.games.Cancel(ctx, r.Act(), r.Press.Game())
				return c.close(ctx, g, r, err)
			},
		},
	}
}

// askChoices are the question budgets to choose from.
func askChoices() []fixedChoice {
	var fixed []fixedChoice
	for _, n := range game.QuestionBudgets() {
		fixed = append(fixed, fixedChoice{Key: strconv.Itoa(n), number: n, Label: view.BudgetLabel(n)})
	}
	return fixed
}

// challenge challenges whom the person names. Without an opponent that is the bot if its strength is chosen, and in direct
// messages, where nobody else is; otherwise anyone here, and the role for such offers is pinged, at most once a person
// and hour.
func (c challenges) challenge(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{ColorChoice: wishOf(r.Text("color"))}
	_, againstBot := r.Number("strength")
	switch opponent := r.User("opponent"); {
	case opponent == nil && !againstBot && r.Guild != "":
		spec.Anyone = true
		if hours, given := r.Number("hours"); given {
			spec.Life = time.Duration(hours) * time.Hour
		}
	case opponent == nil || c.isSelf(opponent.ID):
		spec.Level = levelHere(r, server)
	case opponent.Bot:
		return view.Reply{}, view.ProblemOtherBot()
	case r.HasLeft(opponent):
		return view.Reply{}, view.ProblemMemberLeft(game.Person(opponent.ID))
	default:
		spec.Opponent, spec.OpponentName = game.Person(opponent.ID), displayName(opponent)
	}
	if err := setConditions(&spec, server, r); err != nil {
		return view.Reply{}, err
	}
	reply, err := c.make(ctx, r, spec)
	if err != nil || !spec.Anyone || server.SeekRole == "" {
		return reply, err
	}
	if pings, err := c.games.TakePing(ctx, r.Act()); err == nil && pings { // on an error the offer stands all the same
		reply.Text, reply.PingRole = view.MentionRole(server.SeekRole)+" "+reply.Text, server.SeekRole
	}
	return reply, nil
}

// make makes the challenge, and shows it or the game that has begun.
func (c challenges) make(ctx context.Context, r *Request, spec game.ChallengeSpec) (view.Reply, error) {
	g, err := c.games.Challenge(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	var reply view.Reply
	switch {
	case g.State == game.Offered:
		reply = c.boards.challenge(ctx, g, r)
	case g.AwaitsThread():
		reply = c.boards.start(ctx, g, r)
	default:
		reply = c.boards.board(g, r)
	}
	return linkWhenElsewhere(reply, g, r), nil
}

// accept starts the game. If it gets a thread, the challenge says so from now on, and the thread is attached to it.
// Otherwise the challenge loses its buttons, and the board is a new message below it that pings both.
func (c challenges) accept(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.games.Accept(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	start := c.boards.start(ctx, g, r)
	if g.AwaitsThread() && !r.Ephemeral {
		start.Pressed = view.Replaced
		return start, nil
	}
	reply := withoutControls()
	reply.FollowUps = []view.Reply{start}
	return reply, nil
}

// rematch asks for a rematch, or agrees if the other side has asked.
func (c challenges) rematch(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.games.Rematch(ctx, r.Act(), r.Press.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Offered {
		reply := c.boards.challenge(ctx, g, r)
		if g.Channel != r.Channel {
			reply.Own = func(bool) view.Reply { return view.RematchElsewhere(g, r.Viewer.Words) }
		}
		return reply, nil
	}
	return c.boards.start(ctx, g, r), nil
}

// close edits the challenge to show that it was declined or cancelled. An error is passed on.
func (c challenges) close(ctx context.Context, g *game.Game, r *Request, err error) (view.Reply, error) {
	if err != nil {
		return view.Reply{}, err
	}
	reply := c.boards.challenge(ctx, g, r)
	if r.Ephemeral { // a copy of their own: the others see another message
		all := reply
		reply = c.boards.challengeFor(ctx, g, r.Viewer).AsPrivate(true)
		reply.FollowUps = []view.Reply{all}
	}
	reply.Pressed = view.Replaced
	return reply, nil
}
