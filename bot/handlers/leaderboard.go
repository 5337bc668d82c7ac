package handlers

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/peopleview"
	"xiangqibot/bot/words"
)

// leaderboards is /leaderboard: the highest ratings of the server, or of all servers, the tables of seasons, and the
// server's best at puzzles.
type leaderboards struct{ *Host }

// rankings are what can be ranked, the default first.
var rankings = []string{"all", "live", "correspondence", "partners", "puzzles", "streaks"}

// The classes and the times that can be chosen instead of all.
var (
	rankedClasses = map[string]clocks.Class{"live": clocks.Live, "correspondence": clocks.Correspondence}
	rankedWindows = map[string]standing.Window{
		"week": standing.ThisWeek, "month": standing.ThisMonth, "season": standing.ThisSeason,
	}
)

func newLeaderboardCommand(h *Host) *Command {
	c := leaderboards{h}
	return &Command{
		Name: "leaderboard",
		Options: []commandOption{
			{Name: "scope", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("server", "everywhere")},
			{Name: "class", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(rankings...)},
			{Name: "time", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("all", "week", "month", "season")},
			{Name: "bots", Kind: discordgo.ApplicationCommandOptionBoolean},
			{Name: "season", Kind: discordgo.ApplicationCommandOptionInteger, atLeast: 1},
		},
		Run:     c.show,
		Presses: map[view.PressAct]Handler{view.PressRanking: c.turn},
	}
}

func (c leaderboards) show(ctx context.Context, r *Request) (view.Reply, error) {
	if number, given := r.number("season"); given {
		return c.season(ctx, r, int(number))
	}
	switch r.text("class") {
	case "puzzles":
		return public(puzzles{Host: c.Host}.best)(ctx, r)
	case "streaks":
		return public(streaks{Host: c.Host}.best)(ctx, r)
	}
	board := standing.Leaderboard{
		Bots: r.flag("bots"), Class: rankedClasses[r.text("class")], Window: rankedWindows[r.text("time")],
	}
	if r.text("scope") != "everywhere" || board.Window == standing.ThisSeason { // a season is a server's
		board.Guild = r.Guild
	}
	if r.text("class") == "partners" {
		lines, err := c.Leaderboards.Partners(ctx, r.Guild, board.Window)
		if err != nil {
			return view.Reply{}, err
		}
		return peopleview.PartnerBoard(lines, board.Window, r.Viewer.ForAll()), nil
	}
	return c.page(ctx, r, peopleview.RankingPage{Leaderboard: board})
}

func (c leaderboards) season(ctx context.Context, r *Request, number int) (view.Reply, error) {
	season, err := c.Leaderboards.Season(ctx, r.Guild, number)
	if err != nil {
		return view.Reply{}, err
	}
	table, err := c.Leaderboards.SeasonTable(ctx, season, seasonShown)
	return peopleview.Season(season, table, r.Viewer.ForAll()), err
}

