package bot

import (
	"context"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// reminders is a group of /settings: when and where a person is reminded of their moves in correspondence games.
type reminders struct {
	people *member.Service
}

// choose changes what is given, and shows what holds.
func (c reminders) choose(ctx context.Context, r *Request) (view.Reply, error) {
	leads, err := member.ParseLeads(words.NormalizeTimes(r.Text("when")))
	if err != nil {
		return view.Reply{}, view.ProblemReminders(r.Text("when"), member.MaxReminders)
	}
	var quiet member.QuietHours
	if text := r.Text("quiet"); text != "" {
		if quiet, err = member.ParseQuietHours(words.NormalizeTimes(text)); err != nil {
			return view.Reply{}, view.ProblemHours(text, err)
		}
	}
	settings, err := c.people.Settings(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	changes := len(r.options) > 0
	if changes {
		settings, err = c.people.ChangeSettings(ctx, r.Act(), func(s *member.Settings) error {
			if where := r.Text("where"); where == "game" {
				s.Reminders.Destination = member.InGame
			} else if where != "" {
				s.Reminders.Destination = member.Destination(where)
			}
			if r.options["when"] != nil {
				s.Reminders.At = leads
			}
			if r.options["quiet"] != nil {
				s.Reminders.Quiet = quiet
			}
			return nil
		})
		if err != nil {
			return view.Reply{}, err
		}
	}
	return view.Reminders(settings, c.people.Now(), changes, r.Viewer), nil
}
