package view

import (
	"strings"
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
)

// Reminders shows what a person has chosen about their reminders, and that it is saved.
func Reminders(s member.Settings, now time.Time, saved bool, r Viewer) Reply {
	w := r.Words
	head := w.Say("reminders.are")
	if saved {
		head = w.Say("reminders.saved")
	}
	lines := []string{head}
	show := func(line string, vars words.Vars) { lines = append(lines, "- "+w.Say(line, vars)) }
	where := "game"
	if s.Reminders.Destination != member.InGame {
		where = string(s.Reminders.Destination)
	}
	show("reminders.where", words.Vars{"Value": w.Say("command.reminders.where." + where)})
	if s.Reminders.Destination == member.Nowhere {
		return Private(strings.Join(lines, "\n"))
	}
	leads := s.Reminders.At
	if leads == nil {
		leads = member.DefaultLeads()
	}
	var texts []string
	for _, l := range leads {
		if l == member.Fifth {
			texts = append(texts, w.Say("reminders.fifth"))
		} else {
			texts = append(texts, w.Say("reminders.before", words.Vars{"Time": DurationText(w, time.Duration(l))}))
		}
	}
	show("reminders.when", words.Vars{"Value": strings.Join(texts, w.Say("list.comma"))})
	if s.Reminders.Quiet == (member.QuietHours{}) {
		show("reminders.loud", words.Vars{})
	} else {
		show("reminders.quiet", words.Vars{"Value": s.Reminders.Quiet.String(), "Zone": ZoneText(s.Zone, now)})
	}
	return Private(strings.Join(lines, "\n"))
}
