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
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// Automatic is the value by which a setting is left to the bot.
const Automatic = "auto"

// control is how people change a setting.
type control uint8

const (
	byMenu   control = iota
	byButton         // which goes on to the next value
	byForm
	elsewhere // not on the first panel
)

// PersonalSetting is something that people choose for themselves. Its line is the phrase "settings." with its name.
type PersonalSetting struct {
	Name string
	// Values are what it can be; none where it is written.
	Values  []string
	control control
	// value is what holds, and chosen whether the person has chosen it.
	value func(s member.Settings, r view.Viewer) (value string, chosen bool)
	// Set chooses a value.
	Set func(s *member.Settings, value string)
}

// PersonalSettings lists what people choose for themselves, in the order in which it is shown.
func PersonalSettings(languages []words.Language) []PersonalSetting {
	var codes []string
	for _, lang := range languages {
		codes = append(codes, string(lang))
	}
	return []PersonalSetting{
		lookSetting("language", byMenu, codes,
			func(s *member.Settings) *string { return &s.Locale },
			func(r view.Viewer) string { return string(r.Language()) }),
		lookSetting("notation", byMenu, Names(notation.Styles()),
			func(s *member.Settings) *string { return &s.Notation },
			func(r view.Viewer) string { return r.Style.String() }),
		chosenSetting("orientation", []string{"own", string(member.RedDown)},
			func(s *member.Settings) *string { return (*string)(&s.Orientation) }),
		lookSetting("theme", byMenu, Names(render.Themes()),
			func(s *member.Settings) *string { return &s.Theme },
			func(r view.Viewer) string { return r.Theme.String() }),
		lookSetting("pieces", byMenu, Names(render.PieceSets()),
			func(s *member.Settings) *string { return &s.Pieces },
			func(r view.Viewer) string { return r.Pieces.String() }),
		lookSetting("picture", byButton, append(view.PictureNames(), string(view.InWords)),
			func(s *member.Settings) *string { return &s.Picture },
			func(r view.Viewer) string { return string(cmp.Or(r.Layout, view.Tall)) }),
		{
			Name: ZoneField, control: byForm,
			value: func(s member.Settings, _ view.Viewer) (string, bool) { return s.Zone, true },
			Set:   func(s *member.Settings, zone string) { s.Zone = zone },
		},
		chosenSetting("challenges", []string{Automatic, string(member.ChallengesYes), string(member.ChallengesNo)},
			func(s *member.Settings) *string { return (*string)(&s.Challenges) }),
		{
			Name: "everywhere", Values: []string{"yes", "no"}, control: elsewhere,
			value: func(s member.Settings, _ view.Viewer) (string, bool) {
				if s.Hidden {
					return "no", true
				}
				return "yes", true
			},
			Set: func(s *member.Settings, value string) { s.Hidden = value == "no" },
		},
	}
}

// lookSetting is a setting that the server, or the language, decides for those who have not chosen. Menus offer to go
// back to that.
func lookSetting(
	name string, by control, values []string, field func(*member.Settings) *string, holds func(view.Viewer) string,
) PersonalSetting {
	if by == byMenu {
		values = append([]string{Automatic}, values...)
	}
	return PersonalSetting{
		Name: name, Values: values, control: by,
		value: func(s member.Settings, r view.Viewer) (string, bool) { return holds(r), *field(&s) != "" },
		Set: func(s *member.Settings, value string) {
			if value == Automatic {
				value = ""
			}
			*field(s) = value
		},
	}
}

// chosenSetting is a setting with a few values, of which the first is kept as the empty text.
func chosenSetting(name string, values []string, field func(*member.Settings) *string) PersonalSetting {
	return PersonalSetting{
		Name: name, Values: values, control: byButton,
		value: func(s member.Settings, _ view.Viewer) (string, bool) { return cmp.Or(*field(&s), values[0]), true },
		Set: func(s *member.Settings, value string) {
			if value == values[0] {
				value = ""
			}
			*field(s) = value
		},
	}
}

