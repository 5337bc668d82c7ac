package handlers

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the zones are known also on a machine that has no list of them

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
)

// settings is /settings: what a person chooses, wherever they play: the language, the notation, the side and look of
// the board and its pieces, the time zone, who may challenge them, and who sees them. It shows all that as a panel, on
// which it can be changed by a press. The button More leads to the rest: challenges, reminders, vacations, what is
// stored about the person, and the settings of their server.
type settings struct{ *Host }

func newSettingsCommand(h *Host) *Command {
	c := settings{h}
	return &Command{
		Name: "settings", Private: true, userInstall: true, Run: c.show,
		Presses: map[view.PressAct]Handler{view.PressSetting: c.press, view.PressErase: inPlace(c.erase)},
	}
}

func (c settings) show(ctx context.Context, r *Request) (view.Reply, error) {
	settings, err := c.Members.Settings(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(ctx, r, settings, false)
}

// panel shows the person what they have chosen, written as they like it by now.
func (c settings) panel(ctx context.Context, r *Request, settings member.Settings, saved bool) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	viewer := c.Viewers.With(r.Viewer.Person, settings, server, string(r.Interaction.Locale))
	return panelview.Settings(c.View, settings, c.Phrases.Languages(), c.Games.Now(), saved, viewer), nil
}

// pressOwn changes one of a person's settings in their panel.
func (c settings) pressOwn(ctx context.Context, r *Request, arg string) (view.Reply, error) {
	if arg == panelview.ZoneField && r.Written == nil {
		return panelview.ZoneForm(r.Viewer), nil
	}
	settings, err := c.set(ctx, r, arg)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(ctx, r, settings, true)
}

// set gives a setting the value of its button, or that which was chosen in its menu or written.
func (c settings) set(ctx context.Context, r *Request, arg string) (member.Settings, error) {
	name, value, _ := strings.Cut(arg, "-")
	value = cmp.Or(value, r.Value, r.Written[name])
	setting, known := panelview.Personal(name, c.Phrases.Languages())
	switch {
	case known && name == panelview.ZoneField:
		zone, exists := parseZone(value)
		if !exists {
			return member.Settings{}, view.NewProblem("settings.no-zone", words.Vars{"Text": view.Quoted(value)})
		}
		value = zone
	case !slices.Contains(setting.Values, value):
		return member.Settings{}, r.Press.Foreign(ErrNotOffered)
	}
	return c.change(ctx, r, func(s *member.Settings) { setting.Set(s, value) })
}

func (c settings) change(ctx context.Context, r *Request, change func(*member.Settings)) (member.Settings, error) {
	return c.Members.ChangeSettings(ctx, r.Act(), func(s *member.Settings) error { change(s); return nil })
}

// press handles the menus and buttons of the settings. What it shows takes the place of the message that was pressed,
// which only the person sees; but data is given below it.
func (c settings) press(ctx context.Context, r *Request) (view.Reply, error) {
	whose, arg, _ := strings.Cut(r.Press.Arg, "-")
	group := panelview.SettingsGroup(whose)
	change := map[panelview.SettingsGroup]func(context.Context, *Request, string) (view.Reply, error){
		panelview.SettingsOfMe:        c.pressOwn,
		panelview.SettingsOfServer:    serverSettings(c).press,
		panelview.SettingsMore:        c.group,
		panelview.SettingsOfOthers:    c.others,
		panelview.SettingsOfReminders: c.changeReminders,
		panelview.SettingsOfVacation:  c.changeVacation,
		panelview.SettingsOfData:      c.data,
	}[group]
	if change == nil {
		return view.Reply{}, r.Press.Foreign(errors.New("settings of nobody"))
	}
	reply, err := change(ctx, r, arg)
	reply.Pressed = view.ReplacedIf(r.Ephemeral && group != panelview.SettingsOfData)
	return reply, err
}

