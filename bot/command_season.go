package bot

import (
	"xiangqibot/bot/game/lobby"

	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
)

// seasonShown is how many lines of a season's table are shown.
const seasonShown = 20

// seasons is /manage season: a table of the points that members win between its start and its end.
type seasons struct {
	boards  *standing.Leaderboards
	servers *lobby.Servers
}

// manage is /manage season, which starts a season or closes the one that runs.
func (c seasons) manage() *Command {
	return &Command{
		name: "manage season",
		options: []commandOption{
			{name: "title", kind: discordgo.ApplicationCommandOptionString},
			{name: "repetitions", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices("fourth", "third")},
			{name: "close", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: func(ctx context.Context, r *Request) (view.Reply, error) {
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
