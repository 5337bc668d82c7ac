package handlers

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
		choices = append(choices, fixedChoice{Key: string(lang), Label: view.LanguageLabel(lang)})
	}
	return choices
}

// newSettingsCommand is /settings: what people choose for themselves, and what their server has chosen for its games.
func newSettingsCommand(h *Host) *Command {
	more := settingsMore{
		personalSettings(h), serverSettings(h), h.Members, reminders{h.Members}, vacations{h.Members},
		personalData{h.Privacy, h.Finder},
	}
	command := more.me.command()
	command.Presses = map[view.PressAct]Handler{view.PressSetting: more.press, view.PressErase: more.privacy.erase}
	return command
}

// settingsMe is /settings: what a person chooses, wherever they play: the language, the notation, the side and look
// Of the board and its pieces, the time zone, who may challenge them, and who sees them. It shows all that as a panel, on
// which it can be changed by a press.
type settingsMe struct {
	people  *member.Service
	servers *lobby.Servers
	now     func() time.Time
	viewers *audience.Finder
	view    *view.View
	phrases *words.Phrases
}

func personalSettings(h *Host) settingsMe {
	return settingsMe{h.Members, h.Servers, h.Games.Now, h.Viewers, h.View, h.Phrases}
}

func (c settingsMe) command() *Command {
	styles := []string{automatic}
	for _, style := range Notations() {
		styles = append(styles, style.String())
	}
	return &Command{
		Name: "settings", Private: true,
		Panel: []commandOption{
			{Name: "language", Kind: discordgo.ApplicationCommandOptionString, Fixed: languageChoices(c.phrases)},
			{Name: "notation", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(styles...)},
			{Name: "orientation", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices("own", "red")},
			{Name: "theme", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, view.ThemeNames()...)...)},
			{Name: "pieces", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, view.PiecesNames()...)...)},
			{Name: "picture", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(append([]string{automatic}, view.PictureNames()...)...)},
			{Name: "zone", Kind: discordgo.ApplicationCommandOptionString},
			{Name: "challenges", Kind: discordgo.ApplicationCommandOptionString, Fixed: textChoices(automatic, string(member.ChallengesYes), string(member.ChallengesNo))},
			{Name: "everywhere", Kind: discordgo.ApplicationCommandOptionBoolean},
		},
		Run: c.choose,
	}
}

// Notations lists the notations, those that people learn first before those of programs.
func Notations() []notation.Style {
	return []notation.Style{
		notation.Chinese, notation.ChineseByFile, notation.ChineseTraditional, notation.ChineseTraditionalByFile,
		notation.WXF, notation.Vietnamese, notation.ICCS, notation.UCI, notation.UCI10,
	}
}

func (c settingsMe) choose(ctx context.Context, r *Request) (view.Reply, error) {
	zone := ""
	if text := r.Text("zone"); text != "" {
		var known bool
		if zone, known = ParseZone(text); !known {
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
	viewer := c.viewers.With(r.Viewer.Person, settings, server, string(r.Interaction.Locale))
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
