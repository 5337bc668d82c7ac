package handlers

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile/paste"
)

// challenges is /challenge, which challenges a member or anyone here, or starts a game against the bot; and the buttons
// that answer a challenge or ask for a rematch.
type challenges struct{ boards }

// newChallengeMemberCommand is in the menu of a member: /challenge with nothing but the opponent.
func newChallengeMemberCommand(h *Host) *Command {
	challenges := challenges{boards{h}}
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		r.options["opponent"] = r.Member
		return challenges.challenge(ctx, r)
	}
	return &Command{Name: "Challenge member", Menu: discordgo.UserApplicationCommand, begins: true, Run: run}
}

func newChallengeCommand(h *Host) *Command {
	c := challenges{boards{h}}
	command := &Command{
		Name: "challenge", begins: true,
		Options: []commandOption{
			{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "color", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("red", "black", "random")},
			{Name: "strength", Kind: discordgo.ApplicationCommandOptionInteger, Fixed: opponents(h.Outside)},
			{Name: "rated", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: timeSetting, Kind: discordgo.ApplicationCommandOptionString, Complete: true},
			moreOption(),
		},
		Run:      c.challenge,
		Complete: completeTime,
		Presses: map[view.PressAct]Handler{
			view.PressAccept:  requireWrite(c.accept),
			view.PressRematch: requireWrite(c.rematch),
			view.PressDecline: c.closing(game.DeclineChallenge),
			view.PressCancel:  c.closing(game.CancelChallenge),
		},
	}
	return command.withForm(view.PressTerms, func(*Request) []commandOption { return moreConditions() })
}

// challenge challenges whom the person names. Without an opponent that is the bot if its strength is chosen, and in
// direct messages, where nobody else is; otherwise anyone here, and the role for such offers is pinged, at most once a
// person and hour.
func (c challenges) challenge(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{ColorChoice: colorChoice(r.text("color"))}
	_, againstBot := r.number("strength")
	switch opponent := r.user("opponent"); {
	case opponent == nil && !againstBot && r.Guild != "":
		spec.Anyone = true
		for choice, days := range openFor {
			if r.chose(further, choice) {
				spec.Life = max(spec.Life, time.Duration(days)*24*time.Hour)
			}
		}
	case opponent == nil || c.isSelf(opponent.ID):
		spec.Level = allowedLevel(r, server)
	default:
		if spec.Opponent, spec.OpponentName, err = r.checkOpponent(opponent); err != nil {
			return view.Reply{}, err
		}
	}
	if err := setConditions(&spec, server, r); err != nil {
		return view.Reply{}, err
	}
	_, reply, err := c.create(ctx, r, spec)
	if err != nil || !spec.Anyone || server.SeekRole == "" {
		return reply, err
	}
	if pings, err := c.Challenges.TakePing(ctx, r.Act()); err == nil && pings { // on an error nobody is pinged
		reply.Text, reply.PingRole = view.MentionRole(server.SeekRole)+" "+reply.Text, server.SeekRole
	}
	return reply, nil
}

// create makes the challenge, and returns the message that shows it, or the game that has begun.
func (c challenges) create(
	ctx context.Context, r *Request, spec game.ChallengeSpec,
) (g *game.Game, reply view.Reply, err error) {
	g, err = c.Challenges.Challenge(ctx, r.Act(), spec)
	switch {
	case err != nil:
		return nil, reply, err
	case g.State == game.Offered:
		reply = c.challengeMessage(ctx, g, r)
	case g.AwaitsThread():
		reply = c.firstMessage(ctx, g, r)
	default:
		reply = c.board(g, r)
	}
	return g, linkIfInOtherChannel(reply, g, r), nil
}

