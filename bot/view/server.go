package view

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"xiangqibot/bot/game"
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

// ServerSettings shows what a server has chosen, and what holds where it has not: ruleset and server are as they apply.
func ServerSettings(ruleset rules.Ruleset, server game.Server, saved bool, r Viewer) Reply {
	w := r.Words
	head := w.Say("server.are")
	if saved {
		head = w.Say("server.saved")
	}
	parts := []string{head, ruleText(w, "**"+w.Say("server.group-rules")+"**", ruleset)}
	for _, group := range settingGroups(server, w) {
		parts = append(parts, "**"+w.Say(group.head)+"**")
		for _, line := range group.lines {
			parts = append(parts, "- "+w.Say(line.key, words.Vars{"Value": line.value}))
		}
	}
	return Private(strings.Join(parts, "\n"))
}

// settingGroups lists the settings beside the rules, in the order of the command's options.
func settingGroups(s game.Server, w words.Words) []settingGroup {
	weakest, strongest := s.Levels()
	return []settingGroup{
		{"server.group-look", []settingLine{
			{"server.language", cmp.Or(w.NameOf(words.Language(s.Language)), serverLabel(w, "language", "auto"))},
			{"server.theme", oneOf(w, "theme", s.Theme, ThemeNames())},
			{"server.pieces", oneOf(w, "pieces", s.Pieces, PiecesNames())},
			{"server.picture", oneOf(w, "picture", s.Picture, PictureNames())},
		}},
		{"server.group-where", []settingLine{
			{"server.channel", channelsText(w, s.Channels)},
			{"server.place", serverLabel(w, "place", string(s.Place))},
			{"server.results", resultsText(w, s.Results)},
			{"server.boards", oneOf(w, "boards", string(s.Boards), BoardsNames())},
		}},
		{"server.group-games", []settingLine{
			{"server.rated", either(w, "server.rated-yes", "server.rated-no", !s.Casual)},
			{"server.rated-bot", either(w, "server.rated-bot-yes", "server.rated-bot-no", !s.UnratedBot)},
			{"server.time", ControlText(w, s.Time)},
			{"server.weakest", LevelName(w, weakest)},
			{"server.strongest", LevelName(w, strongest)},
			{"server.vacation", counted(w, "server.vacation-is", "server.vacation-none", s.Vacation())},
			{"server.puzzles", either(w, "server.puzzles-yes", "server.puzzles-no", s.Puzzles)},
			{"server.inactive", counted(w, "server.inactive-is", "server.inactive-none", s.Inactive())},
		}},
		{"server.group-challenges", []settingLine{
			{"server.challenges", serverLabel(w, "challenges", map[bool]string{true: "willing", false: "all"}[s.OptIn])},
			{"server.games", counted(w, "server.games-is", "server.games-none", s.MaxOpenGames)},
			{"server.cooldown", counted(w, "server.cooldown-is", "server.cooldown-none", int(s.ChallengeCooldown()/time.Second))},
			{"server.seek-role", roleText(w, s.SeekRole)},
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

// serverLabel is the phrase of one value of an option, in Discord's list and in ours.
func serverLabel(w words.Words, option, value string) string {
	return w.Say("command.manage.server." + option + "." + value)
}

// oneOf is the label of a value. The first is shown where a server has chosen none, or one that no longer exists.
func oneOf(w words.Words, option, chosen string, values []string) string {
	if !slices.Contains(values, chosen) {
		chosen = values[0]
	}
	return serverLabel(w, option, chosen)
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

func channelsText(w words.Words, channels []string) string {
	if len(channels) == 0 {
		return w.Say("server.everywhere")
	}
	var mentions []string
	for _, c := range channels {
		mentions = append(mentions, ChannelMention(c))
	}
	return strings.Join(mentions, " ")
}

func resultsText(w words.Words, channel string) string {
	if channel == "" {
		return w.Say("server.results-none")
	}
	return ChannelMention(channel)
}

func roleText(w words.Words, role string) string {
	if role == "" {
		return w.Say("server.seek-role-none")
	}
	return MentionRole(role)
}

// RulesInDirectMessages shows the rules that hold where no server chooses any.
func RulesInDirectMessages(ruleset rules.Ruleset, r Viewer) Reply {
	return Private(ruleText(r.Words, r.Words.Say("server.direct"), ruleset))
}

// AutomaticTime labels the choice to use the bot's default clock t for rated games.
func AutomaticTime(t game.TimeControl, r Viewer) string {
	return r.Words.Say("server.time-auto", words.Vars{"Time": ControlText(r.Words, t)})
}
