package bot

import (
	"context"
	"strings"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// automatic is the choice that leaves a setting to the bot.
const automatic = "auto"

// settingsCommand is /settings: what a person wants for himself, and what a server wants for its games.
func (h *host) settingsCommand() *Command {
	return &Command{name: "settings", private: true, subs: []*Command{h.settingsMeCommand(), h.settingsServerCommand()}}
}

// settingsMeCommand is /settings me: what a person wants, wherever he plays: the language, notation, side and look of the board and its pieces,
// his time zone, who may challenge him, and who sees him. Without options it shows all that.
func (h *host) settingsMeCommand() *Command {
	styles := []string{automatic}
	for _, style := range notations() {
		styles = append(styles, style.String())
	}
	return &Command{
		name: "settings me", private: true,
		options: []commandOption{
			{name: "language", kind: discordgo.ApplicationCommandOptionString, fixed: texts(automatic, string(words.English), string(words.Simplified), string(words.Traditional), string(words.Vietnamese))},
			{name: "notation", kind: discordgo.ApplicationCommandOptionString, fixed: texts(styles...)},
			{name: "orientation", kind: discordgo.ApplicationCommandOptionString, fixed: texts("own", "red")},
			{name: "theme", kind: discordgo.ApplicationCommandOptionString, fixed: texts(append([]string{automatic}, themeNames()...)...)},
			{name: "pieces", kind: discordgo.ApplicationCommandOptionString, fixed: texts(append([]string{automatic}, piecesNames()...)...)},
			{name: "zone", kind: discordgo.ApplicationCommandOptionString, complete: true},
			{name: "challenges", kind: discordgo.ApplicationCommandOptionString, fixed: texts(automatic, string(game.ChallengesYes), string(game.ChallengesNo))},
			{name: "everywhere", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run:      h.settingsMe,
		complete: h.completeZone,
	}
}

// notations lists the ways to write moves, those that people grow up with before those of machines.
func notations() []notation.Style {
	return []notation.Style{
		notation.Chinese, notation.ChineseByFile, notation.ChineseTraditional, notation.ChineseTraditionalByFile,
		notation.WXF, notation.Vietnamese, notation.ICCS, notation.UCI, notation.UCI10,
	}
}

func (h *host) settingsMe(ctx context.Context, r *Request) (view.Reply, error) {
	zone := ""
	if text := r.Text("zone"); text != "" {
		var known bool
		if zone, known = parseZone(text); !known {
			return view.Private(r.Reader.Words.Say("settings.no-zone", words.Vars{"Text": view.Quoted(text)})), nil
		}
	}
	settings, err := h.service.Settings(ctx, r.Reader.Person)
	if err != nil {
		return view.Reply{}, err
	}
	changes := len(r.options) > 0
	if changes {
		settings, err = h.service.ChangeSettings(ctx, r.Act(), func(s *game.Settings) error { choose(s, zone, r); return nil })
		if err != nil {
			return view.Reply{}, err
		}
	}
	server, err := h.service.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	reader := h.readerOf(r.Reader.Person, settings, server, string(r.interaction.Locale))
	reply := view.Private(h.settingsText(reader, settings, changes))
	if newLook(r) {
		reply.Picture = h.view.Sample(reader)
	}
	return reply, nil
}

// newLook tells whether a request for /settings is about what a board looks like, which no words can show.
func newLook(r *Request) bool { return r.options["theme"] != nil || r.options["pieces"] != nil }

// choose puts the options that were given into the settings.
func choose(settings *game.Settings, zone string, r *Request) {
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
	text((*string)(&settings.Challenges), "challenges")
	switch r.Text("orientation") {
	case "own":
		settings.Orientation = game.OwnSideDown
	case "red":
		settings.Orientation = game.RedDown
	}
	if zone != "" {
		settings.Zone = zone
	}
	if r.options["everywhere"] != nil {
		settings.Hidden = !r.Flag("everywhere")
	}
}

// settingsText shows what is set, in the language that is now set.
func (h *host) settingsText(reader view.Reader, settings game.Settings, saved bool) string {
	w := reader.Words
	head := w.Say("settings.are")
	if saved {
		head = w.Say("settings.saved")
	}
	lines := []string{head}
	show := func(line, value string) { lines = append(lines, "- "+w.Say(line, words.Vars{"Value": value})) }
	label := func(option, value string) string { return w.Say("command.settings.me." + option + "." + value) }
	automatically := func(setting, now string) string {
		if setting == "" {
			return w.Say("settings.automatic", words.Vars{"Now": now})
		}
		return now
	}
	show("settings.language", automatically(settings.Locale, label("language", string(w.Language()))))
	show("settings.notation", automatically(settings.Notation, label("notation", reader.Style.String())))
	side := "own"
	if settings.Orientation == game.RedDown {
		side = "red"
	}
	show("settings.orientation", label("orientation", side))
	show("settings.theme", automatically(settings.Theme, label("theme", reader.Theme.String())))
	show("settings.pieces", automatically(settings.Pieces, label("pieces", reader.Pieces.String())))
	show("settings.zone", zoneText(settings.Zone, h.service.Now()))
	challenges := automatic
	if settings.Challenges != game.ChallengesUnsaid {
		challenges = string(settings.Challenges)
	}
	show("settings.challenges", label("challenges", challenges))
	if settings.Hidden {
		show("settings.everywhere", w.Say("settings.hidden"))
	} else {
		show("settings.everywhere", w.Say("settings.shown"))
	}
	if len(settings.Blocked) > 0 {
		show("settings.blocked", blockedText(settings, w))
	}
	return strings.Join(lines, "\n")
}
