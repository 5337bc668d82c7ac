package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/engine/notation"
	"xiangqibot/render"
)

// automatic is the choice that leaves a setting to the bot.
const automatic = "auto"

// settingsCommand is /settings: what a person wants for himself, and what a server wants for its games.
func (h *host) settingsCommand() *Command {
	return &Command{name: "settings", private: true, subs: []*Command{h.settingsMeCommand(), h.settingsServerCommand()}}
}

// settingsMeCommand is /settings me: the language, notation, side and look of the board that a person wants, wherever he plays.
// Without options it shows them.
func (h *host) settingsMeCommand() *Command {
	styles := []string{automatic}
	for _, style := range notations() {
		styles = append(styles, style.String())
	}
	var themes []string
	for _, theme := range render.Themes() {
		themes = append(themes, theme.String())
	}
	return &Command{
		name: "settings me", private: true,
		options: []commandOption{
			{name: "language", kind: discordgo.ApplicationCommandOptionString, fixed: texts(automatic, string(English), string(Simplified), string(Traditional), string(Vietnamese))},
			{name: "notation", kind: discordgo.ApplicationCommandOptionString, fixed: texts(styles...)},
			{name: "orientation", kind: discordgo.ApplicationCommandOptionString, fixed: texts("own", "red")},
			{name: "theme", kind: discordgo.ApplicationCommandOptionString, fixed: texts(themes...)},
		},
		run: h.settingsMe,
	}
}

// notations lists the ways to write moves, those that people grow up with before those of machines.
func notations() []notation.Style {
	return []notation.Style{
		notation.Chinese, notation.ChineseByFile, notation.ChineseTraditional, notation.ChineseTraditionalByFile,
		notation.WXF, notation.Vietnamese, notation.ICCS, notation.UCI, notation.UCI10,
	}
}

func (h *host) settingsMe(ctx context.Context, r *Request) (Reply, error) {
	settings, err := h.service.Settings(ctx, r.Reader.Person)
	if err != nil {
		return Reply{}, err
	}
	changes := len(r.options) > 0
	if changes {
		settings, err = h.service.ChangeSettings(ctx, r.Act(), func(s *game.Settings) error { choose(s, r); return nil })
		if err != nil {
			return Reply{}, err
		}
	}
	reader := h.readerOf(r.Reader.Person, settings, string(r.interaction.Locale))
	return private(settingsText(reader, settings, changes)), nil
}

// choose puts the options that were given into the settings.
func choose(settings *game.Settings, r *Request) {
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
	switch r.Text("orientation") {
	case "own":
		settings.Orientation = game.OwnSideDown
	case "red":
		settings.Orientation = game.RedDown
	}
}

// settingsText shows what is set, in the language that is now set.
func settingsText(reader Reader, settings game.Settings, saved bool) string {
	w := reader.Words
	head := w.Say("settings.are")
	if saved {
		head = w.Say("settings.saved")
	}
	automatically := func(setting, now string) string {
		if setting == "" {
			return w.Say("settings.automatic", Vars{"Now": now})
		}
		return now
	}
	language := w.Say("command.settings.me.language." + string(w.Language()))
	style := w.Say("command.settings.me.notation." + reader.Style.String())
	side := w.Say("command.settings.me.orientation.own")
	if settings.Orientation == game.RedDown {
		side = w.Say("command.settings.me.orientation.red")
	}
	return strings.Join([]string{
		head,
		"- " + w.Say("settings.language", Vars{"Value": automatically(settings.Locale, language)}),
		"- " + w.Say("settings.notation", Vars{"Value": automatically(settings.Notation, style)}),
		"- " + w.Say("settings.orientation", Vars{"Value": side}),
		"- " + w.Say("settings.theme", Vars{"Value": w.Say("command.settings.me.theme." + reader.Theme.String())}),
	}, "\n")
}
