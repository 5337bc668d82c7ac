package handlers

import (
	"slices"
	"strconv"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/render"
)

// serverSetting is a setting of a server: what it can be, how it is shown and how it is changed. Its line is the phrase
// "server." with its name.
type serverSetting struct {
	Name, Group string
	// Choices are the values in its menu. All that is allowed is among them, except of numbers and of times.
	Choices []fixedChoice
	// menu is the kind of its menu, and channels are the kinds of channel that a menu of channels offers.
	menu     discordgo.SelectMenuType
	channels []discordgo.ChannelType
	// show is what a server has chosen, or what holds without that. It lists so many channels or roles at most.
	show func(w words.Words, s guild.Settings, most int) string
	// set chooses a value. The error is ErrNotOffered or a [view.Problem] if it cannot be that.
	set func(s *guild.Settings, value string) error
}

// serverSettings is what a server decides for its games: /manage server changes it, and everybody may look at it by
// /settings. To change it there, on the panel, takes the permission Manage Server as well.
type serverSettings struct{ *Host }

// all lists the settings in the order in which they are shown, by groups of at most four: a message has five rows,
// of which one is the menu of the groups.
func (c serverSettings) all() []serverSetting {
	var all []serverSetting
	for i, o := range gameview.RuleOptions() {
		group := "rules"
		if i >= 2 {
			group = "draws"
		}
		all = append(all, c.ruleSetting(group, o))
	}
	return append(all,
		// The language is that of those who have chosen none.
		textSetting("look", "language", languageChoices(c.Phrases), func(s *guild.Settings) *string { return &s.Language }),
		textSetting("look", "theme", memberChoices("theme", panelview.Names(render.Themes())...),
			func(s *guild.Settings) *string { return &s.Theme }),
		textSetting("look", "pieces", memberChoices("pieces", panelview.Names(render.PieceSets())...),
			func(s *guild.Settings) *string { return &s.Pieces }),
		textSetting("look", "picture", memberChoices("picture", view.PictureNames()...),
			func(s *guild.Settings) *string { return &s.Picture }),
		channelsSetting(),
		// What is shown of the place and of the time is what applies. There is no value for the default of the place.
		oneOf("where", "place", textChoices(string(game.InThread), string(game.InChannel)),
			func(s guild.Settings) string { return string(c.Servers.PlaceIn(s)) },
			func(s *guild.Settings, chosen string) { s.Place = game.Place(chosen) }),
		ofChannels(mentionSetting("where", "results",
			func(s *guild.Settings) *string { return &s.Results }, view.ChannelMention)),
		textSetting("where", "boards", textChoices(panelview.BoardsNames()...),
			func(s *guild.Settings) *string { return (*string)(&s.Boards) }),
		flagSetting("games", "rated", yesOrNo("rated"), false, func(s *guild.Settings) *bool { return &s.Casual }),
		flagSetting("games", "rated-bot", yesOrNo("rated-bot"), false, func(s *guild.Settings) *bool { return &s.UnratedBot }),
		c.clockSetting(),
		numberSetting("games", "inactive", 0, guild.MaxInactiveDays, func(s *guild.Settings) *int { return &s.InactiveDays },
			guild.Settings.Inactive),
		levelSetting("weakest", func(s *guild.Settings) *engine.Level { return &s.WeakestLevel },
			func(s guild.Settings) engine.Level { weakest, _ := s.Levels(); return weakest }),
		levelSetting("strongest", func(s *guild.Settings) *engine.Level { return &s.StrongestLevel },
			func(s guild.Settings) engine.Level { _, strongest := s.Levels(); return strongest }),
		numberSetting("more", "vacation", 0, guild.MaxVacationDays, func(s *guild.Settings) *int { return &s.VacationDays },
			guild.Settings.Vacation),
		// Puzzles may be made of games of the server.
		flagSetting("more", "puzzles", yesOrNo("puzzles"), true, func(s *guild.Settings) *bool { return &s.Puzzles }),
		flagSetting("challenges", "challenges", textChoices("all", "willing"), false,
			func(s *guild.Settings) *bool { return &s.OptIn }),
		numberSetting("challenges", "games", 1, game.MaxOpenGames, func(s *guild.Settings) *int { return &s.MaxOpenGames },
			func(s guild.Settings) int { return s.MaxOpenGames }),
		numberSetting("challenges", "cooldown", 0, int(guild.MaxCooldown/time.Second),
			func(s *guild.Settings) *int { return &s.Cooldown },
			func(s guild.Settings) int { return int(s.ChallengeCooldown() / time.Second) }),
		ofRoles(mentionSetting("challenges", "seek-role",
			func(s *guild.Settings) *string { return &s.SeekRole }, view.MentionRole)),
		textSetting("roles", ranksSetting, textChoices(panelview.RankNames()...),
			func(s *guild.Settings) *string { return (*string)(&s.Ranks.By) }),
		ofRoles(serverSetting{
			Name: rankRoleSetting, Group: "roles", set: toggled(func(s *guild.Settings) *[]string { return &s.Ranks.Roles }),
			show: func(w words.Words, s guild.Settings, most int) string { return panelview.RanksText(w, s.Ranks, most) },
		}),
	)
}

