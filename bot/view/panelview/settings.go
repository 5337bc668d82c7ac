// Package panelview makes the messages about settings: those of a person, with their reminders, vacation, blocks and
// data, and those of a server. Like package view it changes nothing: a message depends only on what is shown and on the
// [view.Viewer].
package panelview

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
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

// SettingMenu is a menu that changes one setting.
type SettingMenu struct {
	Arg     string // of PressSetting
	Hint    string // what the menu shows before anything is chosen
	Kind    discordgo.SelectMenuType
	Choices []SettingChoice         // of a string menu, at most 25
	Kinds   []discordgo.ChannelType // of a menu of channels; none takes all
}

// SettingChoice is a line of such a menu.
type SettingChoice struct {
	Label, Value string
	Chosen       bool
}

// settingLines are the phrases by which the settings that have menus are listed.
var settingLines = map[string]string{
	"language": "settings.language", "notation": "settings.notation", "theme": "settings.theme",
	"pieces": "settings.pieces",
}

// Naming is the menu with its setting named beside what is chosen, which is all that a closed menu shows.
func (m SettingMenu) Naming(option string, r view.Viewer) SettingMenu {
	m.Choices = slices.Clone(m.Choices)
	for i, c := range m.Choices {
		if c.Chosen {
			m.Choices[i].Label = r.Words.Say(settingLines[option], words.Vars{"Value": c.Label})
		}
	}
	return m
}

// row is the menu as a row of a message.
func (m SettingMenu) row() discordgo.MessageComponent {
	press := view.Press{Act: view.PressSetting, Arg: m.Arg}
	if m.Kind != discordgo.StringSelectMenu {
		return discordgo.ActionsRow{Components: []discordgo.MessageComponent{discordgo.SelectMenu{
			MenuType: m.Kind, CustomID: press.ID(), Placeholder: discord.Cut(m.Hint, view.MenuHint), ChannelTypes: m.Kinds,
		}}}
	}
	var options []discordgo.SelectMenuOption
	for _, c := range m.Choices[:min(len(m.Choices), view.MenuOptions)] {
		o := view.MenuOption(c.Label, c.Value, "")
		o.Default = c.Chosen
		options = append(options, o)
	}
	return view.Menu(m.Hint, press, options)
}

// settingRows are menus, a row each.
func settingRows(menus []SettingMenu) []discordgo.MessageComponent {
	var rows []discordgo.MessageComponent
	for _, m := range menus {
		rows = append(rows, m.row())
	}
	return rows
}

// WithPersonalPanel puts the controls below what a person has chosen: menus, and a button for each setting that has two
// or three values, which goes on to the next one. With them comes the preview of a board.
func (v View) WithPersonalPanel(
	reply view.Reply, settings member.Settings, menus []SettingMenu, zone string, r view.Viewer,
) view.Reply {
	w := r.Words
	next := func(line, option, value, current string) discordgo.MessageComponent {
		return settingButton(w.Say(line, words.Vars{
			"Value": current,
		}), discordgo.SecondaryButton, SettingsOfMe, option, value)
	}
	label := func(option, value string) string { return ValueLabel(option, value)(w) }
	side, otherSide := "own", "red"
	if settings.Orientation == member.RedDown {
		side, otherSide = otherSide, side
	}
	challenges, otherChallenges := "auto", string(member.ChallengesYes)
	switch settings.Challenges {
	case member.ChallengesYes:
		challenges, otherChallenges = otherChallenges, string(member.ChallengesNo)
	case member.ChallengesNo:
		challenges, otherChallenges = string(member.ChallengesNo), "auto"
	case member.ChallengesDefault:
	}
	layouts, layout := view.Layouts(), cmp.Or(r.Layout, view.Tall)
	nextLayout := layouts[(slices.Index(layouts, layout)+1)%len(layouts)]
	reply.Rows = view.Rows(append(settingRows(menus),
		next("settings.orientation", "orientation", otherSide, label("orientation", side)),
		next("settings.picture", "picture", string(nextLayout), label("picture", string(layout))),
		next("settings.challenges", "challenges", otherChallenges, label("challenges", challenges)),
		settingButton(w.Say("settings.zone", words.Vars{
			"Value": zone,
		}), discordgo.SecondaryButton, SettingsOfMe, ZoneField),
		settingButton(w.Say("settings.more"), discordgo.PrimaryButton, SettingsMore),
	)...)
	reply.Picture = v.Preview(r)
	return reply
}

// WithServerPanel puts the menus below what a server has chosen in a group of settings. With the group of the look
// comes the preview of a board as the server has it; in other groups it would only separate the text from the menus.
func (v View) WithServerPanel(reply view.Reply, group string, menus []SettingMenu, look view.Viewer) view.Reply {
	reply.Rows = settingRows(menus)
	if group == lookGroup {
		reply.Picture = v.Preview(look)
	}
	return reply
}

// ZoneField is the option for the time zone, and the field of the form in which one is written.
const ZoneField = "zone"

// ZoneForm opens a form in which a time zone is written.
func ZoneForm(r view.Viewer) view.Reply {
	w := r.Words
	return view.Form(discord.Modal{
		ID:    view.Press{Act: view.PressSetting, Arg: settingArg(SettingsOfMe, ZoneField)}.ID(),
		Title: w.Say("command.settings.zone.name"),
		Fields: []discord.Field{{
			ID: ZoneField, Label: w.Say("command.settings.zone.name"), Placeholder: "Asia/Shanghai",
			MaxLength: view.QuotedLength, Required: true,
		}},
	}, r)
}

// View makes the messages about settings.
type View struct{ *view.View }
