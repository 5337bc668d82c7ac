package panelview

import (
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// SettingsGroup is the first word of the Arg of a [view.PressSetting]: which settings are meant. The rest follows: an
// option, "me-theme", for a button with its value, "me-orientation-red", or an act, "vacation-end".
type SettingsGroup string

// The groups. SettingsMore is the menu of those that are not on the first panel, and the button that opens it.
const (
	SettingsOfMe        SettingsGroup = "me"
	SettingsOfServer    SettingsGroup = "server"
	SettingsMore        SettingsGroup = "more"
	SettingsOfOthers    SettingsGroup = "others"
	SettingsOfReminders SettingsGroup = "reminders"
	SettingsOfVacation  SettingsGroup = "vacation"
	SettingsOfData      SettingsGroup = "data"
)

// The acts of the groups, and the fields of their forms.
const (
	BlockMember   = "block"
	UnblockMember = "unblock"
	ReminderWhere = "where"
	ReminderForm  = "form"
	ReminderWhen  = "when"
	ReminderQuiet = "quiet"
	VacationStart = "start"
	VacationEnd   = "end"
	VacationDays  = "days"
	DataExport    = "export"
	DataDelete    = "delete"
)

// settingsGroups are the groups that the button More offers, in the order of the menu, and what each is called.
var settingsGroups = []struct {
	group SettingsGroup
	title string
}{
	{SettingsOfOthers, "settings.group-others"},
	{SettingsOfReminders, "settings.group-reminders"},
	{SettingsOfVacation, "settings.group-vacation"},
	{SettingsOfData, "settings.group-data"},
	{SettingsOfServer, "settings.group-server"},
}

// SettingPress is the press of a group with what follows.
func SettingPress(group SettingsGroup, rest ...string) view.Press {
	return view.Press{Act: view.PressSetting, Arg: strings.Join(append([]string{string(group)}, rest...), "-")}
}

func settingButton(
	label string, style discordgo.ButtonStyle, group SettingsGroup, rest ...string,
) discordgo.MessageComponent {
	return view.Button(label, style, SettingPress(group, rest...))
}

// WithGroups puts the menu of groups above the controls of a reply that shows one of them.
func WithGroups(reply view.Reply, shown SettingsGroup, r view.Viewer) view.Reply {
	var options []discordgo.SelectMenuOption
	for _, g := range settingsGroups {
		options = append(options, view.MenuChoice(r.Say(g.title), string(g.group), g.group == shown))
	}
	groups := view.Menu(r.Say("settings.more-ask"), SettingPress(SettingsMore), options)
	reply.Rows = slices.Insert(reply.Rows, 0, groups)
	return reply
}

// OthersSettings shows what a person has chosen that concerns others, below what has just changed.
func OthersSettings(done string, settings member.Settings, r view.Viewer) view.Reply {
	everywhere, _ := Personal("everywhere", nil)
	shown, _ := everywhere.value(settings, r)
	lines := []string{done, "- " + everywhere.line(everywhere.label(shown, time.Time{}, r.Words), r.Words)}
	lines = append(lines, blockedLine(settings, r))
	members := func(hint, act string) discordgo.MessageComponent {
		return view.MenuRow(discordgo.SelectMenu{
			MenuType: discordgo.UserSelectMenu, CustomID: SettingPress(SettingsOfOthers, act).ID(), Placeholder: r.Say(hint),
		})
	}
	controls := []discordgo.MessageComponent{members("block.menu", BlockMember)}
	if len(settings.Blocked) > 0 {
		controls = append(controls, members("block.menu-again", UnblockMember))
	}
	controls = append(controls, everywhere.button(SettingsOfOthers, shown, time.Time{}, r.Words))
	return WithGroups(view.Private(strings.Join(view.NonEmpty(lines...), "\n"), controls...), SettingsOfOthers, r)
}

// reminderPlaces are where reminders can be sent, with the phrases that say so.
var reminderPlaces = []struct {
	name  string // in the menu
	place member.Destination
	label string
}{
	{"game", member.InGame, "reminders.to-game"},
	{"dm", member.ByDM, "reminders.to-dm"},
	{"never", member.Nowhere, "reminders.to-never"},
}

// ReminderPlace returns the place of a name in the menu, and whether there is one.
func ReminderPlace(name string) (place member.Destination, known bool) {
	for _, p := range reminderPlaces {
		if p.name == name {
			return p.place, true
		}
	}
	return "", false
}

// RemindersForm opens a form for the times of reminders and the hours without them. An empty field changes nothing.
func RemindersForm(r view.Viewer) view.Reply {
	field := func(id, label, example string) discord.Field {
		return discord.Field{ID: id, Label: r.Say(label), Placeholder: example, MaxLength: view.QuotedLength}
	}
	return view.Form(SettingPress(SettingsOfReminders, ReminderForm), r.Say("settings.group-reminders"), r,
		field(ReminderWhen, "reminders.form-when", "fifth 1d 2h 30m"),
		field(ReminderQuiet, "reminders.form-quiet", "22-07"))
}

// vacationButtons are those below a person's vacation, if there can be any.
func vacationButtons(v member.Vacation, perYear int, w words.Words) []discordgo.MessageComponent {
	button := settingButton(w.Say("vacation.start"), discordgo.PrimaryButton, SettingsOfVacation, VacationStart)
	if !v.Since.IsZero() {
		button = settingButton(w.Say("vacation.end"), discordgo.PrimaryButton, SettingsOfVacation, VacationEnd)
	} else if perYear == 0 {
		return nil
	}
	return []discordgo.MessageComponent{button}
}

// VacationForm opens a form for the number of days of a vacation.
func VacationForm(r view.Viewer) view.Reply {
	return view.Form(SettingPress(SettingsOfVacation, VacationStart), r.Say("settings.group-vacation"), r,
		discord.Field{ID: VacationDays, Label: r.Say("vacation.days"), MaxLength: view.QuotedLength})
}

// DataSettings offers a person what is stored about them.
func DataSettings(r view.Viewer) view.Reply {
	return WithGroups(view.Private(r.Say("privacy.about"),
		settingButton(r.Say("privacy.button-export"), discordgo.SecondaryButton, SettingsOfData, DataExport),
		settingButton(r.Say("privacy.button-ask"), discordgo.DangerButton, SettingsOfData, DataDelete),
	), SettingsOfData, r)
}

// blockedShown is how many people a list of those blocked names.
const blockedShown = 20

// blockedLine names the people whom somebody blocks, the latest first; "" if they block nobody.
func blockedLine(settings member.Settings, r view.Viewer) string {
	if len(settings.Blocked) == 0 {
		return ""
	}
	var people []string
	for i, p := range settings.Blocked {
		if i == blockedShown {
			people = append(people, "…")
			break
		}
		people = append(people, view.Mention(p))
	}
	return "- " + r.Say("settings.blocked", words.Vars{"Value": strings.Join(people, r.Say("list.comma"))})
}

// Reminders shows what a person has chosen about their reminders, and whether that has just been saved.
func Reminders(s member.Settings, now time.Time, saved bool, r view.Viewer) view.Reply {
	head := r.Say("reminders.are")
	if saved {
		head = r.Say("reminders.saved")
	}
	lines := []string{head}
	show := func(line string, vars words.Vars) { lines = append(lines, "- "+r.Say(line, vars)) }
	var places []discordgo.SelectMenuOption
	for _, p := range reminderPlaces {
		chosen := p.place == s.Reminders.Destination
		if chosen {
			show("reminders.where", words.Vars{"Value": r.Say(p.label)})
		}
		places = append(places, view.MenuChoice(r.Say(p.label), p.name, chosen))
	}
	if s.Reminders.Destination != member.Nowhere {
		show("reminders.when", words.Vars{"Value": leadsText(s.Reminders.At, r)})
		if s.Reminders.Quiet == (member.QuietHours{}) {
			show("reminders.loud", words.Vars{})
		} else {
			show("reminders.quiet", words.Vars{"Value": s.Reminders.Quiet.String(), "Zone": view.ZoneText(s.Zone, now)})
		}
	}
	return WithGroups(view.Private(strings.Join(lines, "\n"),
		view.Menu(r.Say("reminders.to"), SettingPress(SettingsOfReminders, ReminderWhere), places),
		settingButton(r.Say("reminders.change"), discordgo.SecondaryButton, SettingsOfReminders, ReminderForm),
	), SettingsOfReminders, r)
}

// leadsText says how long before a flag falls reminders come; nil are those of people who have chosen none.
func leadsText(leads []member.Lead, r view.Viewer) string {
	if leads == nil {
		leads = member.DefaultLeads()
	}
	var texts []string
	for _, l := range leads {
		if l == member.Fifth {
			texts = append(texts, r.Say("reminders.fifth"))
		} else {
			texts = append(texts, r.Say("reminders.before", words.Vars{"Time": view.DurationText(r.Words, time.Duration(l))}))
		}
	}
	return strings.Join(texts, r.Say("list.comma"))
}

// Vacation shows a person, after the phrases of what has just changed, whether their vacation is on, and how many days of
// the year are left after it.
func Vacation(done []string, v member.Vacation, left time.Duration, perYear int, r view.Viewer) view.Reply {
	var sentences []string
	for _, key := range done {
		sentences = append(sentences, r.Say(key))
	}
	if !v.Since.IsZero() {
		sentences = append(sentences, r.Say("vacation.on", words.Vars{"Time": view.Timestamp(v.Until)}))
	}
	vars := words.Vars{"Left": view.DurationText(r.Words, left.Round(time.Minute))}
	switch {
	case perYear == 0:
		sentences = append(sentences, r.Say("vacation.none"))
	case v.Since.IsZero():
		sentences = append(sentences, r.Count("vacation.left", perYear, vars))
	case left < time.Minute:
		sentences = append(sentences, r.Count("vacation.left-nothing", perYear))
	default:
		sentences = append(sentences, r.Count("vacation.left-after", perYear, vars))
	}
	reply := view.Private(r.Sentences(sentences...), vacationButtons(v, perYear, r.Words)...)
	return WithGroups(reply, SettingsOfVacation, r)
}

// EraseNothing is the Arg of the button that leaves everything as it is.
const EraseNothing = "keep"

// ConfirmErase asks for confirmation to delete all data about the viewer, who has so many open games.
func ConfirmErase(open int, r view.Viewer) view.Reply {
	text := r.Say("privacy.ask")
	if open > 0 {
		text += "\n" + r.Count("privacy.open", open)
	}
	press := view.Press{Act: view.PressErase, Topic: view.OfPerson(r.Person)}
	keep := press
	keep.Arg = EraseNothing
	return view.Private(text,
		view.Button(r.Say("privacy.button-delete"), discordgo.DangerButton, press),
		view.Button(r.Say("privacy.button-keep"), discordgo.SecondaryButton, keep),
	)
}
