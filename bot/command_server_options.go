package bot

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/render"
)

// serverOption is an option of /settings server: how it is given, kept and shown.
type serverOption struct {
	commandOption
	line string // key of the phrase that shows it
	set  func(*game.Server, *Request)
	show func(words.Words, game.Server) string
}

// serverGroup is what is shown under one heading.
type serverGroup struct {
	head    string // its key
	options []serverOption
}

// serverGroups lists the options beside those of the rules, in the order in which they are shown.
func serverGroups() []serverGroup {
	return []serverGroup{
		{"server.group-look", []serverOption{
			languageOption(),
			textOption("theme", "server.theme", func(s *game.Server) *string { return &s.Theme }, themeNames()...),
			textOption("pieces", "server.pieces", func(s *game.Server) *string { return &s.Pieces }, piecesNames()...),
		}},
		{"server.group-where", []serverOption{
			channelOption(),
			placeOption(),
			textOption("boards", "server.boards", func(s *game.Server) *string { return (*string)(&s.Boards) },
				"keep", string(game.ReplaceBoards), string(game.EditBoards)),
		}},
		{"server.group-games", []serverOption{
			flagOption("rated", "server.rated", "server.rated-yes", "server.rated-no", func(s *game.Server) *bool { return &s.Casual }),
			flagOption("rated-bot", "server.rated-bot", "server.rated-bot-yes", "server.rated-bot-no", func(s *game.Server) *bool { return &s.UnratedBot }),
			timeOption(),
			levelOption("weakest", "server.weakest", func(s *game.Server) *engine.Level { return &s.WeakestLevel },
				func(s game.Server) engine.Level { weakest, _ := s.Levels(); return weakest }),
			levelOption("strongest", "server.strongest", func(s *game.Server) *engine.Level { return &s.StrongestLevel },
				func(s game.Server) engine.Level { _, strongest := s.Levels(); return strongest }),
			numberOption("vacation", "server.vacation", "server.vacation-is", "server.vacation-none", 0, game.MaxVacationDays, func(s *game.Server) *int { return &s.VacationDays }, game.Server.Vacation),
			numberOption("inactive", "server.inactive", "server.inactive-is", "server.inactive-none", 0, game.MaxInactiveDays, func(s *game.Server) *int { return &s.InactiveDays }, game.Server.Inactive),
		}},
		{"server.group-challenges", []serverOption{
			optInOption(),
			numberOption("games", "server.games", "server.games-is", "server.games-none", 1, game.MaxOpen, func(s *game.Server) *int { return &s.MostOpen }, func(s game.Server) int { return s.MostOpen }),
			numberOption("cooldown", "server.cooldown", "server.cooldown-is", "server.cooldown-none", 0, int(game.MaxCooldown/time.Second), func(s *game.Server) *int { return &s.Cooldown },
				func(s game.Server) int { return int(s.Pause() / time.Second) }),
			roleOption(),
		}},
	}
}

// themeNames lists the looks of the board, the usual one first.
func themeNames() []string {
	var names []string
	for _, theme := range render.Themes() {
		names = append(names, theme.String())
	}
	return names
}

// piecesNames lists the sets of pieces, the usual one first.
func piecesNames() []string {
	var names []string
	for _, pieces := range render.AllPieces() {
		names = append(names, pieces.String())
	}
	return names
}

// serverLabel is the phrase of one value of an option, in Discord's list and in ours.
func serverLabel(w words.Words, option, value string) string {
	return w.Say("command.settings.server." + option + "." + value)
}

// textOption is one of a few words. The first stands for the server's beginning, which is kept as the empty text.
func textOption(name, line string, of func(*game.Server) *string, values ...string) serverOption {
	return serverOption{
		commandOption{name: name, kind: discordgo.ApplicationCommandOptionString, fixed: texts(values...)},
		line,
		func(s *game.Server, r *Request) {
			chosen := r.Text(name)
			if chosen == values[0] {
				chosen = ""
			}
			*of(s) = chosen
		},
		func(w words.Words, s game.Server) string {
			chosen := *of(&s)
			if !slices.Contains(values, chosen) { // also one that no longer exists
				chosen = values[0]
			}
			return serverLabel(w, name, chosen)
		},
	}
}

// languageOption is the language of those who have chosen none.
func languageOption() serverOption {
	return serverOption{
		commandOption{name: "language", kind: discordgo.ApplicationCommandOptionString, fixed: languageChoices()},
		"server.language",
		func(s *game.Server, r *Request) {
			s.Language = strings.TrimPrefix(r.Text("language"), automatic)
		},
		func(w words.Words, s game.Server) string {
			return cmp.Or(w.NameOf(words.Language(s.Language)), serverLabel(w, "language", automatic))
		},
	}
}

// placeOption is where games go on. What is shown is what holds, see Service.PlaceIn: nothing stands for a server's
// beginning here.
func placeOption() serverOption {
	values := []string{string(game.InThread), string(game.InChannel)}
	return serverOption{
		commandOption{name: "place", kind: discordgo.ApplicationCommandOptionString, fixed: texts(values...)},
		"server.place",
		func(s *game.Server, r *Request) { s.Place = game.Place(r.Text("place")) },
		func(w words.Words, s game.Server) string { return serverLabel(w, "place", string(s.Place)) },
	}
}

// timeOption is the clock of rated games. What cannot be read as one has been refused before; see settingsServer. What
// is shown is what holds, see Service.TimeIn.
func timeOption() serverOption {
	return serverOption{
		commandOption{name: "time", kind: discordgo.ApplicationCommandOptionString, complete: true},
		"server.time",
		func(s *game.Server, r *Request) { s.Time, _ = readServerTime(r.Text("time")) },
		func(w words.Words, s game.Server) string { return view.ControlText(w, s.Time) },
	}
}

