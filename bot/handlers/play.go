package handlers

import (
	"context"
	"errors"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
)

// quickGames is /play, the short way to a first game, and the buttons of the welcome that lead there: a game against
// the bot without a question, or one against somebody who is chosen from a menu.
type quickGames struct{ challenges }

func newPlayCommand(h *Host) *Command {
	c := quickGames{challenges{boards{h}}}
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
func (c quickGames) play(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	spec := game.ChallengeSpec{ColorChoice: game.WantRed}
	spec.Level, _ = server.Levels()
	if strength, given := r.Number("strength"); given {
		spec.Level = engine.Level(strength)
	}
	return c.begin(ctx, r, spec)
}

// from begins a casual game against the bot from a position, in which the person has the side to move, at a level of
// the server.
func (c quickGames) from(
	ctx context.Context, r *Request, position board.Position, level func(*Request, game.Server) engine.Level,
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
func (c quickGames) begin(ctx context.Context, r *Request, spec game.ChallengeSpec) (view.Reply, error) {
	g, reply, err := c.make(ctx, r, spec)
	if err == nil && g.AwaitsThread() {
		reply.FollowUps = append(reply.FollowUps, c.View.Turn(g, r.Viewer.Alone()).AsPrivate(true))
	}
	return reply, err
}

// friend asks whom the person wants to play, and challenges the one whom they choose: to a casual game without a clock,
// so that a first game costs nobody anything.
func (c quickGames) friend(ctx context.Context, r *Request) (view.Reply, error) {
	spec := game.ChallengeSpec{}
	switch chosen := r.chosenUser(); {
	case r.Press.Arg == view.FriendAsk:
		if r.Guild == "" {
			return view.Reply{}, view.NewProblem("friend.nobody-here")
		}
		return view.AskFriend(r.Viewer), nil
	case r.Press.Arg == view.FriendAnyone:
		spec.Anyone = true
	case r.Press.Arg != view.FriendChosen || chosen == nil:
		return view.Reply{}, r.Press.Foreign(errors.New("no friend was chosen"))
	case c.isSelf(chosen.ID):
		return c.play(ctx, r)
	default:
		var err error
		if spec.Opponent, spec.OpponentName, err = r.rival(chosen); err != nil {
			return view.Reply{}, err
		}
	}
	_, all, err := c.make(ctx, r, spec)
	if err != nil {
		return view.Reply{}, err
	}
	reply := view.Private(r.Viewer.Say("friend.asked"))
	reply.Pressed = view.ReplacedIf(r.Ephemeral)
	reply.FollowUps = []view.Reply{all}
	return reply, nil
}

// chosenUser is the person chosen in a menu of people; nil if none was, or if Discord does not say who it is.
func (r *Request) chosenUser() *discordgo.User {
	return r.Interaction.resolved.Users[r.Value]
}
