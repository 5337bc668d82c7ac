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
		languageOption(p),
		lookOption("theme", func(s *game.Server) *string { return &s.Theme }, panelview.ThemeNames()...),
		lookOption("pieces", func(s *game.Server) *string { return &s.Pieces }, panelview.PiecesNames()...),
		lookOption("picture", func(s *game.Server) *string { return &s.Picture }, view.PictureNames()...),
		channelOption(),
		placeOption(),
		resultsOption(),
		textOption("boards", func(s *game.Server) *string { return (*string)(&s.Boards) }, panelview.BoardsNames()...),
		flagOption("rated", func(s *game.Server) *bool { return &s.Casual }),
		flagOption("rated-bot", func(s *game.Server) *bool { return &s.UnratedBot }),
		timeOption(),
		levelOption("weakest", func(s *game.Server) *engine.Level { return &s.WeakestLevel }),
		levelOption("strongest", func(s *game.Server) *engine.Level { return &s.StrongestLevel }),
		numberOption("vacation", 0, game.MaxVacationDays, func(s *game.Server) *int { return &s.VacationDays }),
		numberOption("inactive", 0, game.MaxInactiveDays, func(s *game.Server) *int { return &s.InactiveDays }),
		optInOption(),
		numberOption("games", 1, game.MaxOpenGames, func(s *game.Server) *int { return &s.MaxOpenGames }),
		numberOption("cooldown", 0, int(game.MaxCooldown/time.Second), func(s *game.Server) *int { return &s.Cooldown }),
		roleOption(),
		puzzlesOption(),
		textOption(ranksSetting, func(s *game.Server) *string { return (*string)(&s.Ranks.By) }, panelview.RankNames()...),
		rankRoleOption(),
	}
}

// textOption is one of a few words. The first is the default, which is kept as the empty text.
func textOption(name string, of func(*game.Server) *string, values ...string) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(values...)},
		func(s *game.Server, r *Request) {
			chosen := r.Text(name)
			if chosen == values[0] {
				chosen = ""
			}
			*of(s) = chosen
		},
	}
}

// lookOption is a [textOption] that members have among their settings as well.
func lookOption(name string, of func(*game.Server) *string, values ...string) serverOption {
	o := textOption(name, of, values...)
	o.Fixed = memberChoices(name, values...)
	return o
}

// languageOption is the language of those who have chosen none.
func languageOption(p *words.Phrases) serverOption {
	return serverOption{
		commandOption{Name: "language", Kind: discordgo.ApplicationCommandOptionString, Fixed: languageChoices(p)},
		func(s *game.Server, r *Request) {
			s.Language = strings.TrimPrefix(r.Text("language"), automatic)
		},
	}
}

// placeOption is where games are played. It shows the place that applies, see [lobby.Servers.PlaceIn]. None of its
// values means the default.
func placeOption() serverOption {
	values := []string{string(game.InThread), string(game.InChannel)}
	return serverOption{
		commandOption{Name: "place", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(values...)},
		func(s *game.Server, r *Request) { s.Place = game.Place(r.Text("place")) },
	}
}

// timeOption is the clock of rated games. Invalid ones were refused before, see [SettingsServer]. What is shown is what
// applies, see [lobby.Servers.TimeIn].
func timeOption() serverOption {
	return serverOption{
		commandOption{Name: timeSetting, Kind: discordgo.ApplicationCommandOptionString},
		func(s *game.Server, r *Request) { s.Time, _ = readServerTime(r.Text(timeSetting)) },
	}
}

// readServerTime reads a value of timeOption: a time control, or automatic for the bot's own. Anything else,
// or no clock, is a [view.Problem].
func readServerTime(text string) (clocks.TimeControl, error) {
	if text == automatic {
		return clocks.TimeControl{}, nil
	}
	t, err := clocks.ParseTimeControl(words.NormalizeTimes(text))
	if err != nil || t.Class() == clocks.Untimed {
		return clocks.TimeControl{}, view.ProblemServerTime(text, err)
	}
	return t, nil
}

