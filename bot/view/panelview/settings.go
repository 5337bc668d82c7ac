// Package panelview makes the messages about settings: those of a person, with their reminders, vacation, blocks and
// data, and those of a server. Like package view it changes nothing: a message depends only on what is shown and on the
// [view.Viewer].
package panelview

import (
	"cmp"
	"strings"
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// ValueLabel labels a value of one of a person's settings.
func ValueLabel(setting, value string) view.Label {
	return view.Phrase("command.settings." + setting + "." + value)
}

// Settings shows what a person has chosen, and that it is saved.
func Settings(settings member.Settings, now time.Time, saved bool, r view.Viewer) view.Reply {
	w := r.Words
	head := w.Say("settings.are")
	if saved {
		head = w.Say("settings.saved")
	}
	lines := []string{head}
	show := func(line, value string) { lines = append(lines, "- "+w.Say(line, words.Vars{"Value": value})) }
	label := func(option, value string) string { return ValueLabel(option, value)(w) }
	automatically := func(setting, current string) string {
		if setting == "" {
			return w.Say("settings.automatic", words.Vars{"Now": current})
		}
		return current
	}
	show("settings.language", automatically(settings.Locale, w.NameOf(w.Language())))
	show("settings.notation", automatically(settings.Notation, label("notation", r.Style.String())))
	side := "own"
	if settings.Orientation == member.RedDown {
		side = "red"
	}
	show("settings.orientation", label("orientation", side))
	show("settings.theme", automatically(settings.Theme, label("theme", r.Theme.String())))
	show("settings.pieces", automatically(settings.Pieces, label("pieces", r.Pieces.String())))
	show("settings.picture", automatically(settings.Picture, label("picture", string(cmp.Or(r.Layout, view.Tall)))))
	show("settings.zone", view.ZoneText(settings.Zone, now))
	challenges := "auto"
	if settings.Challenges != member.ChallengesDefault {
		challenges = string(settings.Challenges)
	}
	show("settings.challenges", label("challenges", challenges))
	if settings.Hidden {
		show("settings.everywhere", w.Say("settings.hidden"))
	} else {
		show("settings.everywhere", w.Say("settings.shown"))
	}
	if len(settings.Blocked) > 0 {
		show("settings.blocked", blockedText(settings, w))
	}
	return view.Private(strings.Join(lines, "\n"))
}
