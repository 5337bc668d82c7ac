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
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// automatic is the choice of the bot's default for a setting.
const automatic = "auto"

// languageChoices are the choices of a language, each under the name that it calls itself.
func languageChoices(p *words.Phrases) []fixedChoice {
	choices := textChoices(automatic)
	for _, lang := range p.Languages() {
		choices = append(choices, fixedChoice{Key: string(lang), Label: func(w words.Words) string { return w.NameOf(lang) }})
	}
	return choices
}

// newSettingsCommand is /settings: what people choose for themselves, and what their server has chosen for its games.
func newSettingsCommand(h *Host) *Command {
	c := settings{h}
	command := c.command()
	command.Presses = map[view.PressAct]Handler{view.PressSetting: c.press, view.PressErase: inPlace(c.erase)}
	return command
}

// settings is /settings: what a person chooses, wherever they play: the language, the notation, the side and look of
// the board and its pieces, the time zone, who may challenge them, and who sees them. It shows all that as a panel, on
// which it can be changed by a press. The button More leads to the rest: challenges, reminders, vacations, what is
// stored about the person, and the settings of their server.
type settings struct{ *Host }

func (c settings) command() *Command {
	return &Command{
		Name: "settings", Private: true, userInstall: true,
		Panel: []commandOption{
			{Name: "language", Kind: discordgo.ApplicationCommandOptionString, Fixed: languageChoices(c.Phrases)},
			{Name: "notation", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, notationNames()...)...)},
			{Name: "orientation", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("own", "red")},
			{Name: "theme", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, panelview.ThemeNames()...)...)},
			{Name: "pieces", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, panelview.PiecesNames()...)...)},
			{Name: "picture", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic, string(view.InWords)}, view.PictureNames()...)...)},
			{Name: "zone", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "challenges", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(automatic, string(member.ChallengesYes), string(member.ChallengesNo))},
			{Name: "everywhere", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: c.choose,
	}
}

// notationNames lists the notations.
func notationNames() []string {
	var names []string
	for _, style := range notation.Styles() {
		names = append(names, style.String())
	}
	return names
}

// memberChoices are the choices of an option that members have among their settings, in the same words.
func memberChoices(option string, keys ...string) []fixedChoice {
	choices := textChoices(keys...)
	for i := range choices {
		choices[i].Label = panelview.ValueLabel(option, choices[i].Key)
	}
	return choices
}

func (c settings) choose(ctx context.Context, r *Request) (view.Reply, error) {
	zone := ""
	if text := r.Text("zone"); text != "" {
		var known bool
		if zone, known = ParseZone(text); !known {
			return view.Reply{}, view.ProblemZone(text)
		}
	}
	settings, err := c.change(ctx, r, func(s *member.Settings) { setPersonal(s, zone, r) })
	if err != nil {
		return view.Reply{}, err
	}
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	viewer := c.Viewers.With(r.Viewer.Person, settings, server, string(r.Interaction.Locale))
	return c.panel(panelview.Settings(settings, c.Games.Now(), len(r.options) > 0, viewer), settings, viewer), nil
}

// change returns the settings of the person, after the change if the request has any options.
func (c settings) change(ctx context.Context, r *Request, change func(*member.Settings)) (member.Settings, error) {
	if len(r.options) == 0 {
		return c.Members.Settings(ctx, r.Viewer.Person)
	}
	return c.Members.ChangeSettings(ctx, r.Act(), func(s *member.Settings) error { change(s); return nil })
}

// setPersonal applies the given options to the settings.
func setPersonal(settings *member.Settings, zone string, r *Request) {
	text := func(setting *string, option string) {
		switch value := r.Text(option); value {
		case "":
		case automatic:
			*setting = ""
		default:
			*setting = value
		}
	}
	text(&settings.Locale, "language")
	text(&settings.Notation, "notation")
	text(&settings.Theme, "theme")
	text(&settings.Pieces, "pieces")
	text(&settings.Picture, "picture")
	text((*string)(&settings.Challenges), "challenges")
	switch r.Text("orientation") {
	case "own":
		settings.Orientation = member.OwnSideDown
	case "red":
		settings.Orientation = member.RedDown
	}
	if zone != "" {
		settings.Zone = zone
	}
	if r.options["everywhere"] != nil {
		settings.Hidden = !r.Flag("everywhere")
	}
}

