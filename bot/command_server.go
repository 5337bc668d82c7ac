package bot

import (
	"context"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// settingsServerCommand is /settings server: what a server decides for its games. Everybody may look at it by giving no option; to change
// it takes the permission Manage Server. Discord cannot ask for it, as it knows permissions for whole commands only.
func (h *host) settingsServerCommand() *Command {
	options := ruleChoices()
	for _, group := range serverGroups() {
		for _, o := range group.options {
			options = append(options, o.commandOption)
		}
	}
	return &Command{name: "settings server", private: true, options: options, run: h.settingsServer, complete: h.completeServerTime}
}

// completeServerTime offers the clocks that rated games can have, the bot's own first.
func (h *host) completeServerTime(_ context.Context, r *Request) ([]discord.Choice, error) {
	choices, err := timeChoices(r, false)
	own := r.Reader.Words.Say("server.time-auto", words.Vars{"Time": view.ControlText(r.Reader.Words, h.service.TimeIn(game.Server{}))})
	if contains(own, r.Text("time")) {
		choices = append([]discord.Choice{{Name: discord.Cut(own, discord.ChoiceNameLimit), Value: automatic}}, choices...)
	}
	return choices, err
}

func (h *host) settingsServer(ctx context.Context, r *Request) (view.Reply, error) {
	w := r.Reader.Words
	server, err := h.service.Server(ctx, r.Guild)
	switch {
	case err != nil:
		return view.Reply{}, err
	case r.Guild == "":
		return view.Private(view.RuleText(w, w.Say("server.direct"), h.service.Code(server))), nil
	case len(r.options) == 0:
		return view.Private(h.serverText(w, w.Say("server.are"), server)), nil
	case !r.Manages:
		return view.Private(w.Say("server.refused")), nil
	}
	if text := r.Text("time"); text != "" {
		if _, readable := readServerTime(text); !readable {
			return view.Private(w.Say("server.no-time", words.Vars{"Text": view.Quoted(text)})), nil
		}
	}
	server, err = h.service.ChangeServer(ctx, r.Act(), func(server *game.Server) error {
		code := h.service.Code(*server)
		chooseRules(&code, r)
		server.Rules = code.String()
		for _, group := range serverGroups() {
			for _, o := range group.options {
				if r.options[o.name] != nil {
					o.set(server, r)
				}
			}
		}
		return nil
	})
	if err != nil {
		return view.Reply{}, err
	}
	if err := h.meet(ctx, r); err != nil { // the language may be another one now
		return view.Reply{}, err
	}
	reply := view.Private(h.serverText(r.Reader.Words, r.Reader.Words.Say("server.saved"), server))
	if newLook(r) { // that of the server, whatever he who chose it likes for himself
		reply.Picture = h.view.Sample(h.readerOf("", game.Settings{}, server, string(r.interaction.Locale)))
	}
	return reply, nil
}

// serverText shows all that a server has chosen, and what holds where it has not.
func (h *host) serverText(w words.Words, head string, server game.Server) string {
	server.Place, server.Time = h.service.PlaceIn(server), h.service.TimeIn(server)
	parts := []string{head, view.RuleText(w, "**"+w.Say("server.group-rules")+"**", h.service.Code(server))}
	for _, group := range serverGroups() {
		lines := []string{"**" + w.Say(group.head) + "**"}
		for _, o := range group.options {
			lines = append(lines, "- "+w.Say(o.line, words.Vars{"Value": o.show(w, server)}))
		}
		parts = append(parts, strings.Join(lines, "\n"))
	}
	return strings.Join(parts, "\n")
}
