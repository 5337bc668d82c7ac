package handlers

import (
	"cmp"
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/solving"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// SettingsServer is what a server decides for its games: /manage server changes it, and everybody may look at it by
// /settings. To change it there, on the panel, takes the permission Manage Server as well.
type SettingsServer struct {
	Servers *lobby.Servers
	viewers *audience.Finder
	view    *view.View
	Phrases *words.Phrases
}

func serverSettings(h *Host) SettingsServer {
	return SettingsServer{h.Servers, h.Viewers, h.View, h.Phrases}
}

// timeSetting is the setting of the clock of rated games, which has values of many forms.
const timeSetting = "time"

// Manage is /manage server. It shows the panel; with its options it changes one setting, or shows its group.
func (c SettingsServer) Manage() *Command {
	settings := ruleChoices()
	for _, o := range serverOptions(c.Phrases) {
		settings = append(settings, o.commandOption)
	}
	command := &Command{Name: "manage server", Private: true, Panel: settings, Run: c.choose, Complete: c.completeValue}
	var names []fixedChoice
	for _, o := range settings {
		if o.Kind != discordgo.ApplicationCommandOptionChannel && o.Kind != discordgo.ApplicationCommandOptionRole {
			names = append(names, fixedChoice{Key: o.Name, Label: view.Phrase(command.Key() + "." + o.Name + ".desc")})
		}
	}
	command.Options = []commandOption{
		{Name: "setting", Kind: discordgo.ApplicationCommandOptionString, Fixed: names},
		{Name: "value", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
	}
	return command
}

// completeValue offers the values of the chosen setting.
func (c SettingsServer) completeValue(_ context.Context, r *Request) ([]discord.Choice, error) {
	command, typed := c.Manage(), r.Text("value")
	option, known := command.Setting(r.Text("setting"))
	if !known {
		return nil, nil
	}
	values := command.settingMenu(view.SettingsOfServer, option.Name, "", r.Viewer).Choices
	if option.Name == timeSetting {
		var err error
		if values, err = c.times(r, typed); err != nil {
			return nil, err
		}
	}
	var choices []discord.Choice
	for _, v := range values {
		if contains(v.Label, typed) || v.Value == typed {
			choices = append(choices, discord.Choice{Name: discord.Cut(v.Label, discord.ChoiceNameLimit), Value: v.Value})
		}
	}
	return choices, nil
}

// times are the clocks that rated games can have, the bot's own first, as far as they fit what was typed.
func (c SettingsServer) times(r *Request, typed string) ([]view.SettingChoice, error) {
	own := view.AutomaticTime(c.Servers.TimeIn(game.Server{}), r.Viewer)
	choices := []view.SettingChoice{{Label: own, Value: automatic}}
	times, err := timeChoices(r.Viewer, typed, false)
	for _, t := range times {
		if value, ok := t.Value.(string); ok {
			choices = append(choices, view.SettingChoice{Label: t.Name, Value: value})
		}
	}
	return choices, err
}

func (c SettingsServer) choose(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	setting, value := r.Text("setting"), r.Text("value")
	switch {
	case r.Guild == "":
		return view.RulesInDirectMessages(c.Servers.Ruleset(server), r.Viewer), nil
	case len(r.options) == 0 && !r.Manages:
		return c.Text(server, "", false, r.Viewer), nil
	case !r.Manages:
		return view.Reply{}, view.ProblemServerManager()
	case len(r.options) == 0, value == "" && setting != "":
		return c.panel(server, view.ServerGroupOf(setting, r.Viewer.Words), false, r)
	case setting == "" && value != "":
		return view.Reply{}, view.ProblemWithoutSetting(value)
	case setting != "":
		if err := r.set(c.Manage(), setting, value); err != nil {
			return view.Reply{}, view.ProblemSettingValue(value)
		}
	}
	if text := r.Text(timeSetting); text != "" {
		if _, err := readServerTime(text); err != nil {
			return view.Reply{}, err
		}
	}
	server, err = c.Servers.ChangeServer(ctx, r.Act(), func(server *game.Server) error {
		if ruleset := c.Servers.Ruleset(*server); chooseRules(&ruleset, r) { // else the bot's own rules stay those of the server
			server.Rules = ruleset.String()
		}
		for _, o := range serverOptions(c.Phrases) {
			if r.options[o.Name] != nil {
				o.set(server, r)
			}
		}
		return nil
	})
	if err != nil {
		return view.Reply{}, err
	}
	// The language may be another one now.
	r.Viewer, err = c.viewers.Of(ctx, r.Viewer.Person, r.Guild, string(r.Interaction.Locale))
	if err != nil {
		return view.Reply{}, err
	}
	changed := ""
	for option := range r.options {
		changed = max(changed, option) // the panel goes on with one of them
	}
	return c.panel(server, view.ServerGroupOf(changed, r.Viewer.Words), true, r)
}

// Text shows what a server has chosen, of one group or of all, and what holds where it has not.
func (c SettingsServer) Text(server game.Server, group string, saved bool, r view.Viewer) view.Reply {
	server.Place, server.Time = c.Servers.PlaceIn(server), c.Servers.TimeIn(server)
	return view.ServerSettings(c.Servers.Ruleset(server), server, group, saved, r)
}

// settingsDaily is /manage daily: where and when a server has the puzzle of the day posted.
type settingsDaily struct {
	posts *solving.Schedules
	zones settingsMe // whose completion of time zones it shares
}

// usualHour is the default hour of the puzzle of the day.
const usualHour = 9

func (c settingsDaily) command() *Command {
	return &Command{
		Name: "manage daily", Private: true,
		Options: []commandOption{
			{
				Name: "channel", Kind: discordgo.ApplicationCommandOptionChannel,
				channels: []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews},
			},
			{Name: "hour", Kind: discordgo.ApplicationCommandOptionInteger, atMost: solving.MaxHour},
			{Name: "zone", Kind: discordgo.ApplicationCommandOptionString, Complete: true},
			{Name: "stop", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: c.choose,
		Complete: func(ctx context.Context, r *Request) ([]discord.Choice, error) {
			return c.zones.completeZone(ctx, r)
		},
	}
}

func (c settingsDaily) choose(ctx context.Context, r *Request) (view.Reply, error) {
	p, has, err := c.posts.Chosen(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild != "" && !r.Manages:
		return view.Reply{}, view.ProblemServerManager()
	case len(r.options) > 0 && r.Flag("stop"):
		return view.DailySettings(nil, r.Viewer), c.posts.Stop(ctx, r.Act())
	case len(r.options) == 0 && !has:
		return view.DailySettings(nil, r.Viewer), nil
	case len(r.options) == 0:
		return view.DailySettings(&p, r.Viewer), nil
	}
	zone := ""
	if text := strings.TrimSpace(r.Text("zone")); text != "" {
		known := false
		if zone, known = ParseZone(text); !known {
			return view.Reply{}, view.ProblemZone(text)
		}
	}
	p, err = c.posts.Choose(ctx, r.Act(), func(p *solving.Schedule) {
		if p.Channel == "" {
			p.Channel, p.Hour = cmp.Or(r.Parent, r.Channel), usualHour
		}
		p.Channel, p.Zone = cmp.Or(r.Text("channel"), p.Channel), cmp.Or(zone, p.Zone)
		if hour, given := r.Number("hour"); given {
			p.Hour = int(hour)
		}
	})
	return view.DailySettings(&p, r.Viewer), err
}
