package handlers

import (
	"cmp"
	"context"
	"strings"
	"xiangqibot/bot/words"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/view/peopleview"
)

// newManageCommand is /manage: what those who manage a server do with it. Discord shows it to nobody else.
func newManageCommand(h *Host) *Command {
	ratings := ratings{h}
	return &Command{Name: "manage", Private: true, inServers: true, ForManagers: true, Subs: []*Command{
		tournaments{h}.create(),
		seasons{h}.manage(),
		ratings.undo(),
		ratings.fairPlay(),
		settingsDaily{h}.command(),
		SettingsServer{h}.Manage(),
	}}
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
			case r.Flag("close"):
				return c.close(ctx, r)
			}
			return c.start(ctx, r)
		},
	}
}

func (c seasons) start(ctx context.Context, r *Request) (view.Reply, error) {
	season, err := c.Leaderboards.StartSeason(ctx, r.Act(), r.Text("title"))
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

// askedShown is how many of those who were helped with others' rated games /manage fairplay lists.
const askedShown = 20

// ratings is what managers do with ratings: they undo results, and see what looks unfair.
type ratings struct{ *Host }

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

// undoResults undoes the rating changes of a game, or of all games of two members against each other. The reply is
// public, since it changes the ratings of others.
func (c ratings) undoResults(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemRatingManager
	}
	_, one := r.Number("game")
	member, opponent := r.User("member"), r.User("opponent")
	switch {
	case one && member == nil && opponent == nil:
		g, err := c.Players.UndoRating(ctx, r.Act(), r.Game())
		if err != nil {
			return view.Reply{}, err
		}
		return view.Reply{Text: r.Viewer.ForAll().Words.Say("rating.undone", words.Vars{"Game": int64(g.ID)})}, nil
	case one || member == nil || opponent == nil || member.ID == opponent.ID:
		return view.Reply{}, view.NewProblem("rating.undo-what")
	}
	a, b := game.Person(member.ID), game.Person(opponent.ID)
	n, err := c.Players.UndoPair(ctx, r.Act(), a, b)
	if err != nil {
		return view.Reply{}, err
	}
	vars := words.Vars{"Person": view.Mention(a), "Opponent": view.Mention(b)}
	return view.Reply{Text: r.Viewer.ForAll().Words.Count("rating.undone-pair", n, vars)}, nil
}

// listUnfair lists what managers should look at.
func (c ratings) listUnfair(ctx context.Context, r *Request) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemRatingManager
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

// SettingsServer is what a server decides for its games: /manage server changes it, and everybody may look at it by
// /settings. To change it there, on the panel, takes the permission Manage Server as well.
type SettingsServer struct{ *Host }

// timeSetting is the setting of the clock of rated games, which has values of many forms.
const timeSetting = "time"