// accept starts the game. If it gets a thread, the challenge says so from now on, and the thread is attached to it.
// Otherwise the challenge loses its buttons, and the board is a new message below it that pings both.
func (c challenges) accept(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Challenges.Accept(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	first := c.firstMessage(ctx, g, r)
	if g.AwaitsThread() && !r.Ephemeral {
		first.Pressed = view.Replaced
		return first, nil
	}
	return below(first), nil
}

// rematch asks for a rematch, or agrees if the other side has asked.
func (c challenges) rematch(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := c.Challenges.Rematch(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Offered {
		reply := c.challengeMessage(ctx, g, r)
		if g.Channel != r.Channel {
			reply.Own = func(bool) view.Reply {
				return view.Reply{Text: r.Viewer.Say("place.rematch", words.Vars{"Channel": view.ChannelMention(g.Channel)})}
			}
		}
		return reply, nil
	}
	return c.firstMessage(ctx, g, r), nil
}

// closing handles a button by which a challenge is declined or cancelled. The challenge is edited to show it.
func (c challenges) closing(decision game.Decision) Handler {
	return func(ctx context.Context, r *Request) (view.Reply, error) {
		g, err := c.Games.Decide(ctx, r.Act(), r.Game(), decision)
		if err != nil {
			return view.Reply{}, err
		}
		reply := c.challengeMessage(ctx, g, r)
		if r.Ephemeral { // a copy of their own: the others see another message
			all := reply
			reply = c.challengeMessageFor(ctx, g, r.Viewer).AsPrivate(true)
			reply.FollowUps = []view.Reply{all}
		}
		reply.Pressed = view.Replaced
		return reply, nil
	}
}

// openFor are the choices of further by which an offer to anyone stays open for longer than usual, in days.
var openFor = map[string]int{"three-days": 3, "week": 7}

// moreConditions are the options of a challenge that are asked for in its form.
func moreConditions() []commandOption {
	const text = discordgo.ApplicationCommandOptionString
	var handicaps []string
	var partners []fixedChoice
	for _, handicap := range game.Handicaps() {
		handicaps = append(handicaps, string(handicap))
	}
	for _, n := range game.QuestionBudgets() {
		partners = append(partners, fixedChoice{Key: askFor + strconv.Itoa(n), Label: gameview.BudgetLabel(n)})
	}
	return []commandOption{
		{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
		{Name: "handicap", Kind: text, Fixed: textChoices(handicaps...)},
		{Name: "partner", Kind: text, Fixed: append(partners, textChoices(gameview.PartnerNames()...)...)},
		{Name: "fen", Kind: text, long: true},
		{Name: further, Kind: text, many: true, Fixed: textChoices(
			"me", "opponent", "match", "weekends", "no-vacation", "three-days", "week")},
	}
}

// askFor begins the choice of a partner who answers so many questions.
const askFor = "ask-"

// setConditions sets the conditions of a challenge from the options. An error is a [view.Problem].
//
// A game is rated unless something prevents it: the person, the server, a handicap, a start position of its own, or
// no clock.
func setConditions(spec *game.ChallengeSpec, server guild.Settings, r *Request) error {
	control, err := r.timeControl()
	if err != nil {
		return err
	}
	spec.Time = control
	untimed := r.text(timeSetting) != "" && control.Class() == clocks.Untimed
	if text := r.text("fen"); text != "" {
		rec, err := paste.ReadPosition(text)
		if err != nil {
			return recordview.ProblemPosition(err)
		}
		spec.Start = rec.Position()
	}
	spec.Weekends, spec.NoVacation = r.chose(further, "weekends"), r.chose(further, "no-vacation")
	spec.Handicap = game.Handicap(r.text("handicap"))
	switch {
	case r.chose(further, "me"):
	case r.chose(further, "opponent"):
		spec.OpponentGives = true
	default: // nobody asks the bot to take odds
		spec.OpponentGives = spec.Handicap != game.Even && spec.Level != 0
	}
	if r.chose(further, "match") {
		spec.Games = 2
	}
	if err := setPartner(spec, r); err != nil {
		return err
	}
	if r.options["rated"] != nil {
		spec.Rated = r.flag("rated")
		if spec.Rated && untimed {
			return view.NewProblem("challenge.rated-untimed")
		}
		return nil
	}
	// A game against the bot is rated only on request: the first game of newcomers should cost them nothing, and let
	// them take moves back.
	even := spec.Handicap == game.Even && spec.Start == board.Position{} && spec.Partner == game.Partner{}
	spec.Rated = even && !untimed && spec.Level == 0 && server.AllowsRated(false)
	return nil
}

// defaultPartnerLevel is the level of a partner if none is chosen.
const defaultPartnerLevel engine.Level = 7

// setPartner adds a partner for both sides, if one is chosen. The level is then the partner's, and a bot opponent
// plays above it.
func setPartner(spec *game.ChallengeSpec, r *Request) error {
	partner := game.Partner{Kind: game.PartnerKind(r.text("partner")), Level: defaultPartnerLevel}
	if questions, asks := strings.CutPrefix(r.text("partner"), askFor); asks {
		partner.Kind = game.Consulting
		partner.Budget, _ = strconv.Atoi(questions) // one of the choices
	}
	strength, given := r.number("strength")
	if partner.Kind == game.NoPartner {
		if given && spec.Level == 0 {
			return view.NewProblem("challenge.strength-alone")
		}
		return nil
	}
	if given {
		partner.Level = engine.Level(strength)
	}
	spec.Partner = partner
	if spec.Level != 0 && spec.Level != game.LevelOutside {
		spec.Level = partner.OpponentLevel()
	}
	return nil
}

// newPlayCommand is /play, the short way to a first game, and the buttons of the welcome that lead there: a game
// against the bot without a question, or one against somebody who is chosen from a menu.
func newPlayCommand(h *Host) *Command {
	c := challenges{boards{h}}
	return &Command{
		Name: "play", begins: true, userInstall: true,
		Options: []commandOption{
			{Name: "strength", Kind: discordgo.ApplicationCommandOptionInteger, Fixed: opponents(h.Outside)},
		},
		Run: c.play,
		Presses: map[view.PressAct]Handler{
			view.PressQuick:  requireWrite(c.play),
			view.PressFriend: requireWrite(c.friend),
		},
	}
}

// play begins a casual game against the bot, in which the person has Red and moves first. Without a strength it is
// against the weakest level that the server allows.
//
// Where the game gets a thread, the person also gets a board of their own at once: the first move must not wait until
// they have found the thread.
func (c challenges) play(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{ColorChoice: game.WantRed}
	spec.Level, _ = server.Levels()
	if strength, given := r.number("strength"); given {
		spec.Level = engine.Level(strength)
	}
	return c.begin(ctx, r, spec)
}

// beginFrom begins a casual game against the bot from a position, in which the person has the side to move, at a level
// of the server.
func (c challenges) beginFrom(
	ctx context.Context, r *Request, position board.Position, level func(*Request, guild.Settings) engine.Level,
) (view.Reply, error) {
	return requireWrite(func(ctx context.Context, r *Request) (view.Reply, error) {
		server, err := c.Servers.Server(ctx, r.Guild)
		if err != nil {
			return view.Reply{}, err
		}
		spec := game.ChallengeSpec{Level: level(r, server), Start: position, ColorChoice: game.WantRed}
		if position.SideToMove() == board.Black {
			spec.ColorChoice = game.WantBlack
		}
		return c.begin(ctx, r, spec)
	})(ctx, r)
}

// begin begins a game against the bot; see play.
func (c challenges) begin(ctx context.Context, r *Request, spec game.ChallengeSpec) (view.Reply, error) {
	g, reply, err := c.create(ctx, r, spec)
	if err == nil && g.AwaitsThread() {
		reply.FollowUps = append(reply.FollowUps, gameview.Turn(c.View, g, r.Viewer.Alone()).AsPrivate(true))
	}
	return reply, err
}

// friend asks whom the person wants to play, and challenges the one whom they choose: to a casual game without a clock,
// so that a first game costs nobody anything.
func (c challenges) friend(ctx context.Context, r *Request) (view.Reply, error) {
	spec := game.ChallengeSpec{}
	switch chosen := r.chosenUser(); {
	case r.Press.Arg == gameview.FriendAsk:
		if r.Guild == "" {
			return view.Reply{}, view.NewProblem("friend.nobody-here")
		}
		return gameview.AskFriend(r.Viewer), nil
	case r.Press.Arg == gameview.FriendAnyone:
		spec.Anyone = true
	case r.Press.Arg != gameview.FriendChosen || chosen == nil:
		return view.Reply{}, r.Press.Foreign(errors.New("no friend was chosen"))
	case c.isSelf(chosen.ID):
		return c.play(ctx, r)
	default:
		var err error
		if spec.Opponent, spec.OpponentName, err = r.checkOpponent(chosen); err != nil {
			return view.Reply{}, err
		}
	}
	_, all, err := c.create(ctx, r, spec)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Private(r.Viewer.Say("friend.asked"))
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	reply.FollowUps = []view.Reply{all}
	return reply, nil
}
