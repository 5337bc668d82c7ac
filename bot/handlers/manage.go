package handlers

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/fairplay"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// newManageCommand is /manage: what those who manage a server do with it. Discord shows it to nobody else.
func newManageCommand(h *Host) *Command {
	ratings := ratings{h.Players, h.Fair}
	return &Command{Name: "manage", Private: true, inServers: true, ForManagers: true, Subs: []*Command{
		tournaments{h.Tournaments, h.Games, h.Servers, h.Viewers}.create(),
		seasons{h.Leaderboards, h.Servers}.manage(),
		ratings.undo(),
		ratings.fairPlay(),
		settingsDaily{h.DailySchedules, personalSettings(h)}.command(),
		serverSettings(h).Manage(),
	}}
}

// seasonShown is how many lines of a season's table are shown.
const seasonShown = 20

// seasons is /manage season: a table of the points that members win between its start and its end.
type seasons struct {
	boards  *standing.Leaderboards
	servers *lobby.Servers
}

// Manage is /manage season, which starts a season or closes the one that runs.
func (c seasons) manage() *Command {
	return &Command{
		Name: "manage season",
		Options: []commandOption{
			{Name: "title", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "repetitions", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("fourth", "third")},
			{Name: "close", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			switch {
			case r.Guild != "" && !r.Manages:
				return view.Reply{}, view.ProblemSeasonManager()
			case r.Flag("close"):
				return c.close(ctx, r)
			}
			return c.start(ctx, r)
		},
	}
}

func (c seasons) start(ctx context.Context, r *Request) (view.Reply, error) {
	repetitions := map[string]int{"third": 3, "fourth": 4}[r.Text("repetitions")]
	season, err := c.boards.StartSeason(ctx, r.Act(), r.Text("title"), c.judged(repetitions))
	if err != nil {
		return view.Reply{}, err
	}
	return view.SeasonStarted(season, repetitions, r.Viewer.ForAll()), nil
}

// judged sets the server's rule for repetitions, because a season includes all its rated games. It is nil for 0, which
// does not change the rule.
func (c seasons) judged(repetitions int) func(*game.Server) {
	if repetitions == 0 {
		return nil
	}
	return func(server *game.Server) {
		ruleset := c.servers.Ruleset(*server)
		ruleset.Repetitions = repetitions
		server.Rules = ruleset.String()
	}
}

func (c seasons) close(ctx context.Context, r *Request) (view.Reply, error) {
	season, err := c.boards.CloseSeason(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	table, err := c.boards.SeasonTable(ctx, season, seasonShown)
	return view.SeasonClosed(season, table, r.Viewer.ForAll()), err
}

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
		Name: "manage undo",
		Options: []commandOption{
			{Name: "game", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
			{Name: "member", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
		},
		Run: c.undoResults,
	}
}

// fairPlay is /manage fairplay.
func (c ratings) fairPlay() *Command {
	return &Command{Name: "manage fairplay", Private: true, Run: c.listUnfair}
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
