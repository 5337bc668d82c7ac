package view

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
)

// SettingGroup is what is shown of a server's settings under one heading; Head is the heading's phrase.
type SettingGroup struct {
	Head  string
	Lines []SettingLine
}

// SettingLine is one setting: the phrase that shows it, and what fills its gap.
type SettingLine struct{ Key, Value string }

// ServerSettings shows what a server has chosen, and that it is saved.
func ServerSettings(code rules.Code, groups []SettingGroup, saved bool, r Viewer) Reply {
	w := r.Words
	head := w.Say("server.are")
	if saved {
		head = w.Say("server.saved")
	}
	parts := []string{head, ruleText(w, "**"+w.Say("server.group-rules")+"**", code)}
	for _, group := range groups {
		parts = append(parts, "**"+w.Say(group.Head)+"**")
		for _, line := range group.Lines {
			parts = append(parts, "- "+w.Say(line.Key, words.Vars{"Value": line.Value}))
		}
	}
	return Private(strings.Join(parts, "\n"))
}

// RulesInDirectMessages shows the rules that hold where no server chooses any.
func RulesInDirectMessages(code rules.Code, r Viewer) Reply {
	return Private(ruleText(r.Words, r.Words.Say("server.direct"), code))
}

// AutomaticTime offers to leave the clock of rated games to the bot, whose own is t.
func AutomaticTime(t game.TimeControl, r Viewer) string {
	return r.Words.Say("server.time-auto", words.Vars{"Time": ControlText(r.Words, t)})
}
