package handlers

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/rules"
)

// serverOption is a setting of a server: how it is given and saved. [panelview.ServerSettings] shows it.
type serverOption struct {
	commandOption
	set func(*game.Server, *Request)
}

// serverOptions lists the options, except those of the rules, in the order in which they are shown.
func serverOptions(p *words.Phrases) []serverOption {
	return []serverOption{
		// The language is that of those who have chosen none.
		wordOption("language", languageChoices(p), func(s *game.Server, chosen string) {
			s.Language = strings.TrimPrefix(chosen, automatic)
		}),
		lookOption("theme", func(s *game.Server) *string { return &s.Theme }, panelview.ThemeNames()...),
		lookOption("pieces", func(s *game.Server) *string { return &s.Pieces }, panelview.PiecesNames()...),
		lookOption("picture", func(s *game.Server) *string { return &s.Picture }, view.PictureNames()...),
		listOption(channelOption("channel", discordgo.ChannelTypeGuildForum),
			func(s *game.Server) *[]string { return &s.Channels }),
		// What is shown of the place and of the time is what applies, see [lobby.Servers.PlaceIn] and
		// [lobby.Servers.TimeIn]. There is no value for the default of the place.
		wordOption("place", textChoices(string(game.InThread), string(game.InChannel)),
			func(s *game.Server, chosen string) { s.Place = game.Place(chosen) }),
		idOption(channelOption("results"), func(s *game.Server) *string { return &s.Results }),
		textOption("boards", func(s *game.Server) *string { return (*string)(&s.Boards) }, panelview.BoardsNames()...),
		flagOption("rated", func(s *game.Server, yes bool) { s.Casual = !yes }),
		flagOption("rated-bot", func(s *game.Server, yes bool) { s.UnratedBot = !yes }),
		// Invalid times were refused before, see [SettingsServer].
		wordOption(timeSetting, nil, func(s *game.Server, text string) { s.Time, _ = readServerTime(text) }),
		numberOption(levelOption("weakest"), func(s *game.Server) *engine.Level { return &s.WeakestLevel }),
		numberOption(levelOption("strongest"), func(s *game.Server) *engine.Level { return &s.StrongestLevel }),
		numberOption(numbered("vacation", 0, game.MaxVacationDays), func(s *game.Server) *int { return &s.VacationDays }),
		numberOption(numbered("inactive", 0, game.MaxInactiveDays), func(s *game.Server) *int { return &s.InactiveDays }),
		wordOption("challenges", textChoices("all", "willing"),
			func(s *game.Server, chosen string) { s.OptIn = chosen == "willing" }),
		numberOption(numbered("games", 1, game.MaxOpenGames), func(s *game.Server) *int { return &s.MaxOpenGames }),
		numberOption(numbered("cooldown", 0, int(game.MaxCooldown/time.Second)),
			func(s *game.Server) *int { return &s.Cooldown }),
		idOption(roleOption("seek-role"), func(s *game.Server) *string { return &s.SeekRole }),
		flagOption("puzzles", func(s *game.Server, yes bool) { s.Puzzles = yes }), // may be made of games of the server
		textOption(ranksSetting, func(s *game.Server) *string { return (*string)(&s.Ranks.By) }, panelview.RankNames()...),
		listOption(roleOption(rankRoleSetting), func(s *game.Server) *[]string { return &s.Ranks.Roles }),
	}
}

// wordOption is one of a few words, or if there are none to choose from, any text.
func wordOption(name string, fixed []fixedChoice, set func(*game.Server, string)) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionString, Fixed: fixed},
		func(s *game.Server, r *Request) { set(s, r.Text(name)) },
	}
}

// textOption is one of a few words. The first is the default, which is kept as the empty text.
func textOption(name string, of func(*game.Server) *string, values ...string) serverOption {
	return wordOption(name, textChoices(values...), func(s *game.Server, chosen string) {
		if chosen == values[0] {
			chosen = ""
		}
		*of(s) = chosen
	})
}

// lookOption is a [textOption] that members have among their settings as well.
func lookOption(name string, of func(*game.Server) *string, values ...string) serverOption {
	o := textOption(name, of, values...)
	o.Fixed = memberChoices(name, values...)
	return o
}

