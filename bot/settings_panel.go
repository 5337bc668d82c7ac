package bot

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
)

// This file shows settings as a panel: what holds, with menus and buttons by which it is changed. A press becomes the
// option of the command that changes the same, so that both ways have one meaning.

// press changes one of a person's settings.
func (c settingsMe) press(ctx context.Context, r *Request, rest string) (view.Reply, error) {
	option, value, _ := strings.Cut(rest, "-")
	switch {
	case option == view.ZoneField && r.Written == nil:
		return view.ZoneForm(r.Viewer), nil
	case option == view.ZoneField:
		value = r.Written[view.ZoneField]
	case value == "" && len(r.Values) == 1:
		value = r.Values[0]
	}
	if err := r.setOption(c.command(), option, value); err != nil {
		return view.Reply{}, err
	}
	return c.choose(ctx, r)
}

// setOption turns a press into a request with an option of a command, as if the person had typed it.
func (r *Request) setOption(c *Command, option, value string) error {
	i := slices.IndexFunc(c.options, func(o commandOption) bool { return o.name == option })
	if i < 0 || value == "" {
		return r.Press.Foreign(errors.New("no such setting"))
	}
	given := &discordgo.ApplicationCommandInteractionDataOption{Name: option, Type: c.options[i].kind, Value: value}
	switch given.Type {
	case discordgo.ApplicationCommandOptionBoolean:
		given.Value = value == "yes"
	case discordgo.ApplicationCommandOptionInteger:
		n, err := strconv.Atoi(value)
		if err != nil {
			return r.Press.Foreign(err)
		}
		given.Value = float64(n)
	default:
	}
	r.options = map[string]*discordgo.ApplicationCommandInteractionDataOption{option: given}
	if !c.options[i].offers(r) {
		return r.Press.Foreign(errNotOffered)
	}
	return nil
}

// panel adds the controls to a person's settings.
func (c settingsMe) panel(reply view.Reply, settings member.Settings, viewer view.Viewer) view.Reply {
	command := c.command()
	var menus []view.SettingMenu
	for option, chosen := range map[string]string{
		"language": settings.Locale, "notation": settings.Notation, "theme": settings.Theme, "pieces": settings.Pieces,
	} {
		menu := command.settingMenu(view.SettingsOfMe, option, cmp.Or(chosen, automatic), viewer)
		menus = append(menus, menu.Naming(option, viewer))
	}
	slices.SortFunc(menus, func(a, b view.SettingMenu) int { return cmp.Compare(a.Arg, b.Arg) })
	return c.view.WithPersonalPanel(reply, settings, menus, view.ZoneText(settings.Zone, c.now()), viewer)
}

// settingMenu returns a menu with the fixed choices of an option.
func (c *Command) settingMenu(group view.SettingsGroup, option, chosen string, r view.Viewer) view.SettingMenu {
	w := r.Words
	key := c.key() + "." + option
	m := view.SettingMenu{Arg: string(group) + "-" + option, Hint: w.Say(key + ".desc"), Kind: discordgo.StringSelectMenu}
	i := slices.IndexFunc(c.options, func(o commandOption) bool { return o.name == option })
	o := c.options[i]
	for _, f := range o.fixed {
		label := f.label
		if label == nil {
			label = view.Phrase(key + "." + f.key)
		}
		m.Choices = append(m.Choices, view.SettingChoice{Label: label(w), Value: f.key, Chosen: f.key == chosen})
	}
	switch o.kind {
	case discordgo.ApplicationCommandOptionChannel:
		m.Kind, m.Kinds = discordgo.ChannelSelectMenu, o.channels
	case discordgo.ApplicationCommandOptionRole:
		m.Kind = discordgo.RoleSelectMenu
	case discordgo.ApplicationCommandOptionBoolean:
		for _, value := range []string{"yes", "no"} {
			m.Choices = append(m.Choices, view.SettingChoice{Label: w.Say("server." + option + "-" + value), Value: value})
		}
	default:
	}
	if len(o.fixed) == 0 && o.kind == discordgo.ApplicationCommandOptionInteger {
		for _, n := range offeredNumbers {
			if n >= int(o.atLeast) && n <= int(o.atMost) {
				m.Choices = append(m.Choices, view.SettingChoice{Label: strconv.Itoa(n), Value: strconv.Itoa(n)})
			}
		}
	}
	return m
}

// offeredNumbers are the values that a menu offers for a numeric setting; the command accepts any.
var offeredNumbers = []int{0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 45, 60, 90, 120, 180, 365}

// press shows the menu of one of a server's settings, or changes it.
func (c settingsServer) press(ctx context.Context, r *Request, option string) (view.Reply, error) {
	if len(r.Values) != 1 {
		return view.Reply{}, r.Press.Foreign(errors.New("a menu of settings without a choice"))
	}
	if !r.Manages {
		return view.Reply{}, view.ProblemServerManager()
	}
	if option != "" {
		if err := r.setOption(c.manage(), option, r.Values[0]); err != nil {
			return view.Reply{}, err
		}
		return c.choose(ctx, r)
	}
	server, err := c.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	if !slices.ContainsFunc(c.manage().options, func(o commandOption) bool { return o.name == r.Values[0] }) {
		return view.Reply{}, r.Press.Foreign(errors.New("no such setting"))
	}
	look := c.viewers.ServerOnly(server, string(r.interaction.Locale))
	return c.panel(c.text(server, false, r.Viewer), r.Values[0], look, r.Viewer)
}

// panel adds the controls to a server's settings: a menu of them, and one for the values of the chosen one, if any.
func (c settingsServer) panel(reply view.Reply, chosen string, look, viewer view.Viewer) (view.Reply, error) {
	command := c.manage()
	which := view.SettingMenu{
		Arg: string(view.SettingsOfServer), Hint: viewer.Words.Say("settings.which"), Kind: discordgo.StringSelectMenu,
	}
	for _, o := range command.options {
		label := viewer.Words.Say(command.key() + "." + o.name + ".desc")
		which.Choices = append(which.Choices, view.SettingChoice{Label: label, Value: o.name, Chosen: o.name == chosen})
	}
	menus := []view.SettingMenu{which}
	if chosen != "" {
		m := command.settingMenu(view.SettingsOfServer, chosen, "", viewer)
		m.Hint = viewer.Words.Say("settings.change-to")
		if chosen == "time" {
			times, err := timeChoices(&Request{Viewer: viewer}, false)
			if err != nil {
				return view.Reply{}, err
			}
			for _, t := range times {
				if value, ok := t.Value.(string); ok {
					m.Choices = append(m.Choices, view.SettingChoice{Label: t.Name, Value: value})
				}
			}
		}
		menus = append(menus, m)
	}
	return c.view.WithServerPanel(reply, menus, look), nil
}
