package view

import (
	"time"

	"xiangqibot/bot/member"
	"xiangqibot/bot/words"
)

// VacationChange is what a person has just done to their vacation.
type VacationChange uint8

// The changes.
const (
	VacationAsBefore VacationChange = iota
	VacationStarted
	VacationEnded
)

// Vacation tells a person what they have done to their vacation, whether it lasts, and how much of the year's is left.
func Vacation(done VacationChange, v member.Vacation, left time.Duration, perYear int, r Viewer) Reply {
	w := r.Words
	var said []string
	switch done {
	case VacationStarted:
		said = append(said, w.Say("vacation.started"))
	case VacationEnded:
		said = append(said, w.Say("vacation.ended"))
	case VacationAsBefore:
	}
	if !v.Since.IsZero() {
		said = append(said, w.Say("vacation.on", words.Vars{"Time": Moment(v.Until)}))
	}
	if perYear == 0 {
		said = append(said, w.Say("vacation.none"))
	} else {
		said = append(said, w.Count("vacation.left", perYear, words.Vars{"Left": DurationText(w, left.Round(time.Minute))}))
	}
	return Private(w.Sentences(said))
}
