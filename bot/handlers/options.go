package handlers

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/panelview"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
)

// matching returns as choices those entries of a list whose line contains what was typed, or whose value it is.
func matching[T any](all []T, typed string, entry func(T) (line string, value any)) []discord.Choice {
	var choices []discord.Choice
	for _, one := range all {
		line, value := entry(one)
		if line = discord.Cut(line, discord.ChoiceNameLimit); contains(line, typed) || value == typed {
			choices = append(choices, discord.Choice{Name: line, Value: value})
		}
	}
	return choices
}

// contains reports whether a line contains what was typed, ignoring case.
func contains(line, typed string) bool {
	return strings.Contains(strings.ToLower(line), strings.ToLower(strings.TrimSpace(typed)))
}

// memberChoices are the choices of an option that members have among their settings, in the same words.
func memberChoices(option string, keys ...string) []fixedChoice {
	choices := textChoices(keys...)
	for i := range choices {
		choices[i].Label = panelview.ValueLabel(option, choices[i].Key)
	}
	return choices
}

// textChannels are the kinds of channel with messages.
func textChannels() []discordgo.ChannelType {
	return []discordgo.ChannelType{discordgo.ChannelTypeGuildText, discordgo.ChannelTypeGuildNews}
}

// checkOpponent returns a member who can be challenged, and their name. The error for anybody else is a
// [view.Problem].
func (r *Request) checkOpponent(member *discordgo.User) (game.Person, string, error) {
	switch {
	case member.Bot:
		return "", "", view.NewProblem("challenge.otherbot")
	case r.hasLeft(member):
		return "", "", view.NewProblem("challenge.left", words.Vars{"Person": view.Mention(game.Person(member.ID))})
	}
	return game.Person(member.ID), displayName(member), nil
}

// colorChoice returns the color that a choice of the option color means.
func colorChoice(choice string) game.ColorChoice {
	switch choice {
	case "red":
		return game.WantRed
	case "black":
		return game.WantBlack
	default:
		return game.RandomColor
	}
}

// further is the name of the option whose menu has the further conditions of a challenge, a vote or a tournament.
const further = "further"

// firstLevel is the default level of the bot: one that plays sensibly and can be beaten.
const firstLevel engine.Level = 3

// allowedLevel returns the level that the person chose, or the default one, limited to the server's range.
func allowedLevel(r *Request, server guild.Settings) engine.Level {
	if strength, given := r.number("strength"); given {
		return engine.Level(strength)
	}
	weakest, strongest := server.Levels()
	return min(max(firstLevel, weakest), strongest)
}

// strengths are the bot's levels as choices of an option.
func strengths() []fixedChoice {
	var fixed []fixedChoice
	for level := engine.LevelMin; level <= engine.LevelMax; level++ {
		fixed = append(fixed, fixedChoice{Key: strconv.Itoa(int(level)), Label: view.LevelLabel(level)})
	}
	return fixed
}

// opponents are the bot's levels as choices of an option, and the outside engine by its name if there is one.
func opponents(outside string) []fixedChoice {
	fixed := strengths()
	if outside != "" {
		fixed = append(fixed, fixedChoice{Key: strconv.Itoa(int(game.LevelOutside)), Label: view.OutsideLabel(outside)})
	}
	return fixed
}

// completeTime suggests the time controls of a game that may also be untimed.
func completeTime(_ context.Context, r *Request) ([]discord.Choice, error) {
	return timeChoices(r.Viewer, r.text("time"), true), nil
}

// timeChoices returns the time controls whose short or long spelling contains what was typed, first those that begin
// with it: "3" rather means "3d" than "30+20". A complete time control comes first; a number alone means days per
// move.
func timeChoices(r view.Viewer, typed string, untimed bool) []discord.Choice {
	w := r.Words
	typed = words.NormalizeTimes(typed)
	offer := func(t clocks.TimeControl) discord.Choice {
		line := view.ControlText(w, t)
		if t.Class() != clocks.Untimed {
			line = t.String() + " · " + line
		}
		return discord.Choice{Name: discord.Cut(line, discord.ChoiceNameLimit), Value: t.String()}
	}
	var begin, contain []discord.Choice
	for _, spelled := range []string{typed, typed + "d"} {
		if t, err := clocks.ParseTimeControl(spelled); err == nil && (untimed || t.Class() != clocks.Untimed) {
			begin = append(begin, offer(t))
		}
	}
	for _, t := range clocks.Usual() {
		c := offer(t)
		switch {
		case t.Class() == clocks.Untimed && !untimed, !contains(c.Name, typed), slices.Contains(begin, c):
		case strings.HasPrefix(t.String(), typed):
			begin = append(begin, c)
		default:
			contain = append(contain, c)
		}
	}
	return append(begin, contain...)
}

// zoneNames are the time zones that are suggested before anything is typed, from east to west. Every other IANA name
// is accepted as well.
func zoneNames() []string {
	return []string{
		"Pacific/Auckland", "Australia/Sydney", "Asia/Tokyo", "Asia/Seoul", "Asia/Shanghai", "Asia/Taipei", "Asia/Hong_Kong", "Asia/Macau",
		"Asia/Singapore", "Asia/Kuala_Lumpur", "Asia/Ho_Chi_Minh", "Asia/Bangkok", "Asia/Jakarta", "Asia/Kolkata", "Asia/Dubai",
		"Europe/Moscow", "Europe/Berlin", "Europe/Paris", "Europe/London", "UTC", "America/Sao_Paulo", "America/New_York", "America/Chicago",
		"America/Denver", "America/Los_Angeles",
	}
}

// parseZone finds a time zone by its IANA name; spaces may replace underscores, and case is ignored for the
// suggested ones.
func parseZone(text string) (name string, known bool) {
	name = strings.ReplaceAll(strings.TrimSpace(text), " ", "_")
	for _, offered := range zoneNames() {
		if strings.EqualFold(offered, name) {
			return offered, true
		}
	}
	if name == "" || name == "Local" { // both mean something to Go, and nothing to a person
		return "", false
	}
	_, err := time.LoadLocation(name)
	return name, err == nil
}

// completeZone suggests the zones whose name contains what was typed, each with its current time, by which people
// recognize their own.
func (h *Host) completeZone(_ context.Context, r *Request) ([]discord.Choice, error) {
	typed, now := strings.ReplaceAll(strings.TrimSpace(r.text("zone")), " ", "_"), h.Members.Now()
	choices := matching(zoneNames(), typed, func(name string) (string, any) { return view.ZoneText(name, now), name })
	if name, known := parseZone(typed); known && len(choices) == 0 {
		choices = append(choices, discord.Choice{Name: view.ZoneText(name, now), Value: name})
	}
	return choices, nil
}