// readServerTime reads a value of timeOption: a time control, or automatic for the bot's own. It is false for what is
// neither.
func readServerTime(text string) (game.TimeControl, bool) {
	if text == automatic {
		return game.TimeControl{}, true
	}
	t, err := game.ParseTimeControl(text)
	return t, err == nil && t.Class() != game.Untimed
}

// flagOption is something that is so until the server says no, which is what it keeps.
func flagOption(name, line, yes, no string, of func(*game.Server) *bool) serverOption {
	return serverOption{
		commandOption{name: name, kind: discordgo.ApplicationCommandOptionBoolean},
		line,
		func(s *game.Server, r *Request) { *of(s) = !r.Flag(name) },
		func(w words.Words, s game.Server) string {
			if *of(&s) {
				return w.Say(no)
			}
			return w.Say(yes)
		},
	}
}

// levelOption is an end of the strengths that may be challenged.
func levelOption(name, line string, of func(*game.Server) *engine.Level, holds func(game.Server) engine.Level) serverOption {
	return serverOption{
		commandOption{name: name, kind: discordgo.ApplicationCommandOptionInteger, fixed: strengths()},
		line,
		func(s *game.Server, r *Request) {
			if n, ok := r.Number(name); ok {
				*of(s) = engine.Level(n)
			}
		},
		func(w words.Words, s game.Server) string { return view.LevelName(w, holds(s)) },
	}
}

// numberOption is a number, where 0 stands for none.
func numberOption(name, line, some, none string, least, most int, of func(*game.Server) *int, holds func(game.Server) int) serverOption {
	return serverOption{
		commandOption{name: name, kind: discordgo.ApplicationCommandOptionInteger, atLeast: float64(least), atMost: float64(most)},
		line,
		func(s *game.Server, r *Request) {
			if n, ok := r.Number(name); ok {
				*of(s) = int(n)
				if n == 0 {
					*of(s) = game.Never
				}
			}
		},
		func(w words.Words, s game.Server) string {
			if n := holds(s); n > 0 {
				return w.Count(some, n)
			}
			return w.Say(none)
		},
	}
}

// channelOption is a channel that is allowed from now on, or no longer allowed if it was. One option can hold the whole
// list that way.
func channelOption() serverOption {
	return serverOption{
		commandOption{
			name: "channel", kind: discordgo.ApplicationCommandOptionChannel,
			channels: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews, discordgo.ChannelTypeGuildForum},
		},
		"server.channel",
		func(s *game.Server, r *Request) {
			chosen := r.Text("channel")
			if without := slices.DeleteFunc(slices.Clone(s.Channels), func(c string) bool { return c == chosen }); len(without) < len(s.Channels) {
				s.Channels = without
				return
			}
			s.Channels = append(slices.Clone(s.Channels), chosen)
		},
		func(w words.Words, s game.Server) string {
			if len(s.Channels) == 0 {
				return w.Say("server.everywhere")
			}
			var mentions []string
			for _, c := range s.Channels {
				mentions = append(mentions, "<#"+c+">")
			}
			return strings.Join(mentions, " ")
		},
	}
}

// optInOption tells who may be challenged.
func optInOption() serverOption {
	return serverOption{
		commandOption{name: "challenges", kind: discordgo.ApplicationCommandOptionString, fixed: texts("all", "willing")},
		"server.challenges",
		func(s *game.Server, r *Request) { s.OptIn = r.Text("challenges") == "willing" },
		func(w words.Words, s game.Server) string {
			if s.OptIn {
				return serverLabel(w, "challenges", "willing")
			}
			return serverLabel(w, "challenges", "all")
		},
	}
}

// roleOption is the role that is called when somebody seeks a game. The role of everybody, whose id is the server's,
// stands for none: nobody wants the whole server called for a game.
func roleOption() serverOption {
	return serverOption{
		commandOption{name: "seek-role", kind: discordgo.ApplicationCommandOptionRole},
		"server.seek-role",
		func(s *game.Server, r *Request) {
			s.SeekRole = r.Text("seek-role")
			if s.SeekRole == r.Guild {
				s.SeekRole = ""
			}
		},
		func(w words.Words, s game.Server) string {
			if s.SeekRole == "" {
				return w.Say("server.seek-role-none")
			}
			return view.MentionRole(s.SeekRole)
		},
	}
}

// opponents are the bot's strengths as choices of an option, and the outside engine by its name if there is one.
func opponents(outside string) []fixedChoice {
	fixed := strengths()
	if outside != "" {
		fixed = append(fixed, fixedChoice{
			key: "outside", number: int(game.Outside),
			label: func(w words.Words) string {
				return discord.Cut(view.OutsideName(outside, w), discord.ChoiceNameLimit)
			},
		})
	}
	return fixed
}

// strengths are the bot's strengths as choices of an option, each with its rating, so that one sees how large the steps
// are.
func strengths() []fixedChoice {
	var fixed []fixedChoice
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		fixed = append(fixed, fixedChoice{
			key: strconv.Itoa(int(level)), number: int(level),
			label: func(w words.Words) string {
				text := w.Say("level.choice", words.Vars{"Level": view.LevelName(w, level), "Rating": view.Rounded(level.Rating())})
				return discord.Cut(text, discord.ChoiceNameLimit)
			},
		})
	}
	return fixed
}
