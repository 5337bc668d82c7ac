package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"
)

// leaderboardShown is how many players the list has.
const leaderboardShown = 20

// leaderboardCommand is /leaderboard: the best rated players of the server, or of everywhere.
func (h *host) leaderboardCommand() *Command {
	return &Command{
		name: "leaderboard",
		options: []commandOption{
			{name: "scope", kind: discordgo.ApplicationCommandOptionString, fixed: texts("server", "everywhere")},
		},
		run: h.leaderboard,
	}
}

func (h *host) leaderboard(ctx context.Context, r *Request) (Reply, error) {
	w := r.Reader.Words
	guild, title := r.Guild, w.Say("leaderboard.server")
	if r.Text("scope") == "everywhere" || guild == "" {
		guild, title = "", w.Say("leaderboard.everywhere")
	}
	players, err := h.service.Leaderboard(ctx, guild, leaderboardShown)
	if err != nil {
		return Reply{}, err
	}
	if len(players) == 0 {
		return private(w.Say("leaderboard.empty")), nil
	}
	lines := []string{title}
	for i, p := range players {
		lines = append(lines, strconv.Itoa(i+1)+"\\. "+w.Say("leaderboard.line", Vars{
			"Person": mention(p.Person), "Rating": ratingText(p.Rating), "Wins": p.Wins, "Draws": p.Draws, "Losses": p.Losses,
		}))
	}
	return Reply{Text: strings.Join(lines, "\n")}, nil
}