// turn turns the pages of a leaderboard, on the message that shows it.
func (c leaderboards) turn(ctx context.Context, r *Request) (view.Reply, error) {
	page, err := peopleview.ParseRankingPage(r.Press, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	reply, err := c.page(ctx, r, page)
	reply.Pressed = view.ReplacedIf(!reply.Private)
	return reply, err
}

func (c leaderboards) page(ctx context.Context, r *Request, page peopleview.RankingPage) (view.Reply, error) {
	ranking, err := c.Leaderboards.Leaderboard(ctx, page.Leaderboard, page.Number, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.Leaderboard(c.View, page.Leaderboard, ranking, r.Viewer.ForAll()), nil
}

// seasonShown is how many lines of a season's table are shown.
const seasonShown = 20

// seasons is /manage season: a table of the points that members win between its start and its end.
type seasons struct{ *Host }

// manage is /manage season, which starts a season or closes the one that runs.
func (c seasons) manage() *Command {
	return &Command{
		Name: "manage season",
		Options: []commandOption{
			{Name: "title", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "close", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			switch {
			case r.Guild != "" && !r.Manages:
				return view.Reply{}, view.NewProblem("season.refused")
			case r.flag("close"):
				return c.close(ctx, r)
			}
			return c.start(ctx, r)
		},
	}
}

func (c seasons) start(ctx context.Context, r *Request) (view.Reply, error) {
	season, err := c.Leaderboards.StartSeason(ctx, r.Act(), r.text("title"))
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.SeasonStarted(season, r.Viewer.ForAll()), nil
}

func (c seasons) close(ctx context.Context, r *Request) (view.Reply, error) {
	season, err := c.Leaderboards.CloseSeason(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	table, err := c.Leaderboards.SeasonTable(ctx, season, seasonShown)
	return peopleview.SeasonClosed(season, table, r.Viewer.ForAll()), err
}

// profiles is /profile: a summary of a member's games, and the results of two members against each other.
type profiles struct{ *Host }

// newShowProfileCommand is in the menu of a member: /profile of that member.
func newShowProfileCommand(h *Host) *Command {
	profiles := profiles{h}
	run := func(ctx context.Context, r *Request) (view.Reply, error) {
		r.options["member"] = r.Member
		return profiles.show(ctx, r)
	}
	return &Command{Name: "Show profile", Menu: discordgo.UserApplicationCommand, Private: true, Run: run}
}

func newProfileCommand(h *Host) *Command {
	p := profiles{h}
	return &Command{
		Name: "profile", Private: true, userInstall: true,
		Options: []commandOption{
			{Name: "member", Kind: discordgo.ApplicationCommandOptionUser},
			{Name: "opponent", Kind: discordgo.ApplicationCommandOptionUser},
		},
		Run: func(ctx context.Context, r *Request) (view.Reply, error) {
			if r.user("opponent") != nil {
				return p.versus(ctx, r)
			}
			return p.show(ctx, r)
		},
	}
}

func (p profiles) show(ctx context.Context, r *Request) (view.Reply, error) {
	person, ok := memberOf(r, "member")
	if !ok {
		return view.Reply{}, view.NewProblem("profile.bot")
	}
	profile, err := p.Players.Profile(ctx, person)
	if err != nil {
		return view.Reply{}, err
	}
	profile.Player.Person = person
	return peopleview.Profile(p.View, profile, p.Players.RatingNow, r.Viewer), nil
}

func (p profiles) versus(ctx context.Context, r *Request) (view.Reply, error) {
	person, ok := memberOf(r, "member")
	opponent, too := memberOf(r, "opponent")
	switch {
	case !ok || !too:
		return view.Reply{}, view.NewProblem("profile.bot")
	case person == opponent:
		return view.Reply{}, view.NewProblem("profile.oneself")
	}
	profile, err := p.Players.Versus(ctx, person, opponent)
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.Versus(profile, person, opponent, r.Viewer), nil
}

// memberOf is the member whom an option names, the person who asks where it names nobody; ok is false for a bot.
func memberOf(r *Request, option string) (p game.Person, ok bool) {
	member := r.user(option)
	switch {
	case member == nil:
		return r.Viewer.Person, true
	case member.Bot:
		return "", false
	}
	return game.Person(member.ID), true
}

// ratings is what managers do with ratings: they undo results, and see what looks unfair.
type ratings struct{ *Host }

// askedShown is how many of those who were helped with others' rated games /manage fairplay lists.
const askedShown = 20

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

func (c ratings) fairPlay() *Command {
	return &Command{Name: "manage fairplay", Private: true, Run: c.listUnfair}
}

// undoResults undoes the rating changes of a game, or of all games of two members against each other. The reply is
// public, since it changes the ratings of others.
func (c ratings) undoResults(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.NewProblem("rating.undo-refused")
	}
	_, one := r.number("game")
	member, opponent := r.user("member"), r.user("opponent")
	switch {
	case one && member == nil && opponent == nil:
		g, err := c.Players.UndoRating(ctx, r.Act(), r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		return view.Reply{Text: r.Viewer.ForAll().Say("rating.undone", words.Vars{"Game": int64(g.ID)})}, nil
	case one || member == nil || opponent == nil || member.ID == opponent.ID:
		return view.Reply{}, view.NewProblem("rating.undo-what")
	}
	a, b := game.Person(member.ID), game.Person(opponent.ID)
	n, err := c.Players.UndoPair(ctx, r.Act(), a, b)
	if err != nil {
		return view.Reply{}, err
	}
	vars := words.Vars{"Person": view.Mention(a), "Opponent": view.Mention(b)}
	return view.Reply{Text: r.Viewer.ForAll().Count("rating.undone-pair", n, vars)}, nil
}

// listUnfair lists what managers should look at.
func (c ratings) listUnfair(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.NewProblem("rating.undo-refused")
	}
	pairs, err := c.Players.FarmedPairs(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	asked, err := c.Fair.Asked(ctx, r.Guild, askedShown)
	if err != nil {
		return view.Reply{}, err
	}
	return peopleview.FairPlay(pairs, asked, r.Viewer), nil
}