// The settings of the roles that members earn, of which the next higher one is added.
const (
	ranksSetting    = "ranks"
	rankRoleSetting = "rank-role"
)

func (o serverSetting) label(f fixedChoice, w words.Words) string {
	return f.label("command.manage.server." + o.Name)(w)
}

// oneOf is one of a few choices. The first is shown where the server has one that no longer exists.
func oneOf(
	group, name string, choices []fixedChoice, current func(guild.Settings) string, set func(*guild.Settings, string),
) serverSetting {
	index := func(value string) int {
		return slices.IndexFunc(choices, func(f fixedChoice) bool { return f.Key == value })
	}
	o := serverSetting{Name: name, Group: group, Choices: choices, menu: discordgo.StringSelectMenu}
	o.show = func(w words.Words, s guild.Settings, _ int) string {
		return o.label(choices[max(0, index(current(s)))], w)
	}
	o.set = func(s *guild.Settings, value string) error {
		if index(value) < 0 {
			return ErrNotOffered
		}
		set(s, value)
		return nil
	}
	return o
}

// textSetting is [oneOf] for a text. The first choice is the default, which is kept as the empty text.
func textSetting(group, name string, choices []fixedChoice, field func(*guild.Settings) *string) serverSetting {
	current := func(s guild.Settings) string { return *field(&s) }
	return oneOf(group, name, choices, current, func(s *guild.Settings, chosen string) {
		if chosen == choices[0].Key {
			chosen = ""
		}
		*field(s) = chosen
	})
}

// flagSetting is one of two choices; first is the value of the field for the first of them.
func flagSetting(group, name string, choices []fixedChoice, first bool, field func(*guild.Settings) *bool) serverSetting {
	current := func(s guild.Settings) string {
		if *field(&s) == first {
			return choices[0].Key
		}
		return choices[1].Key
	}
	return oneOf(group, name, choices, current, func(s *guild.Settings, chosen string) {
		*field(s) = (chosen == choices[0].Key) == first
	})
}

// yesOrNo are the choices of a setting that is on or off.
func yesOrNo(name string) []fixedChoice {
	return []fixedChoice{
		{Key: "yes", Label: view.Phrase("server." + name + "-yes")},
		{Key: "no", Label: view.Phrase("server." + name + "-no")},
	}
}

// ruleSetting is a part of the rules. What a server has not chosen stays the bot's own, until it chooses any of them.
func (c serverSettings) ruleSetting(group string, o gameview.RuleOption) serverSetting {
	var keys []string
	for _, choice := range o.Choices {
		keys = append(keys, choice.Key)
	}
	current := func(s guild.Settings) string {
		for _, choice := range o.Choices {
			if choice.Is(c.Servers.Ruleset(s)) {
				return choice.Key
			}
		}
		return ""
	}
	return oneOf(group, o.Name, textChoices(keys...), current, func(s *guild.Settings, chosen string) {
		ruleset := c.Servers.Ruleset(*s)
		o.Choices[slices.Index(keys, chosen)].Set(&ruleset)
		s.Rules = ruleset.String()
	})
}

// levelSetting is the lowest or highest level that may be challenged.
func levelSetting(
	name string, field func(*guild.Settings) *engine.Level, current func(guild.Settings) engine.Level,
) serverSetting {
	o := oneOf("more", name, strengths(), nil, func(s *guild.Settings, chosen string) {
		n, _ := strconv.Atoi(chosen) // one of strengths
		*field(s) = engine.Level(n)
	})
	o.show = func(w words.Words, s guild.Settings, _ int) string { return view.LevelName(w, current(s)) }
	return o
}

