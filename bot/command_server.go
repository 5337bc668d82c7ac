package bot

import (
	"context"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// settingsServer is what a server decides for its games: /manage server changes it, and everybody may look at it by
// /settings. To change it there, on the panel, takes the permission Manage Server as well.
type settingsServer struct {
	servers *game.Servers
	viewers *audience.Finder
	view    *view.View
	phrases *words.Phrases
}

func serverSettings(h *host) settingsServer {
	return settingsServer{h.servers, h.viewers, h.view, h.phrases}
}

// manage is /manage server.
func (c settingsServer) manage() *Command {
	options := ruleChoices()
	for _, o := range serverOptions(c.phrases) {
		options = append(options, o.commandOption)
	}
	return &Command{name: "manage server", private: true, options: options, run: c.choose, complete: c.completeTime}
}

// completeTime offers the clocks that rated games can have, the bot's own first.
func (c settingsServer) completeTime(_ context.Context, r *Request) ([]discord.Choice, error) {
	choices, err := timeChoices(r, false)
	own := view.AutomaticTime(c.servers.TimeIn(game.Server{}), r.Viewer)
	if contains(own, r.Text("time")) {
		choices = append([]discord.Choice{{Name: discord.Cut(own, discord.ChoiceNameLimit), Value: automatic}}, choices...)
	}
	return choices, err
}

func (c settingsServer) choose(ctx context.Context, r *Request) (view.Reply, error) {
	server, err := c.servers.Server(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild == "":
		return view.RulesInDirectMessages(c.servers.Ruleset(server), r.Viewer), nil
	case len(r.options) == 0 && !r.Manages:
		return c.text(server, false, r.Viewer), nil
	case len(r.options) == 0:
		look := c.viewers.ServerOnly(server, string(r.interaction.Locale))
		return c.panel(c.text(server, false, r.Viewer), "", look, r.Viewer)
	case !r.Manages:
		return view.Reply{}, view.ProblemServerManager()
	}
	if text := r.Text("time"); text != "" {
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
	viewer, err := c.viewers.Of(ctx, r.Viewer.Person, r.Guild, string(r.interaction.Locale))
	if err != nil {
		return view.Reply{}, err
	}
	chosen := ""
	for option := range r.options {
		chosen = max(chosen, option) // the panel goes on with one of them
	}
	// The look is that of the server, whatever the person who chose it likes.
	look := c.viewers.ServerOnly(server, string(r.interaction.Locale))
	return c.panel(c.text(server, true, viewer), chosen, look, viewer)
}

// text shows all that a server has chosen, and what holds where it has not.
func (c settingsServer) text(server game.Server, saved bool, r view.Viewer) view.Reply {
	server.Place, server.Time = c.servers.PlaceIn(server), c.servers.TimeIn(server)
	return view.ServerSettings(c.servers.Ruleset(server), server, saved, r)
}
