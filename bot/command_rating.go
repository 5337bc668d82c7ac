package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// historyShown is how many of the latest rated games /rating lists.
const historyShown = 5

// ratings is /rating: shows the ratings of a member, and undoes a result.
type ratings struct {
	players *standing.Players
}

func (c memberCommands) Rating() *Command { return ratings{c.players}.command() }

func (c ratings) command() *Command {
	return &Command{name: "rating", private: true, subs: []*Command{
		{
			name: "rating show", private: true,
			options: []commandOption{{name: "member", kind: discordgo.ApplicationCommandOptionUser}},
			run:     c.show,
		},
		{
			name:    "rating undo",
			options: []commandOption{{name: "game", kind: discordgo.ApplicationCommandOptionInteger, required: true, atLeast: 1}},
			run:     c.undo,
		},
	}}
}

// undo undoes the rating changes of a game. The reply is public, since it changes the ratings of others.
func (c ratings) undo(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemRatingManager()
	}
	g, err := c.players.UndoRating(ctx, r.Act(), r.Game())
	if err != nil {
		return view.Reply{}, err
	}
	return view.RatingUndone(g.ID, r.Viewer), nil
}

// show lists a member's ratings and what their latest games did to them.
func (c ratings) show(ctx context.Context, r *Request) (view.Reply, error) {
	person, ok := memberOf(r, "member")
	if !ok {
		return view.Reply{}, view.ProblemRatingBot()
	}
	player, err := c.players.Player(ctx, person)
	if err != nil {
		return view.Reply{}, err
	}
	history, err := c.players.History(ctx, person, historyShown)
	if err != nil {
		return view.Reply{}, err
	}
	player.Person = person
	return view.Ratings(player, history, c.players.RatingNow, r.Viewer), nil
}
