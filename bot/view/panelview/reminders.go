package panelview

import (
	"strings"
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Reminders shows what a person has chosen about their reminders, and that it is saved.
func Reminders(s member.Settings, now time.Time, saved bool, r view.Viewer) view.Reply {
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
	for _, p := range reminderPlaces {
		if p.place == where {
			show("reminders.where", words.Vars{"Value": w.Say(p.label)})
		}
	}
	done := func() view.Reply {
		reply := view.Private(strings.Join(lines, "\n"))
		reply.Rows = reminderRows(where, w)
		return WithGroups(reply, SettingsOfReminders, r)
	}
	if s.Reminders.Destination == member.Nowhere {
		return done()
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
			texts = append(texts, w.Say("reminders.before", words.Vars{"Time": view.DurationText(w, time.Duration(l))}))
		}
	}
	show("reminders.when", words.Vars{"Value": strings.Join(texts, w.Say("list.comma"))})
	if s.Reminders.Quiet == (member.QuietHours{}) {
		show("reminders.loud", words.Vars{})
	} else {
		show("reminders.quiet", words.Vars{"Value": s.Reminders.Quiet.String(), "Zone": view.ZoneText(s.Zone, now)})
	}
	return done()
}
