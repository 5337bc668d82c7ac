package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// askedShown is how many of those who were helped with others' rated games /manage fairplay lists.
const askedShown = 20

// ratings is what managers do with ratings: they undo results, and see what looks unfair.
type ratings struct {
	players *standing.Players
	fair    *fairplay.Guard
}

// undo is /manage undo.
func (c ratings) undo() *Command {
	return &Command{
		name: "manage undo",
		options: []commandOption{
			{name: "game", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{name: "member", kind: discordgo.ApplicationCommandOptionUser},
			{name: "opponent", kind: discordgo.ApplicationCommandOptionUser},
		},
		run: c.undoResults,
	}
}

// fairPlay is /manage fairplay.
func (c ratings) fairPlay() *Command {
	return &Command{name: "manage fairplay", private: true, run: c.listUnfair}
}

// undoResults undoes the rating changes of a game, or of all games of two members against each other. The reply is public,
// since it changes the ratings of others.
func (c ratings) undoResults(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemRatingManager()
	}
	_, one := r.Number("game")
	member, opponent := r.User("member"), r.User("opponent")
	switch {
	case one && member == nil && opponent == nil:
		g, err := c.players.UndoRating(ctx, r.Act(), r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		return view.RatingUndone(g.ID, r.Viewer.ForAll()), nil
	case one || member == nil || opponent == nil || member.ID == opponent.ID:
		return view.Reply{}, view.ProblemRatingUndo()
	}
	a, b := game.Person(member.ID), game.Person(opponent.ID)
	n, err := c.players.UndoPair(ctx, r.Act(), a, b)
	if err != nil {
		return view.Reply{}, err
	}
	return view.RatingsUndone(a, b, n, r.Viewer.ForAll()), nil
}

// listUnfair lists what managers should look at.
func (c ratings) listUnfair(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemRatingManager()
	}
	pairs, err := c.players.FarmedPairs(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	asked, err := c.fair.Asked(ctx, r.Guild, askedShown)
	if err != nil {
		return view.Reply{}, err
	}
	return view.FairPlay(pairs, asked, r.Viewer), nil
}
