package handlers

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
)

// languageChoices are the choices of a language, each under the name that it calls itself.
func languageChoices(p *words.Phrases) []fixedChoice {
	choices := textChoices(panelview.Automatic)
	for _, lang := range p.Languages() {
		choices = append(choices, fixedChoice{Key: string(lang), Label: func(w words.Words) string { return w.NameOf(lang) }})
	}
	return choices
}

// newSettingsCommand is /settings: what people choose for themselves, and what their server has chosen for its games.
func newSettingsCommand(h *Host) *Command {
	c := settings{h}
	return &Command{
		Name: "settings", Private: true, userInstall: true, Run: c.show,
		Presses: map[view.PressAct]Handler{view.PressSetting: c.press, view.PressErase: inPlace(c.erase)},
	}
}

// settings is /settings: what a person chooses, wherever they play: the language, the notation, the side and look of
// the board and its pieces, the time zone, who may challenge them, and who sees them. It shows all that as a panel, on
// which it can be changed by a press. The button More leads to the rest: challenges, reminders, vacations, what is
// stored about the person, and the settings of their server.
type settings struct{ *Host }

// memberChoices are the choices of an option that members have among their settings, in the same words.
func memberChoices(option string, keys ...string) []fixedChoice {
	choices := textChoices(keys...)
	for i := range choices {
		choices[i].Label = panelview.ValueLabel(option, choices[i].Key)
	}
	return choices
}

func (c settings) show(ctx context.Context, r *Request) (view.Reply, error) {
	settings, err := c.Members.Settings(ctx, r.Viewer.Person)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(ctx, r, settings, false)
}

// panel shows the person what they have chosen, written as they like it by now.
func (c settings) panel(ctx context.Context, r *Request, settings member.Settings, saved bool) (view.Reply, error) {
	server, err := c.Servers.Server(ctx, r.Guild)
	if err != nil {
		return view.Reply{}, err
	}
	viewer := c.Viewers.With(r.Viewer.Person, settings, server, string(r.Interaction.Locale))
	return panelview.Settings(c.View, settings, c.Phrases.Languages(), c.Games.Now(), saved, viewer), nil
}

// pressOwn changes one of a person's settings in their panel.
func (c settings) pressOwn(ctx context.Context, r *Request, rest string) (view.Reply, error) {
	if rest == panelview.ZoneField && r.Written == nil {
		return panelview.ZoneForm(r.Viewer), nil
	}
	settings, err := c.set(ctx, r, rest)
	if err != nil {
		return view.Reply{}, err
	}
	return c.panel(ctx, r, settings, true)
}

// set gives a setting the value of its button, or that which was chosen in its menu or written.
func (c settings) set(ctx context.Context, r *Request, rest string) (member.Settings, error) {
	name, value, _ := strings.Cut(rest, "-")
	value = cmp.Or(value, r.Value, r.Written[name])
	setting, known := panelview.Personal(name, c.Phrases.Languages())
	switch {
	case known && name == panelview.ZoneField:
		zone, exists := ParseZone(value)
		if !exists {
			return member.Settings{}, view.NewProblem("settings.no-zone", words.Vars{"Text": view.Quoted(value)})
		}
		value = zone
	case !slices.Contains(setting.Values, value):
		return member.Settings{}, r.Press.Foreign(ErrNotOffered)
	}
	return c.change(ctx, r, func(s *member.Settings) { setting.Set(s, value) })
}

func (c settings) change(ctx context.Context, r *Request, change func(*member.Settings)) (member.Settings, error) {
	return c.Members.ChangeSettings(ctx, r.Act(), func(s *member.Settings) error { change(s); return nil })
}
