package panelview

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

// settingGroup is what is shown of a server's settings under one heading; head is the heading's phrase.
type settingGroup struct {
	head  string
	lines []settingLine
}

// settingLine is one setting: the phrase that shows it, and what fills its gap.
type settingLine struct{ key, value string }

// say writes the lines of the group below its heading.
func (g settingGroup) say(w words.Words) string {
	lines := []string{"**" + w.Say(g.head) + "**"}
	for _, line := range g.lines {
		lines = append(lines, "- "+w.Say(line.key, words.Vars{"Value": line.value}))
	}
	return strings.Join(lines, "\n")
}

// lookGroup is the name of the group of settings about the look of the board.
const lookGroup = "look"

// settingGroupPrefix is what the keys of the headings of the groups have before their names.
const settingGroupPrefix = "server.group-"

// name is the name of the group in a menu.
func (g settingGroup) name() string { return strings.TrimPrefix(g.head, settingGroupPrefix) }

// overviewShown is how many channels and how many roles are listed where all settings are shown: a message has room for
// no more.
const overviewShown = 5

// ServerSettings shows what a server has chosen, and what holds where it has not: ruleset and server are as they apply.
// It shows the group of that name, or all with long lists cut. The note that something was saved is at the end, beside
// the menus.
func ServerSettings(ruleset rules.Ruleset, server game.Server, group string, saved bool, r view.Viewer) view.Reply {
	w := r.Words
	most := max(game.MaxChannels, game.MaxRanks)
	var parts []string
	if group == "" {
		most = overviewShown
		parts = append(parts, w.Say("server.are"))
	}
	for _, g := range settingGroups(ruleset, server, most, w) {
		if group == "" || g.name() == group {
			parts = append(parts, g.say(w))
		}
	}
	if saved {
		parts = append(parts, w.Say("server.saved"))
	}
	return view.Private(strings.Join(parts, "\n"))
}

// ServerGroup is a group of a server's settings in a menu.
type ServerGroup struct {
	Name, Label string
	Settings    []string // their names, in the order in which they are shown
}

// ServerGroups lists the groups of a server's settings.
func ServerGroups(w words.Words) []ServerGroup {
	var groups []ServerGroup
	for _, g := range settingGroups(rules.Ruleset{}, game.Server{}, 0, w) {
		group := ServerGroup{Name: g.name(), Label: w.Say(g.head)}
		for _, line := range g.lines {
			group.Settings = append(group.Settings, strings.TrimPrefix(line.key, "server."))
		}
		groups = append(groups, group)
	}
	return groups
}

// ServerGroupOf returns the name of the group with a setting; empty if there is none.
func ServerGroupOf(setting string, w words.Words) string {
	for _, g := range settingGroups(rules.Ruleset{}, game.Server{}, 0, w) {
		if slices.ContainsFunc(g.lines, func(l settingLine) bool { return l.key == "server."+setting }) {
			return g.name()
		}
	}
	return ""
}

// settingGroups lists the settings by groups of at most four: a message has five rows, of which one is the menu of the
// groups. Of channels and of roles so many are listed at most.
func settingGroups(ruleset rules.Ruleset, s game.Server, most int, w words.Words) []settingGroup {
	ruled := ruleLines(w, ruleset)
	weakest, strongest := s.Levels()
	return []settingGroup{
		{"server.group-rules", ruled[:2]},
		{"server.group-draws", ruled[2:]},
		{"server.group-look", []settingLine{
			{"server.language", cmp.Or(w.NameOf(words.Language(s.Language)), serverLabel(w, "language", "auto"))},
			{"server.theme", look(w, "theme", s.Theme, ThemeNames())},
			{"server.pieces", look(w, "pieces", s.Pieces, PiecesNames())},
			{"server.picture", look(w, "picture", s.Picture, view.PictureNames())},
		}},
		{"server.group-where", []settingLine{
			{"server.channel", channelsText(w, s.Channels, most)},
			{"server.place", serverLabel(w, "place", string(s.Place))},
			{"server.results", resultsText(w, s.Results)},
			{"server.boards", oneOf(w, "boards", string(s.Boards), BoardsNames())},
		}},
		{"server.group-games", []settingLine{
			{"server.rated", either(w, "server.rated-yes", "server.rated-no", !s.Casual)},
			{"server.rated-bot", either(w, "server.rated-bot-yes", "server.rated-bot-no", !s.UnratedBot)},
			{"server.time", view.ControlText(w, s.Time)},
			{"server.inactive", counted(w, "server.inactive-is", "server.inactive-none", s.Inactive())},
		}},
		{"server.group-more", []settingLine{
			{"server.weakest", view.LevelName(w, weakest)},
			{"server.strongest", view.LevelName(w, strongest)},
			{"server.vacation", counted(w, "server.vacation-is", "server.vacation-none", s.Vacation())},
			{"server.puzzles", either(w, "server.puzzles-yes", "server.puzzles-no", s.Puzzles)},
		}},
		{"server.group-challenges", []settingLine{
			{"server.challenges", serverLabel(w, "challenges", map[bool]string{true: "willing", false: "all"}[s.OptIn])},
			{"server.games", counted(w, "server.games-is", "server.games-none", s.MaxOpenGames)},
			{"server.cooldown", counted(w, "server.cooldown-is", "server.cooldown-none", int(s.ChallengeCooldown()/time.Second))},
			{"server.seek-role", roleText(w, s.SeekRole)},
		}},
		{"server.group-roles", []settingLine{
			{"server.ranks", oneOf(w, "ranks", string(s.Ranks.By), RankNames())},
			{"server.rank-role", ranksText(w, s.Ranks, most)},
		}},
	}
}

