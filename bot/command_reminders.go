package bot

import (
	"context"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// remindersCommand is /reminders: when and where a person is reminded of his moves in games by the day. Without options it shows that.
func (h *host) remindersCommand() *Command {
	return &Command{
		name: "reminders", private: true, run: h.reminders,
		options: []commandOption{
			{name: "where", kind: discordgo.ApplicationCommandOptionString, fixed: texts("game", string(game.ByDM), string(game.Nowhere))},
			{name: "when", kind: discordgo.ApplicationCommandOptionString},
			{name: "quiet", kind: discordgo.ApplicationCommandOptionString},
		},
	}
}

func (h *host) reminders(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	leads, err := game.ParseLeads(r.Text("when"))
	if err != nil {
		return view.Private(w.Count("reminders.bad-when", game.MaxReminders, words.Vars{"Text": view.Quoted(r.Text("when"))})), nil //nolint:nilerr // the words tell what would be right
	}
	var quiet game.Hours
	if text := r.Text("quiet"); text != "" {
		if quiet, err = game.ParseHours(text); err != nil {
			return view.Private(w.Say("reminders.bad-quiet", words.Vars{"Text": view.Quoted(text)})), nil //nolint:nilerr // likewise
		}
	}
	settings, err := h.service.Settings(ctx, r.Reader.Person)
	if err != nil {
		return view.Reply{}, err
	}
	changes := len(r.options) > 0
	if changes {
		settings, err = h.service.ChangeSettings(ctx, r.Act(), func(s *game.Settings) error {
			if where := r.Text("where"); where == "game" {
				s.Reminders.Where = game.InGame
			} else if where != "" {
				s.Reminders.Where = game.Where(where)
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
	return view.Private(remindersText(settings, w, h.service.Now(), changes)), nil
}

// remindersText shows what is chosen.
func remindersText(s game.Settings, w words.Words, now time.Time, saved bool) string {
	head := w.Say("reminders.are")
	if saved {
		head = w.Say("reminders.saved")
	}
	lines := []string{head}
	show := func(line string, vars words.Vars) { lines = append(lines, "- "+w.Say(line, vars)) }
	where := "game"
	if s.Reminders.Where != game.InGame {
		where = string(s.Reminders.Where)
	}
	show("reminders.where", words.Vars{"Value": w.Say("command.reminders.where." + where)})
	if s.Reminders.Where == game.Nowhere {
		return strings.Join(lines, "\n")
	}
	leads := s.Reminders.At
	if leads == nil {
		leads = game.DefaultLeads()
	}
	var texts []string
	for _, l := range leads {
		if l == game.Fifth {
			texts = append(texts, w.Say("reminders.fifth"))
		} else {
			texts = append(texts, w.Say("reminders.before", words.Vars{"Time": view.DurationText(w, time.Duration(l))}))
		}
	}
	show("reminders.when", words.Vars{"Value": strings.Join(texts, w.Say("list.comma"))})
	if s.Reminders.Quiet == (game.Hours{}) {
		show("reminders.loud", words.Vars{})
	} else {
		show("reminders.quiet", words.Vars{"Value": s.Reminders.Quiet.String(), "Zone": zoneText(s.Zone, now)})
	}
	return strings.Join(lines, "\n")
}