// group shows the menu of groups, or the one that was chosen.
func (c settings) group(ctx context.Context, r *Request, _ string) (view.Reply, error) {
	switch group := panelview.SettingsGroup(r.Value); group {
	case "":
		return panelview.WithGroups(view.Private(r.Viewer.Say("settings.more-ask")), "", r.Viewer), nil
	case panelview.SettingsOfOthers:
		settings, err := c.Members.Settings(ctx, r.Viewer.Person)
		return panelview.OthersSettings("", settings, r.Viewer), err
	case panelview.SettingsOfReminders:
		settings, err := c.Members.Settings(ctx, r.Viewer.Person)
		return panelview.Reminders(settings, c.Members.Now(), false, r.Viewer), err
	case panelview.SettingsOfVacation:
		return c.vacation(ctx, r)
	case panelview.SettingsOfData:
		return panelview.DataSettings(r.Viewer), nil
	case panelview.SettingsOfServer:
		reply, err := serverSettings(c).choose(ctx, r)
		return panelview.WithGroups(reply, group, r.Viewer), err
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("no such group of settings"))
	}
}

// others changes what concerns other people: who is blocked, and who sees the person on the leaderboard.
func (c settings) others(ctx context.Context, r *Request, act string) (view.Reply, error) {
	switch act {
	case panelview.BlockMember:
		return c.block(ctx, r, c.Members.Block, "block.blocked")
	case panelview.UnblockMember:
		return c.block(ctx, r, c.Members.Unblock, "block.unblocked")
	}
	settings, err := c.set(ctx, r, act)
	return panelview.OthersSettings("", settings, r.Viewer), err
}

// block refuses all challenges of a member, or accepts them again, which the phrase done says. The other notices only
// when a challenge is refused.
func (settings) block(
	ctx context.Context, r *Request,
	act func(context.Context, game.Act, game.Person) (member.Settings, error), done string,
) (view.Reply, error) {
	person := game.Person(r.Value)
	if person == "" {
		return view.Reply{}, r.Press.Foreign(errors.New("a menu of members without a choice"))
	}
	if user := r.chosenUser(); user != nil && user.Bot {
		return view.Reply{}, view.NewProblem("block.bot")
	}
	settings, err := act(ctx, r.Act(), person)
	text := r.Viewer.Say(done, words.Vars{"Person": view.Mention(person)})
	return panelview.OthersSettings(text, settings, r.Viewer), err
}

// changeReminders changes the reminders: where by a menu, when by a form, of which an empty field changes nothing.
func (c settings) changeReminders(ctx context.Context, r *Request, what string) (view.Reply, error) {
	var change func(*member.Settings)
	switch {
	case what == panelview.ReminderWhere:
		place, known := panelview.ReminderPlace(r.Value)
		if !known {
			return view.Reply{}, r.Press.Foreign(ErrNotOffered)
		}
		change = func(s *member.Settings) { s.Reminders.Destination = place }
	case what == panelview.ReminderForm && r.Written == nil:
		return panelview.RemindersForm(r.Viewer), nil
	case what == panelview.ReminderForm:
		when := strings.TrimSpace(r.Written[panelview.ReminderWhen])
		leads, err := member.ParseLeads(words.NormalizeTimes(when))
		if err != nil {
			return view.Reply{}, &view.Problem{Say: func(v view.Viewer) string {
				return v.Count("reminders.bad-when", member.MaxReminders, words.Vars{"Text": view.Quoted(when)})
			}}
		}
		hours := strings.TrimSpace(r.Written[panelview.ReminderQuiet])
		quiet, err := readQuietHours(hours)
		if err != nil {
			return view.Reply{}, err
		}
		change = func(s *member.Settings) {
			if when != "" {
				s.Reminders.At = leads
			}
			if hours != "" {
				s.Reminders.Quiet = quiet
			}
		}
	default:
		return view.Reply{}, r.Press.Foreign(errors.New("nothing about reminders"))
	}
	settings, err := c.change(ctx, r, change)
	if err != nil {
		return view.Reply{}, err
	}
	return panelview.Reminders(settings, c.Members.Now(), true, r.Viewer), nil
}

