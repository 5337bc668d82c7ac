package bot

import (
	"context"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/audience"
	"xiangqibot/bot/game/lobby"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
)

// automatic is the choice of the bot's default for a setting.
const automatic = "auto"

// languageChoices are the choices of a language, each under the name that it calls itself.
func languageChoices(p *words.Phrases) []fixedChoice {
	choices := textChoices(automatic)
	for _, lang := range p.Languages() {
		choices = append(choices, fixedChoice{key: string(lang), label: view.LanguageLabel(lang)})
	}
	return choices
}

// newSettingsCommand is /settings: what people choose for themselves, and what their server has chosen for its games.
func newSettingsCommand(h *host) *Command {
	more := settingsMore{
		personalSettings(h), serverSettings(h), h.Members, reminders{h.Members}, vacations{h.Members},
		personalData{h.Privacy, h.Finder},
	}
	command := more.me.command()
	command.presses = map[view.PressAct]handler{view.PressSetting: more.press, view.PressErase: more.privacy.erase}
	return command
}

// settingsMe is /settings: what a person chooses, wherever they play: the language, the notation, the side and look
// of the board and its pieces, the time zone, who may challenge them, and who sees them. It shows all that as a panel, on
// which it can be changed by a press.
type settingsMe struct {
	people  *member.Service
	servers *lobby.Servers
	now     func() time.Time
	viewers *audience.Finder
	view    *view.View
	phrases *words.Phrases
}

func personalSettings(h *host) settingsMe {
	return settingsMe{h.Members, h.Servers, h.Games.Now, h.viewers, h.view, h.phrases}
}

func (c settingsMe) command() *Command {
	styles := []string{automatic}
	for _, style := range notations() {
		styles = append(styles, style.String())
	}
	return &Command{
		name: "settings", private: true,
		panel: []commandOption{
			{name: "language", kind: discordgo.ApplicationCommandOptionString, fixed: languageChoices(c.phrases)},
			{name: "notation", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(styles...)},
			{name: "orientation", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices("own", "red")},
			{name: "theme", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(append([]string{automatic}, view.ThemeNames()...)...)},
			{name: "pieces", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(append([]string{automatic}, view.PiecesNames()...)...)},
			{name: "picture", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(append([]string{automatic}, view.PictureNames()...)...)},
			{name: "zone", kind: discordgo.ApplicationCommandOptionString},
			{name: "challenges", kind: discordgo.ApplicationCommandOptionString, fixed: textChoices(automatic, string(member.ChallengesYes), string(member.ChallengesNo))},
			{name: "everywhere", kind: discordgo.ApplicationCommandOptionBoolean},
		},
		run: c.choose,
	}
}

// notations lists the notations, those that people learn first before those of programs.
func notations() []notation.Style {
	return []notation.Style{
		notation.Chinese, notation.ChineseByFile, notation.ChineseTraditional, notation.ChineseTraditionalByFile,
		notation.WXF, notation.Vietnamese, notation.ICCS, notation.UCI, notation.UCI10,
	}
}

func (c settingsMe) choose(ctx context.Context, r *Request) (view.Reply, error) {
	zone := ""
	if text := r.Text("zone"); text != "" {
		var known bool
		if zone, known = parseZone(text); !known {
			return view.Reply{}, view.ProblemZone(text)
		}
	}
	settings, err := c.people.Settings(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	changes := len(r.options) > 0
	if changes {
		settings, err = c.people.ChangeSettings(ctx, r.Act(), func(s *member.Settings) error { setPersonal(s, zone, r); return nil })
		if err != nil {
			return view.Reply{}, err
		}
	}
	server, err := c.servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	viewer := c.viewers.With(r.Viewer.Person, settings, server, string(r.interaction.Locale))
	return c.panel(view.Settings(settings, c.now(), changes, viewer), settings, viewer), nil
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
