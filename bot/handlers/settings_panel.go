package handlers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
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
	if err := r.set(c, option, value); err != nil {
		return r.Press.Foreign(err)
	}
	return nil
}

// set makes a setting of a panel with a value the only option of the request. The error says that there is no such
// setting, or that it cannot have the value.
func (r *Request) set(c *Command, option, value string) error {
	o, known := c.Setting(option)
	if !known || value == "" {
		return fmt.Errorf("%w: the setting %q", ErrNotOffered, option)
	}
	given := &discordgo.ApplicationCommandInteractionDataOption{Name: option, Type: o.Kind, Value: value}
	switch given.Type {
	case discordgo.ApplicationCommandOptionBoolean:
		if value != "yes" && value != "no" {
			return fmt.Errorf("%w: %q for yes or no", ErrNotOffered, value)
		}
		given.Value = value == "yes"
	case discordgo.ApplicationCommandOptionInteger:
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		given.Value = float64(n)
	default:
	}
	r.options = map[string]*discordgo.ApplicationCommandInteractionDataOption{option: given}
	if !o.offers(r) {
		return ErrNotOffered
	}
	return nil
}

// Setting returns the setting of a panel by its name, and whether there is one.
func (c *Command) Setting(name string) (commandOption, bool) {
	for _, o := range c.Panel {
		if o.Name == name {
			return o, true
		}
	}
	return commandOption{}, false
}

// Panel adds the controls to a person's settings.
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
	key := c.Key() + "." + option
	m := view.SettingMenu{Arg: string(group) + "-" + option, Hint: w.Say(key + ".desc"), Kind: discordgo.StringSelectMenu}
	o, _ := c.Setting(option)
	for _, f := range o.Fixed {
		label := f.Label
		if label == nil {
			label = view.Phrase(key + "." + f.Key)
		}
		m.Choices = append(m.Choices, view.SettingChoice{Label: label(w), Value: f.Key, Chosen: f.Key == chosen})
	}
	switch o.Kind {
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
	if len(o.Fixed) == 0 && o.Kind == discordgo.ApplicationCommandOptionInteger {
		for _, n := range offeredNumbers {
			if n >= int(o.atLeast) && n <= int(o.atMost) {
				m.Choices = append(m.Choices, view.SettingChoice{Label: strconv.Itoa(n), Value: strconv.Itoa(n)})
			}
		}
	}
	return m
}

// offeredNumbers are the values that a menu offers for a numeric setting; who types the value may give any.
var offeredNumbers = []int{0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 60, 90, 120, 180, 365}

// press shows a group of a server's settings, or changes one of them.
func (c SettingsServer) press(ctx context.Context, r *Request, option string) (view.Reply, error) {
	if len(r.Values) != 1 {
		return view.Reply{}, r.Press.Foreign(errors.New("a menu of settings without a choice"))
	}
	if !r.Manages {
		return view.Reply{}, view.ProblemServerManager()
	}
	if option != "" {
		if err := r.setOption(c.Manage(), option, r.Values[0]); err != nil {
			return view.Reply{}, err
		}
		return c.choose(ctx, r)
	}
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(server, r.Values[0], false, r)
}

// Panel shows a server's settings, of one group or of all, with a menu of the groups, and one for each setting of the
// group. The look is that of the server, whatever the person likes who asks.
func (c SettingsServer) panel(server game.Server, group string, saved bool, r *Request) (view.Reply, error) {
	command, w := c.Manage(), r.Viewer.Words
	which := view.SettingMenu{
		Arg: string(view.SettingsOfServer), Hint: w.Say("settings.which"), Kind: discordgo.StringSelectMenu,
	}
	menus := []view.SettingMenu{which}
	known := group == ""
	for _, g := range view.ServerGroups(w) {
		menus[0].Choices = append(menus[0].Choices, view.SettingChoice{Label: g.Label, Value: g.Name, Chosen: g.Name == group})
		if g.Name != group {
			continue
		}
		known = true
		for _, option := range g.Settings {
			menu := command.settingMenu(view.SettingsOfServer, option, "", r.Viewer)
			if option == timeSetting {
				times, err := c.times(r, "")
				if err != nil {
					return view.Reply{}, err
				}
				menu.Choices = append(menu.Choices, times...)
			}
			menus = append(menus, menu)
		}
	}
	if !known {
		return view.Reply{}, r.Press.Foreign(errors.New("no such group of settings"))
	}
	look := c.viewers.ServerOnly(server, string(r.Interaction.Locale))
	return c.view.WithServerPanel(c.Text(server, group, saved, r.Viewer), group, menus, look), nil
}