// ThemeNames lists the board themes, the default first.
func ThemeNames() []string {
	var names []string
	for _, theme := range render.Themes() {
		names = append(names, theme.String())
	}
	return names
}

// PiecesNames lists the piece sets, the default first.
func PiecesNames() []string {
	var names []string
	for _, pieces := range render.PieceSets() {
		names = append(names, pieces.String())
	}
	return names
}

// BoardsNames lists the names of the board policies, the default first.
func BoardsNames() []string {
	return []string{"round", string(game.ReplaceBoard), string(game.EditBoard), string(game.KeepBoard)}
}

// RankNames lists what roles can be given for, the default first: nothing.
func RankNames() []string {
	return []string{"off", string(game.RanksByRating), string(game.RanksByDays)}
}

// ranksText lists the roles that members earn, each with what it is given from.
func ranksText(w words.Words, ranks game.Ranks, most int) string {
	var all []string
	steps := ranks.By.Steps()
	for n, role := range ranks.Roles {
		text := view.MentionRole(role)
		if n < len(steps) {
			text = w.Say("server.rank-from", words.Vars{"Role": text, "From": steps[n]})
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return w.Say("server.rank-role-none")
	}
	return strings.Join(view.CutList(w, all, most), w.Say("list.comma"))
}

// serverLabel is the phrase of one value of an option, in Discord's list and in ours.
func serverLabel(w words.Words, option, value string) string {
	return w.Say("command.manage.server." + option + "." + value)
}

// oneOf is the label of a value. The first is shown where a server has chosen none, or one that no longer exists.
func oneOf(w words.Words, option, chosen string, values []string) string {
	return serverLabel(w, option, orFirst(chosen, values))
}

// look is the label of a value of the settings of the look, or of the first value if none is chosen.
func look(w words.Words, option, chosen string, values []string) string {
	return ValueLabel(option, orFirst(chosen, values))(w)
}

func orFirst(chosen string, values []string) string {
	if slices.Contains(values, chosen) {
		return chosen
	}
	return values[0]
}

func either(w words.Words, yes, no string, is bool) string {
	if is {
		return w.Say(yes)
	}
	return w.Say(no)
}

// counted is a number, where 0 is none.
func counted(w words.Words, some, none string, n int) string {
	if n > 0 {
		return w.Count(some, n)
	}
	return w.Say(none)
}

func channelsText(w words.Words, channels []string, most int) string {
	if len(channels) == 0 {
		return w.Say("server.everywhere")
	}
	var mentions []string
	for _, c := range channels {
		mentions = append(mentions, view.ChannelMention(c))
	}
	return strings.Join(view.CutList(w, mentions, most), " ")
}

func resultsText(w words.Words, channel string) string {
	if channel == "" {
		return w.Say("server.results-none")
	}
	return view.ChannelMention(channel)
}

func roleText(w words.Words, role string) string {
	if role == "" {
		return w.Say("server.seek-role-none")
	}
	return view.MentionRole(role)
}

// RulesInDirectMessages shows the rules that hold where no server chooses any.
func RulesInDirectMessages(ruleset rules.Ruleset, r view.Viewer) view.Reply {
	lines := []string{r.Words.Say("server.direct")}
	for _, line := range ruleLines(r.Words, ruleset) {
		lines = append(lines, "- "+r.Words.Say(line.key, words.Vars{"Value": line.value}))
	}
	return view.Private(strings.Join(lines, "\n"))
}

// AutomaticTime labels the choice to use the bot's default clock t for rated games.
func AutomaticTime(t clocks.TimeControl, r view.Viewer) string {
	return r.Words.Say("server.time-auto", words.Vars{"Time": view.ControlText(r.Words, t)})
}

// ruleLines are what a ruleset decides.
func ruleLines(w words.Words, ruleset rules.Ruleset) []settingLine {
	var lines []settingLine
	for _, o := range view.RuleOptions() {
		line := settingLine{key: o.Line}
		for _, choice := range o.Choices {
			if choice.Is(ruleset) {
				line.value = w.Say(choice.Label(o))
			}
		}
		lines = append(lines, line)
	}
	return lines
}