// Manage is /manage server. It shows the panel; with its options it changes one setting, or shows its group.
func (c SettingsServer) Manage() *Command {
	settings := ruleChoices()
	for _, o := range serverOptions(c.Phrases) {
		settings = append(settings, o.commandOption)
	}
	command := &Command{Name: "manage server", Private: true, Panel: settings, Run: c.choose, Complete: c.completeValue}
	var names []fixedChoice
	for _, o := range settings {
		if o.Kind != discordgo.ApplicationCommandOptionChannel && o.Kind != discordgo.ApplicationCommandOptionRole {
			names = append(names, fixedChoice{Key: o.Name, Label: view.Phrase(command.Key() + "." + o.Name + ".desc")})
		}
	}
	command.Options = []commandOption{
		{Name: "setting", Kind: discordgo.ApplicationCommandOptionString, Fixed: names},
		{Name: "value", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
	}
	return command
}

// completeValue offers the values of the chosen setting.
func (c SettingsServer) completeValue(_ context.Context, r *Request) ([]discord.Choice, error) {
	command, typed := c.Manage(), r.Text("value")
	option, known := command.Setting(r.Text("setting"))
	if !known {
		return nil, nil
	}
	values := command.settingMenu(panelview.SettingsOfServer, option.Name, "", r.Viewer).Choices
	if option.Name == timeSetting {
		values = c.times(r, typed)
	}
	var choices []discord.Choice
	for _, v := range values {
		if contains(v.Label, typed) || v.Value == typed {
			choices = append(choices, discord.Choice{Name: discord.Cut(v.Label, discord.ChoiceNameLimit), Value: v.Value})
		}
	}
	return choices, nil
}

// times are the clocks that rated games can have, the bot's own first, as far as they fit what was typed.
func (c SettingsServer) times(r *Request, typed string) []panelview.SettingChoice {
	own := panelview.AutomaticTime(c.Servers.TimeIn(game.Server{}), r.Viewer)
	choices := []panelview.SettingChoice{{Label: own, Value: automatic}}
	for _, t := range timeChoices(r.Viewer, typed, false) {
		if value, ok := t.Value.(string); ok {
			choices = append(choices, panelview.SettingChoice{Label: t.Name, Value: value})
		}
	}
	return choices
}

func (c SettingsServer) choose(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	setting, value := r.Text("setting"), r.Text("value")
	switch {
	case r.Guild == "":
		return panelview.RulesInDirectMessages(c.Servers.Ruleset(server), r.Viewer), nil
	case len(r.options) == 0 && !r.Manages:
		return c.Text(server, "", false, r.Viewer), nil
	case !r.Manages:
		return view.Reply{}, view.ProblemServerManager
	case len(r.options) == 0, value == "" && setting != "":
		return c.panel(server, panelview.ServerGroupOf(setting, r.Viewer.Words), false, r)
	case setting == "" && value != "":
		return view.Reply{}, view.NewProblem("server.no-setting", words.Vars{"Text": view.Quoted(value)})
	case setting != "":
		if err := r.set(c.Manage(), setting, value); err != nil {
			return view.Reply{}, view.NewProblem("server.no-value", words.Vars{"Text": view.Quoted(value)})
		}
	}
	if by := r.Text(ranksSetting); r.Text(rankRoleSetting) != "" || by != "" && by != panelview.RankNames()[0] {
		if !r.mayGiveRoles() {
			return view.Reply{}, view.NewProblem("permission.roles")
		}
	}
	if text := r.Text(timeSetting); text != "" {
		if _, err := readServerTime(text); err != nil {
			return view.Reply{}, err
		}
	}
	server, err = c.Servers.ChangeServer(ctx, r.Act(), func(server *game.Server) error {
		if ruleset := c.Servers.Ruleset(*server); chooseRules(&ruleset, r) { // else the bot's own rules stay those of the server
			server.Rules = ruleset.String()
		}
		for _, o := range serverOptions(c.Phrases) {
			if r.options[o.Name] != nil {
				o.set(server, r)
			}
		}
		return nil
	})
	if err != nil {
		return view.Reply{}, err
	}
	// The language may be another one now.
	r.Viewer, err = c.Viewers.Of(ctx, r.Viewer.Person, r.Guild, string(r.Interaction.Locale))
	if err != nil {
		return view.Reply{}, err
	}
	changed := ""
	for option := range r.options {
		changed = max(changed, option) // the panel goes on with one of them
	}
	return c.panel(server, panelview.ServerGroupOf(changed, r.Viewer.Words), true, r)
}

// Text shows what a server has chosen, of one group or of all, and what holds where it has not.
func (c SettingsServer) Text(server game.Server, group string, saved bool, r view.Viewer) view.Reply {
	server.Place, server.Time = c.Servers.PlaceIn(server), c.Servers.TimeIn(server)
	return panelview.ServerSettings(c.Servers.Ruleset(server), server, group, saved, r)
}

// settingsDaily is /manage daily: where and when a server has the puzzle of the day posted.
type settingsDaily struct{ *Host }

// usualHour is the default hour of the puzzle of the day.
const usualHour = 9

func (c settingsDaily) command() *Command {
	return &Command{
		Name: "manage daily", Private: true,
		Options: []commandOption{
			channelOption("channel"),
			{Name: "hour", Kind: discordgo.ApplicationCommandOptionInteger, atMost: solving.MaxHour},
			{Name: "zone", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
			{Name: "stop", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: c.choose, Complete: c.completeZone,
	}
}

func (c settingsDaily) choose(ctx context.Context, r *Request) (view.Reply, error) {
	p, has, err := c.DailySchedules.Chosen(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild != "" && !r.Manages:
		return view.Reply{}, view.ProblemServerManager
	case len(r.options) > 0 && r.Flag("stop"):
		return lessonview.DailySettings(nil, r.Viewer), c.DailySchedules.Stop(ctx, r.Act())
	case len(r.options) == 0 && !has:
		return lessonview.DailySettings(nil, r.Viewer), nil
	case len(r.options) == 0:
		return lessonview.DailySettings(&p, r.Viewer), nil
	}
	zone := ""
	if text := strings.TrimSpace(r.Text("zone")); text != "" {
		known := false
		if zone, known = ParseZone(text); !known {
			return view.Reply{}, view.ProblemZone(text)
		}
	}
	p, err = c.DailySchedules.Choose(ctx, r.Act(), func(p *solving.Schedule) {
		if p.Channel == "" {
			p.Channel, p.Hour = cmp.Or(r.Parent, r.Channel), usualHour
		}
		p.Channel, p.Zone = cmp.Or(r.Text("channel"), p.Channel), cmp.Or(zone, p.Zone)
		if hour, given := r.Number("hour"); given {
			p.Hour = int(hour)
		}
	})
	return lessonview.DailySettings(&p, r.Viewer), err
}
