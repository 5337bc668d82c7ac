package panelview

import (
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// VacationChange is how a person has changed their vacation.
type VacationChange uint8

// The changes.
const (
	VacationUnchanged VacationChange = iota
	VacationStarted
	VacationShortened // started, for fewer days than were asked for: no more are left
	VacationEnded
)

// Vacation tells a person what has changed about their vacation, whether it is on, and how many days of the year are
// left after it.
func Vacation(done VacationChange, v member.Vacation, left time.Duration, perYear int, r view.Viewer) view.Reply {
	w := r.Words
	var sentences []string
	switch done {
	case VacationStarted:
		sentences = append(sentences, w.Say("vacation.started"))
	case VacationShortened:
		sentences = append(sentences, w.Say("vacation.started"), w.Say("vacation.cut"))
	case VacationEnded:
		sentences = append(sentences, w.Say("vacation.ended"))
	case VacationUnchanged:
	}
	if !v.Since.IsZero() {
		sentences = append(sentences, w.Say("vacation.on", words.Vars{"Time": view.Timestamp(v.Until)}))
	}
	vars := words.Vars{"Left": view.DurationText(w, left.Round(time.Minute))}
	switch {
	case perYear == 0:
		sentences = append(sentences, w.Say("vacation.none"))
	case v.Since.IsZero():
		sentences = append(sentences, w.Count("vacation.left", perYear, vars))
	case left < time.Minute:
		sentences = append(sentences, w.Count("vacation.left-nothing", perYear))
	default:
		sentences = append(sentences, w.Count("vacation.left-after", perYear, vars))
	}
	reply := view.Private(w.Sentences(sentences))
	reply.Rows = vacationRows(v, perYear, w)
	return WithGroups(reply, SettingsOfVacation, r)
}