// flagOption is a setting that is on by default; the server saves that it is off.
func flagOption(name string, of func(*game.Server) *bool) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionBoolean},
		func(s *game.Server, r *Request) { *of(s) = !r.Flag(name) },
	}
}

// levelOption is the lowest or highest level that may be challenged.
func levelOption(name string, of func(*game.Server) *engine.Level) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionInteger, Fixed: strengths()},
		func(s *game.Server, r *Request) {
			if n, ok := r.Number(name); ok {
				*of(s) = engine.Level(n)
			}
		},
	}
}

// numberOption is a number, where 0 turns the setting off.
func numberOption(name string, least, most int, of func(*game.Server) *int) serverOption {
	return serverOption{
		commandOption{Name: name, Kind: discordgo.ApplicationCommandOptionInteger, atLeast: float64(least), atMost: float64(most)},
		func(s *game.Server, r *Request) {
			if n, ok := r.Number(name); ok {
				*of(s) = int(n)
				if n == 0 {
					*of(s) = game.Disabled
				}
			}
		},
	}
}

// channelOption toggles a channel in the list of allowed ones, so that one option can edit the whole list.
func channelOption() serverOption {
	return serverOption{
		commandOption{
			Name: "channel", Kind: discordgo.ApplicationCommandOptionChannel,
			channels: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum},
		},
		func(s *game.Server, r *Request) {
			chosen := r.Text("channel")
			if without := slices.DeleteFunc(slices.Clone(s.Channels), func(c string) bool { return c == chosen }); len(without) < len(s.Channels) {
				s.Channels = without
				return
			}
			s.Channels = append(slices.Clone(s.Channels), chosen)
		},
	}
}

// resultsOption is the channel in which results are posted. Choosing it again means none.
func resultsOption() serverOption {
	return serverOption{
		commandOption{
			Name: "results", Kind: discordgo.ApplicationCommandOptionChannel,
			channels: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
		},
		func(s *game.Server, r *Request) {
			chosen := r.Text("results")
			if chosen == s.Results {
				chosen = ""
			}
			s.Results = chosen
		},
	}
}

// optInOption decides who may be challenged.
func optInOption() serverOption {
	return serverOption{
		commandOption{Name: "challenges", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("all", "willing")},
		func(s *game.Server, r *Request) { s.OptIn = r.Text("challenges") == "willing" },
	}
}

// roleOption is the role that is pinged by a seek; chosen again, none is.
func roleOption() serverOption {
	return serverOption{
		commandOption{Name: "seek-role", Kind: discordgo.ApplicationCommandOptionRole},
		func(s *game.Server, r *Request) {
			chosen := r.Text("seek-role")
			if chosen == s.SeekRole || chosen == r.Guild { // the role @everyone has the id of the server
				chosen = ""
			}
			s.SeekRole = chosen
		},
	}
}

// The settings of the roles that members earn.
const (
	ranksSetting    = "ranks"
	rankRoleSetting = "rank-role"
)

// rankRoleOption adds a role as the next higher one that members earn; chosen again, it is none of them.
func rankRoleOption() serverOption {
	return serverOption{
		commandOption{Name: rankRoleSetting, Kind: discordgo.ApplicationCommandOptionRole},
		func(s *game.Server, r *Request) {
			chosen := r.Text(rankRoleSetting)
			without := slices.DeleteFunc(slices.Clone(s.Ranks.Roles), func(role string) bool { return role == chosen })
			if len(without) == len(s.Ranks.Roles) && chosen != r.Guild { // the role @everyone has the id of the server
				without = append(without, chosen)
			}
			s.Ranks.Roles = without
		},
	}
}

// puzzlesOption decides whether puzzles may be made of games that were played in the server.
func puzzlesOption() serverOption {
	return serverOption{
		commandOption{Name: "puzzles", Kind: discordgo.ApplicationCommandOptionBoolean},
		func(s *game.Server, r *Request) { s.Puzzles = r.Flag("puzzles") },
	}
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
