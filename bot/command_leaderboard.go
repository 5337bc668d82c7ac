package bot

import (
	"context"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
)

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
	page, err := h.service.Leaderboard(ctx, game.Board{Guild: guild}, 0, r.Reader.Person)
	if err != nil {
		return Reply{}, err
	}
	if len(page.Lines) == 0 {
		return private(w.Say("leaderboard.empty")), nil
	}
	lines := []string{title}
	for i, p := range page.Lines {
		lines = append(lines, strconv.Itoa(i+1)+"\\. "+w.Say("leaderboard.line", Vars{
			"Person": mention(p.Seat.Person), "Rating": ratingText(p.Rating), "Wins": p.Wins, "Draws": p.Draws, "Losses": p.Losses,
		}))
	}
	return Reply{Text: strings.Join(lines, "\n")}, nil
}