// offeredNumbers are the values that a menu offers for a numeric setting; who types the value may give any.
var offeredNumbers = []int{0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 60, 90, 120, 180, 365}

// numberSetting is a number within bounds, where 0 turns the setting off.
func numberSetting(
	group, name string, least, most int, field func(*guild.Settings) *int, current func(guild.Settings) int,
) serverSetting {
	o := serverSetting{Name: name, Group: group, menu: discordgo.StringSelectMenu}
	for _, n := range offeredNumbers {
		if n >= least && n <= most {
			text := strconv.Itoa(n)
			o.Choices = append(o.Choices, fixedChoice{Key: text, Label: func(words.Words) string { return text }})
		}
	}
	o.show = func(w words.Words, s guild.Settings, _ int) string {
		if n := current(s); n > 0 {
			return w.Count("server."+name+"-is", n)
		}
		return w.Say("server." + name + "-none")
	}
	o.set = func(s *guild.Settings, value string) error {
		n, err := strconv.Atoi(value)
		switch {
		case err != nil || n < least || n > most:
			return ErrNotOffered
		case n == 0:
			n = guild.Disabled
		}
		*field(s) = n
		return nil
	}
	return o
}

// clockSetting is the clock of rated games: a time control, or automatic for the bot's own. Its choices depend on what
// is typed, see values.
func (c serverSettings) clockSetting() serverSetting {
	return serverSetting{
		Name: timeSetting, Group: "games", menu: discordgo.StringSelectMenu,
		show: func(w words.Words, s guild.Settings, _ int) string { return view.ControlText(w, c.Servers.TimeIn(s)) },
		set: func(s *guild.Settings, text string) error {
			if text == panelview.Automatic {
				s.Time = clocks.TimeControl{}
				return nil
			}
			t, err := clocks.ParseTimeControl(words.NormalizeTimes(text))
			if err != nil || t.Class() == clocks.Untimed {
				return view.ProblemTime("server.no-time", text, err)
			}
			s.Time = t
			return nil
		},
	}
}

// ofChannels is a setting that is one of the channels with messages, or one of other kinds.
func ofChannels(o serverSetting, more ...discordgo.ChannelType) serverSetting {
	o.menu, o.channels = discordgo.ChannelSelectMenu, append(textChannels(), more...)
	return o
}

func ofRoles(o serverSetting) serverSetting {
	o.menu = discordgo.RoleSelectMenu
	return o
}

// mentionSetting is a channel or a role; chosen again, it is none.
func mentionSetting(group, name string, field func(*guild.Settings) *string, write func(string) string) serverSetting {
	return serverSetting{
		Name: name, Group: group,
		show: func(w words.Words, s guild.Settings, _ int) string {
			if *field(&s) == "" {
				return w.Say("server." + name + "-none")
			}
			return write(*field(&s))
		},
		set: func(s *guild.Settings, chosen string) error {
			if chosen == *field(s) {
				chosen = ""
			}
			*field(s) = chosen
			return nil
		},
	}
}

// channelsSetting are the channels in which games may be played.
func channelsSetting() serverSetting {
	return ofChannels(serverSetting{
		Name: "channel", Group: "where", set: toggled(func(s *guild.Settings) *[]string { return &s.Channels }),
		show: func(w words.Words, s guild.Settings, most int) string {
			return panelview.ChannelsText(w, s.Channels, most)
		},
	}, discordgo.ChannelTypeGuildForum)
}

// toggled adds a channel or a role to a list, or removes it, so that one menu can edit the whole list.
func toggled(field func(*guild.Settings) *[]string) func(*guild.Settings, string) error {
	return func(s *guild.Settings, chosen string) error {
		all := *field(s)
		without := slices.DeleteFunc(slices.Clone(all), func(id string) bool { return id == chosen })
		if len(without) == len(all) && chosen != "" {
			without = append(without, chosen)
		}
		*field(s) = without
		return nil
	}
}

// languageChoices are the choices of a language, each under the name that it calls itself.
func languageChoices(p *words.Phrases) []fixedChoice {
	choices := textChoices(panelview.Automatic)
	for _, lang := range p.Languages() {
		choices = append(choices, fixedChoice{Key: string(lang), Label: func(w words.Words) string { return w.NameOf(lang) }})
	}
	return choices
}