// readQuietHours reads the hours without reminders; none where nothing is written. An error is a [view.Problem].
func readQuietHours(text string) (member.QuietHours, error) {
	if text == "" {
		return member.QuietHours{}, nil
	}
	quiet, err := member.ParseQuietHours(words.NormalizeTimes(text))
	switch {
	case errors.Is(err, member.ErrAllDay):
		return quiet, view.NewProblem("reminders.all-day", words.Vars{"Text": view.Quoted(text)})
	case err != nil:
		return quiet, view.NewProblem("reminders.bad-quiet", words.Vars{"Text": view.Quoted(text)})
	}
	return quiet, nil
}

// changeVacation ends a vacation, or starts one for as many days as a form says: all that are left where it says
// nothing. A vacation stops the person's clocks in the server's correspondence games.
func (c settings) changeVacation(ctx context.Context, r *Request, what string) (view.Reply, error) {
	switch {
	case what == panelview.VacationEnd:
		if _, err := c.Members.StopVacation(ctx, r.Act()); err != nil {
			return view.Reply{}, err
		}
		return c.vacation(ctx, r, "vacation.ended")
	case what != panelview.VacationStart:
		return view.Reply{}, r.Press.Foreign(errors.New("nothing about vacations"))
	case r.Written == nil:
		return panelview.VacationForm(r.Viewer), nil
	}
	days := 0
	if text := strings.TrimSpace(r.Written[panelview.VacationDays]); text != "" {
		var err error
		if days, err = strconv.Atoi(text); err != nil || days < 1 || days > guild.MaxVacationDays {
			return view.Reply{}, view.NewProblem("vacation.no-days", words.Vars{"Text": view.Quoted(text), "Most": guild.MaxVacationDays})
		}
	}
	begun, err := c.Members.StartVacation(ctx, r.Act(), days)
	if err != nil {
		return view.Reply{}, err
	}
	done := []string{"vacation.started"}
	if begun.Until.Sub(begun.Since) < time.Duration(days)*24*time.Hour { // no more are left
		done = append(done, "vacation.cut")
	}
	return c.vacation(ctx, r, done...)
}

// vacation shows the person their vacation, below the phrases of what has just changed.
func (c settings) vacation(ctx context.Context, r *Request, done ...string) (view.Reply, error) {
	vacation, left, perYear, err := c.Members.Vacation(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	return panelview.Vacation(done, vacation, left, perYear, r.Viewer), nil
}

// compressedFrom is the size above which an export is compressed: Discord accepts 10 MiB.
const compressedFrom = 8 << 20

// data gives the person what is stored about them, or asks whether to delete it.
func (c settings) data(ctx context.Context, r *Request, what string) (view.Reply, error) {
	switch what {
	case panelview.DataExport:
		return c.export(ctx, r)
	case panelview.DataDelete:
		games, err := c.Finder.Games(ctx, r.Viewer.Person)
		return panelview.ConfirmErase(len(games), r.Viewer), err
	}
	return view.Reply{}, r.Press.Foreign(errors.New("nothing about data"))
}

func (c settings) export(ctx context.Context, r *Request) (view.Reply, error) {
	data, err := c.Privacy.Export(ctx, r.Act())
	if err != nil {
		return view.Reply{}, err
	}
	file := discord.File{Name: "my-data.json", Type: "application/json", Data: data}
	if len(data) > compressedFrom {
		if file.Data, err = compress(data); err != nil {
			return view.Reply{}, err
		}
		file.Name, file.Type = "my-data.json.gz", "application/gzip"
	}
	reply := view.Private(r.Viewer.Say("privacy.exported"))
	reply.Files = []discord.File{file}
	return reply, nil
}

// compress packs a person's data with gzip.
func compress(data []byte) ([]byte, error) {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

// erase deletes all data about the person who was asked, and nobody else. It replaces the question with the answer; a
// second press deletes what exists by then, which is nothing.
func (c settings) erase(ctx context.Context, r *Request) (view.Reply, error) {
	switch {
	case r.Press.Arg == panelview.EraseNothing:
		return view.Private(r.Viewer.Say("privacy.kept")), nil
	case r.Press.Person() == r.Viewer.Person:
		if err := c.Privacy.Erase(ctx, r.Act()); err != nil {
			return view.Reply{}, err
		}
		return view.Private(r.Viewer.Say("privacy.deleted")), nil
	}
	return view.Reply{}, view.NewProblem("privacy.not-yours")
}