// pressOwn changes one of a person's settings in their panel. A press becomes the option of the command that changes the
// same, so that both ways have one meaning.
func (c settings) pressOwn(ctx context.Context, r *Request, rest string) (view.Reply, error) {
	option, value, _ := strings.Cut(rest, "-")
	switch {
	case option == panelview.ZoneField && r.Written == nil:
		return panelview.ZoneForm(r.Viewer), nil
	case option == panelview.ZoneField:
		value = r.Written[panelview.ZoneField]
	case value == "":
		value = r.Value
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
	r.options = nil
	switch o.Kind {
	case discordgo.ApplicationCommandOptionBoolean:
		if value != "yes" && value != "no" {
			return fmt.Errorf("%w: %q for yes or no", ErrNotOffered, value)
		}
		r.give(o, value == "yes")
	case discordgo.ApplicationCommandOptionInteger:
		n, err := strconv.Atoi(value)
		if err != nil {
			return err
		}
		r.give(o, float64(n))
	default:
		r.give(o, value)
	}
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

// panel adds the controls to a person's settings.
func (c settings) panel(reply view.Reply, settings member.Settings, viewer view.Viewer) view.Reply {
	command := c.command()
	var menus []panelview.SettingMenu
	for option, chosen := range map[string]string{
		"language": settings.Locale, "notation": settings.Notation, "theme": settings.Theme, "pieces": settings.Pieces,
	} {
		menu := command.settingMenu(panelview.SettingsOfMe, option, cmp.Or(chosen, automatic), viewer)
		menus = append(menus, menu.Naming(option, viewer))
	}
	slices.SortFunc(menus, func(a, b panelview.SettingMenu) int { return cmp.Compare(a.Arg, b.Arg) })
	return panelview.View{View: c.View}.WithPersonalPanel(reply, settings, menus, view.ZoneText(settings.Zone, c.Games.Now()), viewer)
}

// settingMenu returns a menu with the fixed choices of an option.
func (c *Command) settingMenu(group panelview.SettingsGroup, option, chosen string, r view.Viewer) panelview.SettingMenu {
	w := r.Words
	key := c.Key() + "." + option
	m := panelview.SettingMenu{Arg: string(group) + "-" + option, Hint: w.Say(key + ".desc"), Kind: discordgo.StringSelectMenu}
	o, _ := c.Setting(option)
	for _, f := range o.Fixed {
		m.Choices = append(m.Choices, panelview.SettingChoice{Label: f.label(key)(w), Value: f.Key, Chosen: f.Key == chosen})
	}
	switch o.Kind {
	case discordgo.ApplicationCommandOptionChannel:
		m.Kind, m.Kinds = discordgo.ChannelSelectMenu, o.channels
	case discordgo.ApplicationCommandOptionRole:
		m.Kind = discordgo.RoleSelectMenu
	case discordgo.ApplicationCommandOptionBoolean:
		for _, value := range []string{"yes", "no"} {
			m.Choices = append(m.Choices, panelview.SettingChoice{Label: w.Say("server." + option + "-" + value), Value: value})
		}
	default:
	}
	if len(o.Fixed) == 0 && o.Kind == discordgo.ApplicationCommandOptionInteger {
		for _, n := range offeredNumbers {
			if n >= int(o.atLeast) && n <= int(o.atMost) {
				m.Choices = append(m.Choices, panelview.SettingChoice{Label: strconv.Itoa(n), Value: strconv.Itoa(n)})
			}
		}
	}
	return m
}

// offeredNumbers are the values that a menu offers for a numeric setting; who types the value may give any.
var offeredNumbers = []int{0, 1, 2, 3, 5, 7, 10, 14, 20, 30, 50, 60, 90, 120, 180, 365}

// press shows a group of a server's settings, or changes one of them.
func (c SettingsServer) press(ctx context.Context, r *Request, option string) (view.Reply, error) {
	if !r.Manages {
		return view.Reply{}, view.ProblemServerManager
	}
	if option != "" {
		if err := r.setOption(c.Manage(), option, r.Value); err != nil {
			return view.Reply{}, err
		}
		return c.choose(ctx, r)
	}
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(server, r.Value, false, r)
}

// panel shows a server's settings, of one group or of all, with a menu of the groups, and one for each setting of the
// group. The look is that of the server, whatever the person likes who asks.
func (c SettingsServer) panel(server game.Server, group string, saved bool, r *Request) (view.Reply, error) {
	command, w := c.Manage(), r.Viewer.Words
	which := panelview.SettingMenu{
		Arg: string(panelview.SettingsOfServer), Hint: w.Say("settings.which"), Kind: discordgo.StringSelectMenu,
	}
	menus := []panelview.SettingMenu{which}
	known := group == ""
	for _, g := range panelview.ServerGroups(w) {
		menus[0].Choices = append(menus[0].Choices, panelview.SettingChoice{Label: g.Label, Value: g.Name, Chosen: g.Name == group})
		if g.Name != group {
			continue
		}
		known = true
		for _, option := range g.Settings {
			menu := command.settingMenu(panelview.SettingsOfServer, option, "", r.Viewer)
			if option == timeSetting {
				menu.Choices = append(menu.Choices, c.times(r, "")...)
			}
			menus = append(menus, menu)
		}
	}
	if !known {
		return view.Reply{}, r.Press.Foreign(errors.New("no such group of settings"))
	}
	look := c.Viewers.ServerOnly(server, string(r.Interaction.Locale))
	return panelview.View{View: c.View}.WithServerPanel(c.Text(server, group, saved, r.Viewer), group, menus, look), nil
}