// Personal finds a setting of a person by its name.
func Personal(name string, languages []words.Language) (s PersonalSetting, known bool) {
	all := PersonalSettings(languages)
	i := slices.IndexFunc(all, func(s PersonalSetting) bool { return s.Name == name })
	if i < 0 {
		return PersonalSetting{}, false
	}
	return all[i], true
}

func (p PersonalSetting) label(value string, now time.Time, w words.Words) string {
	switch {
	case p.control == byForm:
		return view.ZoneText(value, now)
	case p.Name == "everywhere":
		return w.Say(map[string]string{"yes": "settings.shown", "no": "settings.hidden"}[value])
	case p.Name == "language" && value != Automatic:
		return w.NameOf(words.Language(value))
	}
	return ValueLabel(p.Name, value)(w)
}

func (p PersonalSetting) line(value string, w words.Words) string {
	return w.Say("settings."+p.Name, words.Vars{"Value": value})
}

// menu offers the values. It names the setting beside the chosen one, which is all that a closed menu shows.
func (p PersonalSetting) menu(value string, now time.Time, w words.Words) discordgo.MessageComponent {
	var options []discordgo.SelectMenuOption
	for _, v := range p.Values {
		label := p.label(v, now, w)
		if v == value {
			label = p.line(label, w)
		}
		options = append(options, view.MenuChoice(label, v, v == value))
	}
	return view.Menu(w.Say("command.settings."+p.Name+".desc"), SettingPress(SettingsOfMe, p.Name), options)
}

// button shows a value, and goes on to the next one, or to the form in which one is written.
func (p PersonalSetting) button(
	group SettingsGroup, value string, now time.Time, w words.Words,
) discordgo.MessageComponent {
	press := []string{p.Name}
	if p.control != byForm {
		press = append(press, p.Values[(slices.Index(p.Values, value)+1)%len(p.Values)])
	}
	return settingButton(p.line(p.label(value, now, w), w), discordgo.SecondaryButton, group, press...)
}

// ValueLabel labels a value of one of a person's settings.
func ValueLabel(setting, value string) view.Label {
	return view.Phrase("command.settings." + setting + "." + value)
}

// Settings shows what a person has chosen, and whether it has just been saved, with menus and buttons that change it
// and the preview of a board.
func Settings(
	v *view.View, settings member.Settings, languages []words.Language, now time.Time, saved bool, r view.Viewer,
) view.Reply {
	head := r.Say("settings.are")
	if saved {
		head = r.Say("settings.saved")
	}
	lines := []string{head}
	controls := map[control][]discordgo.MessageComponent{}
	for _, p := range PersonalSettings(languages) {
		value, chosen := p.value(settings, r)
		text, selected := p.label(value, now, r.Words), value
		if !chosen {
			text, selected = r.Say("settings.automatic", words.Vars{"Now": text}), Automatic
		}
		lines = append(lines, "- "+p.line(text, r.Words))
		one := p.button(SettingsOfMe, value, now, r.Words)
		if p.control == byMenu {
			one = p.menu(selected, now, r.Words)
		}
		controls[p.control] = append(controls[p.control], one)
	}
	lines = append(lines, view.NonEmpty(blockedLine(settings, r))...)
	more := settingButton(r.Say("settings.more"), discordgo.PrimaryButton, SettingsMore)
	reply := view.Private(strings.Join(lines, "\n"),
		append(slices.Concat(controls[byMenu], controls[byButton], controls[byForm]), more)...)
	reply.Picture = v.Preview(r)
	return reply
}

// ZoneField is the setting of the time zone, and the field of the form in which one is written.
const ZoneField = "zone"

// ZoneForm opens a form in which a time zone is written.
func ZoneForm(r view.Viewer) view.Reply {
	return view.Form(SettingPress(SettingsOfMe, ZoneField), r.Say("command.settings.zone.name"), r, discord.Field{
		ID: ZoneField, Label: r.Say("command.settings.zone.name"), Placeholder: "Asia/Shanghai",
		MaxLength: view.QuotedLength, Required: true,
	})
}
