package handlers

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
)

// overviewShown is how many channels and how many roles are listed where all settings are shown: a message has room for
// no more.
const overviewShown = 5

// manage is /manage server. It shows the panel; with its options it changes one setting, or shows its group.
func (c serverSettings) manage() *Command {
	command := &Command{Name: "manage server", Private: true, Run: c.choose, Complete: c.completeValue}
	var names []fixedChoice
	for _, o := range c.all() {
		if o.menu == discordgo.StringSelectMenu {
			names = append(names, fixedChoice{Key: o.Name, Label: view.Phrase(command.Key() + "." + o.Name + ".desc")})
		}
	}
	command.Options = []commandOption{
		{Name: "setting", Kind: discordgo.ApplicationCommandOptionString, Fixed: names},
		{Name: "value", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
	}
	return command
}

func (c serverSettings) setting(name string) (o serverSetting, known bool) {
	for _, o := range c.all() {
		if o.Name == name {
			return o, true
		}
	}
	return serverSetting{}, false
}

func (c serverSettings) completeValue(_ context.Context, r *Request) ([]discord.Choice, error) {
	setting, known := c.setting(r.text("setting"))
	if !known {
		return nil, nil
	}
	typed := r.text("value")
	return matching(c.values(setting, r, typed), typed, func(v discordgo.SelectMenuOption) (string, any) {
		return v.Label, v.Value
	}), nil
}

// values are those that a setting is offered with. The clocks of rated games are the bot's own first, and those that
// fit what was typed.
func (c serverSettings) values(o serverSetting, r *Request, typed string) []discordgo.SelectMenuOption {
	var values []discordgo.SelectMenuOption
	for _, f := range o.Choices {
		values = append(values, view.MenuOption(o.label(f, r.Viewer.Words), f.Key, ""))
	}
	if o.Name != timeSetting {
		return values
	}
	own := panelview.AutomaticTime(c.Servers.TimeIn(guild.Settings{}), r.Viewer)
	values = append(values, view.MenuOption(own, panelview.Automatic, ""))
	for _, t := range timeChoices(r.Viewer, typed, false) {
		if value, ok := t.Value.(string); ok {
			values = append(values, view.MenuOption(t.Name, value, ""))
		}
	}
	return values
}

func (c serverSettings) choose(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	name, value := r.text("setting"), r.text("value")
	switch {
	case r.Guild == "":
		return panelview.RulesInDirectMessages(c.lines(server, r.Viewer, "rules", "draws"), r.Viewer), nil
	case name == "" && value == "" && !r.Manages:
		return c.text(server, "", false, r.Viewer), nil
	case !r.Manages:
		return view.Reply{}, view.NewProblem("server.refused")
	case value == "":
		setting, _ := c.setting(name)
		return c.panel(server, setting.Group, false, r)
	case name == "":
		return view.Reply{}, view.NewProblem("server.no-setting", words.Vars{"Text": view.Quoted(value)})
	}
	reply, err := c.change(ctx, r, name, value)
	if errors.Is(err, ErrNotOffered) {
		err = view.NewProblem("server.no-value", words.Vars{"Text": view.Quoted(value)})
	}
	return reply, err
}

// press shows a group of a server's settings, or changes one of them.
func (c serverSettings) press(ctx context.Context, r *Request, name string) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.NewProblem("server.refused")
	}
	if name != "" {
		reply, err := c.change(ctx, r, name, r.Value)
		if errors.Is(err, ErrNotOffered) {
			err = r.Press.Foreign(err)
		}
		return reply, err
	}
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(server, r.Value, false, r)
}

// change changes a setting, and shows its group.
func (c serverSettings) change(ctx context.Context, r *Request, name, value string) (view.Reply, error) {
	setting, known := c.setting(name)
	if !known || value == "" {
		return view.Reply{}, fmt.Errorf("%w: the setting %q", ErrNotOffered, name)
	}
	earned := name == rankRoleSetting || name == ranksSetting && value != panelview.RankNames()[0]
	if earned && !r.mayGiveRoles() {
		return view.Reply{}, view.NewProblem("permission.roles")
	}
	if setting.menu == discordgo.RoleSelectMenu && value == r.Guild {
		value = "" // @everyone, which has the id of the server, is none of the roles
	}
	server, err := c.Servers.ChangeServer(ctx, r.Act(), func(s *guild.Settings) error { return setting.set(s, value) })
	if err != nil {
		return view.Reply{}, err
	}
	// The language may be another one now.
	r.Viewer, err = c.Viewers.Of(ctx, r.Viewer.Person, r.Guild, string(r.Interaction.Locale))
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(server, setting.Group, true, r)
}

// panel shows a server's settings, of one group or of all, with a menu of the groups, and one for each setting of the
// group. The look is that of the server, whatever the person likes who asks.
func (c serverSettings) panel(server guild.Settings, group string, saved bool, r *Request) (view.Reply, error) {
	w := r.Viewer.Words
	var groups []discordgo.SelectMenuOption
	var menus []discordgo.MessageComponent
	last := ""
	for _, o := range c.all() {
		if o.Group != last {
			last = o.Group
			groups = append(groups, view.MenuChoice(panelview.GroupTitle(o.Group, w), o.Group, o.Group == group))
		}
		if o.Group == group {
			menus = append(menus, view.MenuRow(discordgo.SelectMenu{
				MenuType: o.menu, CustomID: panelview.SettingPress(panelview.SettingsOfServer, o.Name).ID(),
				Placeholder: w.Say("command.manage.server." + o.Name + ".desc"),
				Options:     c.values(o, r, ""), ChannelTypes: o.channels,
			}))
		}
	}
	if group != "" && len(menus) == 0 {
		return view.Reply{}, r.Press.Foreign(errors.New("no such group of settings"))
	}
	reply := c.text(server, group, saved, r.Viewer)
	choose := view.Menu(w.Say("settings.which"), panelview.SettingPress(panelview.SettingsOfServer), groups)
	reply.Rows = slices.Insert(menus, 0, choose)
	if group == "look" { // in other groups a preview would only separate the text from the menus
		reply.Picture = c.View.Preview(c.Viewers.ServerOnly(server, string(r.Interaction.Locale)))
	}
	return reply, nil
}

// text shows what a server has chosen, of one group or of all, and what holds where it has not.
func (c serverSettings) text(server guild.Settings, group string, saved bool, r view.Viewer) view.Reply {
	return panelview.ServerSettings(c.lines(server, r, view.NonEmpty(group)...), group == "", saved, r)
}

// lines are the settings of some groups, or of all, with long lists cut.
func (c serverSettings) lines(server guild.Settings, r view.Viewer, groups ...string) []panelview.ServerLine {
	most := max(guild.MaxChannels, guild.MaxRanks)
	if len(groups) == 0 {
		most = overviewShown
	}
	var lines []panelview.ServerLine
	for _, o := range c.all() {
		if len(groups) == 0 || slices.Contains(groups, o.Group) {
			lines = append(lines, panelview.ServerLine{Group: o.Group, Name: o.Name, Value: o.show(r.Words, server, most)})
		}
	}
	return lines
}