// readServerTime reads a value of the clock of rated games: a time control, or automatic for the bot's own. Anything
// else, or no clock, is a [view.Problem].
func readServerTime(text string) (clocks.TimeControl, error) {
	if text == automatic {
		return clocks.TimeControl{}, nil
	}
	t, err := clocks.ParseTimeControl(words.NormalizeTimes(text))
	if err != nil || t.Class() == clocks.Untimed {
		return clocks.TimeControl{}, view.ProblemTime("server.no-time", text, err)
	}
	return t, nil
}

// flagOption is a setting that is on or off.
func flagOption(name string, set func(*game.Server, bool)) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionBoolean},
		func(s *game.Server, r *Request) { set(s, r.Flag(name)) },
	}
}

// numberOption is a number, where 0 turns the setting off.
func numberOption[T ~int](o commandOption, of func(*game.Server) *T) serverOption {
	return serverOption{o, func(s *game.Server, r *Request) {
		if n, ok := r.Number(o.Name); ok {
			*of(s) = T(n)
			if n == 0 {
				*of(s) = game.Disabled
			}
		}
	}}
}

// numbered is a number within bounds.
func numbered(name string, least, most int) commandOption {
	return commandOption{
		Name: name, Kind: discordgo.ApplicationCommandOptionInteger, atLeast: float64(least), atMost: float64(most),
	}
}

// levelOption is the lowest or highest level that may be challenged.
func levelOption(name string) commandOption {
	return commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionInteger, Fixed: strengths()}
}

// channelOption is a channel with messages, or one of other kinds.
func channelOption(name string, more ...discordgo.ChannelType) commandOption {
	return commandOption{
		Name: name, Kind: discordgo.ApplicationCommandOptionChannel,
		channels: append([]discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}, more...),
	}
}

// roleOption is a role.
func roleOption(name string) commandOption {
	return commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionRole}
}

// The settings of the roles that members earn, of which the next higher one is added.
const (
	ranksSetting    = "ranks"
	rankRoleSetting = "rank-role"
)

// idOption is a channel or a role; chosen again, it is none.
func idOption(o commandOption, of func(*game.Server) *string) serverOption {
	return serverOption{o, func(s *game.Server, r *Request) {
		chosen := r.Text(o.Name)
		if chosen == *of(s) || isEveryone(o, r) {
			chosen = ""
		}
		*of(s) = chosen
	}}
}

// listOption adds a channel or a role to a list, or removes it, so that one option can edit the whole list.
func listOption(o commandOption, of func(*game.Server) *[]string) serverOption {
	return serverOption{o, func(s *game.Server, r *Request) {
		chosen, all := r.Text(o.Name), *of(s)
		without := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return id == chosen })
		if len(without) == len(all) && !isEveryone(o, r) {
			without = append(without, chosen)
		}
		*of(s) = without
	}}
}

// isEveryone reports whether the role @everyone was chosen: it has the id of the server.
func isEveryone(o commandOption, r *Request) bool {
	return o.Kind == discordgo.ApplicationCommandOptionRole && r.Text(o.Name) == r.Guild
}

// opponents are the bot's levels as choices of an option, and the outside engine by its name if there is one.
func opponents(outside string) []fixedChoice {
	fixed := strengths()
	if outside != "" {
		fixed = append(fixed, fixedChoice{Key: "outside", number: int(game.LevelOutside), Label: view.OutsideLabel(outside)})
	}
	return fixed
}

// strengths are the bot's levels as choices of an option.
func strengths() []fixedChoice {
	var fixed []fixedChoice
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		fixed = append(fixed, fixedChoice{Key: strconv.Itoa(int(level)), number: int(level), Label: view.LevelLabel(level)})
	}
	return fixed
}

// ruleChoices returns the options of the rules.
func ruleChoices() []commandOption {
	var options []commandOption
	for _, o := range view.RuleOptions() {
		var keys []string
		for _, choice := range o.Choices {
			keys = append(keys, choice.Key)
		}
		options = append(options, commandOption{Name: o.Name, Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(keys...)})
	}
	return options
}

// chooseRules applies the given options to the rules, and reports whether there were any.
func chooseRules(ruleset *rules.Ruleset, r *Request) (chosen bool) {
	for _, o := range view.RuleOptions() {
		for _, choice := range o.Choices {
			if r.Text(o.Name) == choice.Key {
				choice.Set(ruleset)
				chosen = true
			}
		}
	}
	return chosen
}
