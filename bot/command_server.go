package bot

import (
	"context"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// settingsServer is what a server decides for its games: /manage server changes it, and everybody may look at it by
// /settings. To change it there, on the panel, takes the permission Manage Server as well.
type settingsServer struct {
	servers *lobby.Servers
	viewers *audience.Finder
	view    *view.View
	phrases *words.Phrases
}

func serverSettings(h *host) settingsServer {
	return settingsServer{h.Servers, h.viewers, h.view, h.phrases}
}

// timeSetting is the setting of the clock of rated games, which has values of many forms.
const timeSetting = "time"

// manage is /manage server. It shows the panel; with its options it changes one setting, or shows its group.
func (c settingsServer) manage() *Command {
	settings := ruleChoices()
	for _, o := range serverOptions(c.phrases) {
		settings = append(settings, o.commandOption)
	}
	command := &Command{name: "manage server", private: true, panel: settings, run: c.choose, complete: c.completeValue}
	var names []fixedChoice
	for _, o := range settings {
		if o.kind != discordgo.ApplicationCommandOptionChannel && o.kind != discordgo.ApplicationCommandOptionRole {
			names = append(names, fixedChoice{key: o.name, label: view.Phrase(command.key() + "." + o.name + ".desc")})
		}
	}
	command.options = []commandOption{
		{name: "setting", kind: discordgo.ApplicationCommandOptionString, fixed: names},
		{name: "value", kind: discordgo.ApplicationCommandOptionString, complete: true},
	}
	return command
}

// completeValue offers the values of the chosen setting.
func (c settingsServer) completeValue(_ context.Context, r *Request) ([]discord.Choice, error) {
	command, typed := c.manage(), r.Text("value")
	option, known := command.setting(r.Text("setting"))
	if !known {
		return nil, nil
	}
	values := command.settingMenu(view.SettingsOfServer, option.name, "", r.Viewer).Choices
	if option.name == timeSetting {
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
func (c settingsServer) times(r *Request, typed string) ([]view.SettingChoice, error) {
	own := view.AutomaticTime(c.servers.TimeIn(game.Server{}), r.Viewer)
	choices := []view.SettingChoice{{Label: own, Value: automatic}}
	times, err := timeChoices(r.Viewer, typed, false)
	for _, t := range times {
		if value, ok := t.Value.(string); ok {
			choices = append(choices, view.SettingChoice{Label: t.Name, Value: value})
		}
	}
	return choices, err
}

func (c settingsServer) choose(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	setting, value := r.Text("setting"), r.Text("value")
	switch {
	case r.Guild == "":
		return view.RulesInDirectMessages(c.servers.Ruleset(server), r.Viewer), nil
	case len(r.options) == 0 && !r.Manages:
		return c.text(server, "", false, r.Viewer), nil
	case !r.Manages:
		return view.Reply{}, view.ProblemServerManager()
	case len(r.options) == 0, value == "" && setting != "":
		return c.panel(server, view.ServerGroupOf(setting, r.Viewer.Words), false, r)
	case setting == "" && value != "":
		return view.Reply{}, view.ProblemWithoutSetting(value)
	case setting != "":
		if err := r.set(c.manage(), setting, value); err != nil {
			return view.Reply{}, view.ProblemSettingValue(value)
		}
	}
	if text := r.Text(timeSetting); text != "" {
		if _, err := readServerTime(text); err != nil {
			return view.Reply{}, err
		}
	}
	server, err = c.servers.ChangeServer(ctx, r.Act(), func(server *game.Server) error {
		if ruleset := c.servers.Ruleset(*server); chooseRules(&ruleset, r) { // else the bot's own rules stay those of the server
			server.Rules = ruleset.String()
		}
		for _, o := range serverOptions(c.phrases) {
			if r.options[o.name] != nil {
				o.set(server, r)
			}
		}
		return nil
	})
	if err != nil {
		return view.Reply{}, err
	}
	// The language may be another one now.
	r.Viewer, err = c.viewers.Of(ctx, r.Viewer.Person, r.Guild, string(r.interaction.Locale))
	if err != nil {
		return view.Reply{}, err
	}
	changed := ""
	for option := range r.options {
		changed = max(changed, option) // the panel goes on with one of them
	}
	return c.panel(server, view.ServerGroupOf(changed, r.Viewer.Words), true, r)
}

// text shows what a server has chosen, of one group or of all, and what holds where it has not.
func (c settingsServer) text(server game.Server, group string, saved bool, r view.Viewer) view.Reply {
	server.Place, server.Time = c.servers.PlaceIn(server), c.servers.TimeIn(server)
	return view.ServerSettings(c.servers.Ruleset(server), server, group, saved, r)
}
