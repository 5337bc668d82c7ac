package bot

import (
	"context"
	"fmt"
	"strconv"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
)

// leaderboardCommand is /leaderboard: the best rated players of the server, or of everywhere.
func (h *host) leaderboardCommand() *Command {
	return &Command{
		name: "leaderboard",
		options: []commandOption{
			{name: "scope", kind: discordgo.ApplicationCommandOptionString, fixed: texts("server", "everywhere")},
			{name: "class", kind: discordgo.ApplicationCommandOptionString, fixed: texts("all", "live", "correspondence")},
			{name: "time", kind: discordgo.ApplicationCommandOptionString, fixed: texts("all", "week", "month", "season")},
			{name: "bots", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: h.leaderboard,
	}
}

func (h *host) leaderboard(ctx context.Context, r *Request) (view.Reply, error) {
	board := game.Board{Bots: r.Flag("bots")}
	if r.Text("scope") != "everywhere" {
		board.Guild = r.Guild
	}
	switch r.Text("class") {
	case "live":
		board.Class = game.Live
	case "correspondence":
		board.Class = game.Correspondence
	}
	switch r.Text("time") {
	case "week":
		board.Window = game.ThisWeek
	case "month":
		board.Window = game.ThisMonth
	case "season":
		board.Window, board.Guild = game.ThisSeason, r.Guild // a season is a server's
	}
	return h.ranking(ctx, r, board, 0)
}

// pressRanking turns the pages of a leaderboard, on the message where it stands.
func (h *host) pressRanking(ctx context.Context, r *Request) (view.Reply, error) {
	board, page, err := parseRanking(r.Press.Arg)
	if err != nil {
		return view.Reply{}, err
	}
	if board.Guild != "" {
		board.Guild = r.Guild
	}
	reply, err := h.ranking(ctx, r, board, page)
	reply.InPlace = !reply.Private
	return reply, err
}

// rankingArg writes which page of which leaderboard a button turns to: where ('h' here, 'e' everywhere), class, window, bots, page.
func rankingArg(b game.Board, page int) string {
	where, bots := "e", "n"
	if b.Guild != "" {
		where = "h"
	}
	if b.Bots {
		bots = "y"
	}
	return fmt.Sprintf("%s%d%d%s%d", where, b.Class, b.Window, bots, page)
}

// parseRanking reads what rankingArg writes. The Guild is not empty where the leaderboard is a server's.
func parseRanking(arg string) (b game.Board, page int, err error) {
	if len(arg) < 5 || arg[1] < '0' || arg[1] > '0'+byte(game.Correspondence) || arg[2] < '0' || arg[2] > '0'+byte(game.ThisSeason) {
		return b, 0, fmt.Errorf("bot: a leaderboard %q", arg)
	}
	if arg[0] == 'h' {
		b.Guild = "here"
	}
	b.Class, b.Window, b.Bots = game.Class(arg[1]-'0'), game.Window(arg[2]-'0'), arg[3] == 'y'
	if page, err = strconv.Atoi(arg[4:]); err != nil || page < 0 {
		return b, 0, fmt.Errorf("bot: page of a leaderboard %q", arg)
	}
	return b, page, nil
}

// ranking shows one page of a leaderboard.
func (h *host) ranking(ctx context.Context, r *Request, board game.Board, number int) (view.Reply, error) {
	w := r.Reader.Words
	page, err := h.service.Leaderboard(ctx, board, number, r.Reader.Person)
	if err != nil {
		return view.Reply{}, err
	}
	if number == 0 && len(page.Lines) == 0 && page.Own == nil {
		return view.Private(w.Say("leaderboard.empty")), nil
	}
	title := view.RankingTitle(w, board)
	reply := view.Reply{Text: view.RankingText(w, title, board, page, r.Reader.Person)}
	reply.Picture = h.view.Chart(view.RankingChart(title, board, page, r.Reader), w)
	var buttons []discordgo.MessageComponent
	if number > 0 {
		buttons = append(buttons, view.Button("◀ "+w.Say("leaderboard.previous"), discordgo.SecondaryButton, view.Press{Act: view.PressRanking, Arg: rankingArg(board, number-1)}))
	}
	if page.More {
		buttons = append(buttons, view.Button(w.Say("leaderboard.next")+" ▶", discordgo.SecondaryButton, view.Press{Act: view.PressRanking, Arg: rankingArg(board, number+1)}))
	}
	reply.Rows = view.Rows(buttons)
	return reply, nil
}
