package handlers

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/vote"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// votes is /vote, and the votes in its games: a channel plays a side together, each member with one vote a turn.
type votes struct{ boards }

func newVoteCommand(h *Host) *Command {
	v := votes{boards{h}}
	const (
		text   = discordgo.ApplicationCommandOptionString
		number = discordgo.ApplicationCommandOptionInteger
		yesNo  = discordgo.ApplicationCommandOptionBoolean
		user   = discordgo.ApplicationCommandOptionUser
		role   = discordgo.ApplicationCommandOptionRole
	)
	command := &Command{
		Name: "vote", inServers: true, begins: true, Run: v.start,
		Options: []commandOption{
			{Name: "window", Kind: number, Required: true, Fixed: windows()},
			{Name: "opponent", Kind: user},
			{Name: "strength", Kind: number, Fixed: opponents(h.Outside)},
			{Name: "teams", Kind: yesNo},
			{Name: "color", Kind: text, Fixed: textChoices("red", "black", "random")},
			moreOption(),
		},
		Presses: map[view.PressAct]Handler{view.PressVote: v.press, view.PressSide: v.pressSide},
	}
	return command.withForm(view.PressVoteTerms, func(r *Request) []commandOption {
		fields := []commandOption{
			{Name: "quorum", Kind: number, atLeast: 1, atMost: vote.MaxQuorum},
			{Name: further, Kind: text, many: true, Fixed: textChoices("captain", "engine")},
			{Name: "role", Kind: role},
		}
		if r.flag("teams") {
			return append(fields, commandOption{Name: "red-role", Kind: role}, commandOption{Name: "black-role", Kind: role})
		}
		return append(fields, commandOption{Name: "opponent", Kind: user})
	})
}

// windows are the voting windows to choose from, in minutes.
func windows() (fixed []fixedChoice) {
	const hour, day = 60, 24 * 60
	for _, minutes := range []int{1, 2, 5, 10, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 3 * day, 7 * day} {
		fixed = append(fixed, fixedChoice{
			Key:   strconv.Itoa(minutes),
			Label: func(w words.Words) string { return view.DurationText(w, time.Duration(minutes)*time.Minute) },
		})
	}
	return fixed
}

func (v votes) start(ctx context.Context, r *Request) (view.Reply, error) {
	minutes, _ := r.number("window")
	quorum, _ := r.number("quorum")
	spec := game.VoteSpec{
		Terms: vote.Terms{
			Window: time.Duration(minutes) * time.Minute, Quorum: int(min(quorum, vote.MaxQuorum+1)),
			Captain: r.chose(further, "captain"), StandIn: r.chose(further, "engine"),
		},
		Teams: r.flag("teams"), ColorChoice: colorChoice(r.text("color")), Role: r.text("role"),
	}
	spec.Roles = [2]string{board.Red: r.text("red-role"), board.Black: r.text("black-role")}
	opponent := r.user("opponent")
	strength, leveled := r.number("strength")
	switch {
	case spec.Teams && (opponent != nil || leveled):
		return view.Reply{}, view.NewProblem("vote.teams-alone")
	case spec.Teams:
	case opponent == nil || v.isSelf(opponent.ID):
		spec.Level = firstLevel
		if leveled {
			spec.Level = engine.Level(strength)
		}
	default:
		var err error
		if spec.Opponent, spec.OpponentName, err = r.checkOpponent(opponent); err != nil {
			return view.Reply{}, err
		}
		if leveled {
			return view.Reply{}, view.NewProblem("challenge.strength-alone")
		}
	}
	g, err := v.Votes.Start(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Offered {
		return linkIfInOtherChannel(v.challengeMessage(ctx, g, r), g, r), nil
	}
	return linkIfInOtherChannel(v.update(ctx, g, r), g, r), nil
}

// vote casts the person's vote for the move that they typed.
func (v votes) vote(ctx context.Context, r *Request, g *game.Game) (view.Reply, error) {
	g, err := v.Votes.Cast(ctx, r.Act(), g.ID, r.text("move"))
	if err != nil {
		return view.Reply{}, withGame(g, err)
	}
	return v.answer(ctx, g, r), nil
}

// voteFor casts the person's vote for a move chosen from a menu or a button, or for resigning.
func (v votes) voteFor(ctx context.Context, r *Request, m board.Move) (view.Reply, error) {
	g, err := v.Votes.CastExact(ctx, r.onBoard(), r.Game(), m)
	if err != nil {
		return view.Reply{}, r.refusedMove(err)
	}
	return v.answer(ctx, g, r), nil
}

// answer answers a vote. While the turn is open the answer is private, and the board shows the new count: at once if
// its button was pressed, otherwise by a ShowVotes job. If the vote closed the turn, everybody is shown the result.
func (v votes) answer(ctx context.Context, g *game.Game, r *Request) view.Reply {
	open := game.VoteOpen(g) && g.Vote.Turn.Choice(r.Viewer.Person) >= 0
	onBoard := r.Press.Act != "" && !r.Ephemeral
	if !open {
		public := v.update(ctx, g, r)
		if onBoard || r.Press.Act == "" {
			return public
		}
		reply := gameview.Played(g, r.Viewer)
		reply.Private, reply.Pressed, reply.FollowUps = true, view.Replaced, []view.Reply{public}
		return reply
	}
	reply := view.Private(gameview.Vote(g, r.Viewer))
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	if !onBoard {
		return reply
	}
	return v.withBoard(ctx, g, r, reply)
}

// withBoard updates the board whose button was pressed, and answers the person below it.
func (v votes) withBoard(ctx context.Context, g *game.Game, r *Request, reply view.Reply) view.Reply {
	shown := v.update(ctx, g, r)
	shown.Pressed, shown.Shows, shown.Ping = view.Replaced, nil, nil // the channel knows this board
	shown.FollowUps = []view.Reply{reply}
	return shown
}

// press votes for a candidate or for resigning, plays the leading move, or shows the players and rules.
func (v votes) press(ctx context.Context, r *Request) (view.Reply, error) {
	switch r.Press.Arg {
	case gameview.ArgStatus:
		g, err := v.Votes.Find(ctx, r.Act(), r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		return gameview.VoteStatus(g, r.Viewer), nil
	case gameview.ArgResign:
		return v.voteFor(ctx, r, board.NoMove)
	case gameview.ArgClose:
		g, err := v.Votes.Close(ctx, r.onBoard(), r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		return v.update(ctx, g, r), nil
	}
	m, err := board.ParseMove(r.Press.Arg)
	if err != nil {
		return view.Reply{}, r.Press.Foreign(err)
	}
	return v.voteFor(ctx, r, m)
}

// pressSide joins the side that the button names.
func (v votes) pressSide(ctx context.Context, r *Request) (view.Reply, error) {
	side := board.Red
	switch r.Press.Arg {
	case board.Red.String():
	case board.Black.String():
		side = board.Black
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("no side to join"))
	}
	g, err := v.Votes.Join(ctx, r.Act(), r.Game(), side)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Private(r.Viewer.Say("vote.joined", words.Vars{"Team": gameview.TeamName(r.Viewer.Words, side)}))
	if !game.VoteOpen(g) {
		return reply, nil
	}
	return v.withBoard(ctx, g, r, reply), nil
}
