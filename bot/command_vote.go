package bot

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// voteCommand is /vote: a channel plays a side together, each member with one vote a turn.
func (h *host) voteCommand() *Command {
	const (
		text   = discordgo.ApplicationCommandOptionString
		number = discordgo.ApplicationCommandOptionInteger
		yesNo  = discordgo.ApplicationCommandOptionBoolean
		user   = discordgo.ApplicationCommandOptionUser
		role   = discordgo.ApplicationCommandOptionRole
	)
	return &Command{name: "vote", subs: []*Command{
		{
			name: "vote start",
			options: []commandOption{
				{name: "window", kind: number, required: true, fixed: windows()},
				{name: "opponent", kind: user},
				{name: "strength", kind: number, fixed: h.opponents()},
				{name: "teams", kind: yesNo},
				{name: "colour", kind: text, fixed: texts("red", "black", "random")},
				{name: "quorum", kind: number, atLeast: 1},
				{name: "captain", kind: yesNo},
				{name: "silence", kind: text, fixed: texts("lose", "engine")},
				{name: "role", kind: role},
				{name: "red-role", kind: role},
				{name: "black-role", kind: role},
			},
			run: h.voteStart,
		},
		{
			name: "vote move", private: true,
			options: []commandOption{{name: "move", kind: text, required: true, complete: true}, gameOption()},
			run:     h.voteMove,
			complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
				if r.focused == "game" {
					return h.completeVoteGame(ctx, r)
				}
				return h.completeMove(ctx, r)
			},
		},
		{
			name: "vote join", private: true,
			options:  []commandOption{{name: "side", kind: text, fixed: texts("red", "black")}, gameOption()},
			run:      h.voteJoin,
			complete: h.completeVoteGame,
		},
		{
			name: "vote status", private: true,
			options:  []commandOption{gameOption()},
			run:      h.voteStatus,
			complete: h.completeVoteGame,
		},
	}}
}

// windows are the times for a turn that can be chosen, in minutes.
func windows() (fixed []fixedChoice) {
	const hour, day = 60, 24 * 60
	for _, minutes := range []int{1, 2, 5, 10, 15, 30, hour, 2 * hour, 4 * hour, 8 * hour, 12 * hour, day, 2 * day, 3 * day, 7 * day} {
		fixed = append(fixed, fixedChoice{
			key: strconv.Itoa(minutes), number: minutes,
			label: func(w words.Words) string { return view.DurationText(w, time.Duration(minutes)*time.Minute) },
		})
	}
	return fixed
}

func (h *host) voteStart(ctx context.Context, r *Request) (view.Reply, error) {
	minutes, _ := r.Number("window")
	quorum, _ := r.Number("quorum")
	spec := game.VoteSpec{
		VoteTerms: game.VoteTerms{
			Window: time.Duration(minutes) * time.Minute, Quorum: int(min(quorum, game.MaxQuorum+1)),
			Captain: r.Flag("captain"), StandIn: r.Text("silence") == "engine",
		},
		Teams: r.Flag("teams"), Wish: wishOf(r.Text("colour")), Role: r.Text("role"),
	}
	spec.Roles = [2]string{board.Red: r.Text("red-role"), board.Black: r.Text("black-role")}
	switch opponent := r.User("opponent"); {
	case spec.Teams:
	case opponent == nil || h.isSelf(opponent.ID):
		spec.Level = firstLevel
		if strength, given := r.Number("strength"); given {
			spec.Level = engine.Level(strength)
		}
	case opponent.Bot:
		return view.Private(r.Reader.Words.Say("challenge.otherbot")), nil
	default:
		spec.Opponent, spec.OpponentName = game.Person(opponent.ID), displayName(opponent)
	}
	g, err := h.service.StartVote(ctx, r.Act(), spec)
	if err != nil {
		return view.Reply{}, err
	}
	if g.State == game.Offered {
		return outside(h.view.Challenge(g, h.next(ctx, g, r)), g, r), nil
	}
	return outside(h.passed(ctx, g, r), g, r), nil
}

