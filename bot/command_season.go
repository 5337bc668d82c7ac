package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// seasonShown is how many lines of a season's table are told.
const seasonShown = 20

// seasonCommand is /season: who won most points on the server, from a beginning to an end.
func (h *host) seasonCommand() *Command {
	return &Command{name: "season", subs: []*Command{
		{
			name:    "season start",
			options: []commandOption{{name: "title", kind: discordgo.ApplicationCommandOptionString}},
			run:     h.seasonStart,
		},
		{name: "season close", run: h.seasonClose},
		{
			name:    "season show",
			options: []commandOption{{name: "number", kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1}},
			run:     h.seasonShow,
		},
	}}
}

func (h *host) seasonStart(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	if r.Guild != "" && !r.Manages {
		return view.Private(w.Say("season.refused")), nil
	}
	season, err := h.service.StartSeason(ctx, r.Act(), r.Text("title"))
	if err != nil {
		return view.Reply{}, err
	}
	return view.Reply{Text: w.Say("season.started", words.Vars{"Season": seasonName(w, season)})}, nil
}

func (h *host) seasonClose(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	if r.Guild != "" && !r.Manages {
		return view.Private(w.Say("season.refused")), nil
	}
	season, err := h.service.CloseSeason(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return h.seasonTable(ctx, w, season, w.Say("season.closed", words.Vars{"Season": seasonName(w, season)}))
}

func (h *host) seasonShow(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	number, _ := r.Number("number")
	season, err := h.service.Season(ctx, r.Guild, int(number))
	if err != nil {
		return view.Reply{}, err
	}
	vars := words.Vars{"Season": seasonName(w, season), "Since": view.Date(season.Started), "Until": view.Date(season.Closed)}
	if season.Closed.IsZero() {
		return h.seasonTable(ctx, w, season, w.Say("season.runs", vars))
	}
	return h.seasonTable(ctx, w, season, w.Say("season.over", vars))
}

// seasonTable lists a season's table under a heading.
func (h *host) seasonTable(ctx context.Context, w words.Words, season game.Season, head string) (view.Reply, error) {
	table, err := h.service.SeasonTable(ctx, season, seasonShown)
	if err != nil {
		return view.Reply{}, err
	}
	lines := []string{head}
	for _, l := range table {
		lines = append(lines, view.PlaceText(l.Place)+w.Say("leaderboard.line-gain", words.Vars{
			"Person": view.Person(w, l.Seat.Person), "Rating": view.RatingText(l.Rating), "Gain": view.Gain(l.Value), "Wins": l.Wins, "Draws": l.Draws, "Losses": l.Losses,
		}))
	}
	if len(table) == 0 {
		lines = append(lines, w.Say("season.empty"))
	}
	return view.Reply{Text: strings.Join(lines, "\n")}, nil
}

func seasonName(w words.Words, s game.Season) string {
	if s.Name == "" {
		return w.Say("season.unnamed", words.Vars{"Number": s.Number})
	}
	return w.Say("season.named", words.Vars{"Number": s.Number, "Name": view.Plain(s.Name)})
}