func (h *host) voteMove(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.FindVote(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	return h.vote(ctx, r, g)
}

// vote gives the person's vote to the move that he typed.
func (h *host) vote(ctx context.Context, r *Request, g *game.Game) (view.Reply, error) {
	voted, err := h.service.Vote(ctx, r.Act(), g.ID, r.Text("move"))
	if err != nil {
		return view.Reply{}, about(voted, err)
	}
	return h.voted(ctx, voted, r), nil
}

// voteFor gives his vote to a move chosen from a menu or a button, or to resigning.
func (h *host) voteFor(ctx context.Context, r *Request, m board.Move) (view.Reply, error) {
	g, err := h.service.VoteExact(ctx, r.onBoard(), r.Press.Game, m)
	if err != nil {
		return view.Reply{}, err
	}
	return h.voted(ctx, g, r), nil
}

// voted answers a vote. While the turn is open the voter alone is told, and the board shows the votes anew: at once where its button was
// pressed, otherwise by a TellVotes. A vote that closed the turn shows everybody what came of it.
func (h *host) voted(ctx context.Context, g *game.Game, r *Request) view.Reply {
	open := g.Voting() && g.Vote.Turn.Choice(r.Reader.Person) >= 0
	onBoard := r.Press.Act != 0 && !r.Ephemeral
	if !open {
		public := h.passed(ctx, g, r)
		if onBoard || r.Press.Act == 0 {
			return public
		}
		reply := h.view.Played(g, r.Reader)
		reply.Private, reply.InPlace, reply.Also = true, true, []view.Reply{public}
		return reply
	}
	told := view.Private(h.view.Vote(g, r.Reader))
	told.InPlace = r.Ephemeral
	if !onBoard {
		return told
	}
	return h.refreshed(ctx, g, r, told)
}

// refreshed brings the board whose button was pressed up to date, and tells the one who pressed what became of it.
func (h *host) refreshed(ctx context.Context, g *game.Game, r *Request, told view.Reply) view.Reply {
	shown := h.passed(ctx, g, r)
	shown.InPlace, shown.Tells, shown.Ping = true, nil, nil // the channel knows this board
	shown.Also = []view.Reply{told}
	return shown
}

// pressVote votes for a candidate by its button, for resigning, or plays what leads.
func (h *host) pressVote(ctx context.Context, r *Request) (view.Reply, error) {
	switch r.Press.Arg {
	case view.ArgResign:
		return h.voteFor(ctx, r, board.NoMove)
	case view.ArgClose:
		g, err := h.service.CloseVote(ctx, r.onBoard(), r.Press.Game)
		if err != nil {
			return view.Reply{}, err
		}
		return h.passed(ctx, g, r), nil
	}
	m, err := board.ParseMove(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	return h.voteFor(ctx, r, m)
}

func (h *host) voteJoin(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.FindVote(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	side := board.Red
	switch {
	case r.Text("side") == board.Black.String(), r.Text("side") == "" && !g.Seats[board.Red].Team:
		side = board.Black
	}
	if _, err = h.service.JoinVote(ctx, r.Act(), g.ID, side); err != nil {
		return view.Reply{}, err
	}
	return view.Private(r.Reader.Words.Say("vote.joined", words.Vars{"Team": view.TeamName(r.Reader.Words, side)})), nil
}

// pressSide joins the side that the button names.
func (h *host) pressSide(ctx context.Context, r *Request) (view.Reply, error) {
	side := board.Red
	if r.Press.Arg == board.Black.String() {
		side = board.Black
	}
	g, err := h.service.JoinVote(ctx, r.Act(), r.Press.Game, side)
	if err != nil {
		return view.Reply{}, err
	}
	told := view.Private(r.Reader.Words.Say("vote.joined", words.Vars{"Team": view.TeamName(r.Reader.Words, side)}))
	if !g.Voting() {
		return told, nil
	}
	return h.refreshed(ctx, g, r, told), nil
}

func (h *host) voteStatus(ctx context.Context, r *Request) (view.Reply, error) {
	g, err := h.service.FindVote(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	return h.view.VoteStatus(g, r.Reader), nil
}

// completeVoteGame offers the vote games that are played in this channel.
func (h *host) completeVoteGame(ctx context.Context, r *Request) ([]discord.Choice, error) {
	games, err := h.service.VoteGames(ctx, r.Act())
	if err != nil {
		return nil, err
	}
	return h.gameChoices(games, r), nil
}

// toMove is the game in which the person may move or vote now: by /vote move the vote game of the channel, otherwise his own game, or,
// where he plays none, the vote game of the channel. It is nil where there is no such game; the command itself says why.
func (h *host) toMove(ctx context.Context, r *Request) (*game.Game, error) {
	g, err := (*game.Game)(nil), error(&game.Refusal{Code: game.NoGame})
	if r.Command != "vote move" {
		g, err = h.service.Find(ctx, r.Act(), r.Game())
	}
	if errors.Is(err, &game.Refusal{Code: game.NoGame}) {
		g, err = h.service.FindVote(ctx, r.Act(), r.Game())
	}
	var refusal *game.Refusal
	switch {
	case errors.As(err, &refusal):
		return nil, nil
	case err != nil:
		return nil, err
	case !mayMove(g, r.Reader.Person):
		return nil, nil
	}
	return g, nil
}

// mayMove tells whether p may move or vote now, though a team may still turn him away.
func mayMove(g *game.Game, p game.Person) bool {
	if side, plays := g.SeatOf(p); plays || !g.Voting() {
		return plays && g.State == game.Active && side == g.Turn()
	}
	return true
}
