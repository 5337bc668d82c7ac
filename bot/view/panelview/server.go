package panelview

import (
	"fmt"
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/guild"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// ServerLine is a setting of a server as it is shown; Group is the name of its group.
type ServerLine struct{ Group, Name, Value string }

func (l ServerLine) text(w words.Words) string {
	return "- " + w.Say("server."+l.Name, words.Vars{"Value": l.Value})
}

// GroupTitle is the heading of a group of settings.
func GroupTitle(group string, w words.Words) string { return w.Say("server.group-" + group) }

// ServerSettings shows settings of a server below the headings of their groups, all of them or those of a group. The
// note that something was saved is at the end, beside the menus.
func ServerSettings(lines []ServerLine, all, saved bool, r view.Viewer) view.Reply {
	var parts []string
	if all {
		parts = append(parts, r.Say("server.are"))
	}
	for i, line := range lines {
		if i == 0 || line.Group != lines[i-1].Group {
			parts = append(parts, "**"+GroupTitle(line.Group, r.Words)+"**")
		}
		parts = append(parts, line.text(r.Words))
	}
	if saved {
		parts = append(parts, r.Say("server.saved"))
	}
	return view.Private(strings.Join(parts, "\n"))
}

// RulesInDirectMessages shows the rules that hold where no server chooses any.
func RulesInDirectMessages(lines []ServerLine, r view.Viewer) view.Reply {
	parts := []string{r.Say("server.direct")}
	for _, line := range lines {
		parts = append(parts, line.text(r.Words))
	}
	return view.Private(strings.Join(parts, "\n"))
}

// Names lists the names of what can be chosen, in its order.
func Names[T fmt.Stringer](all []T) (names []string) {
	for _, one := range all {
		names = append(names, one.String())
	}
	return names
}

// BoardsNames lists the names of the board policies, the default first.
func BoardsNames() []string {
	return []string{"round", string(game.ReplaceBoard), string(game.EditBoard), string(game.KeepBoard)}
}

// RankNames lists what roles can be given for, the default first: nothing.
func RankNames() []string {
	return []string{"off", string(guild.RanksByRating), string(guild.RanksByDays)}
}

// RanksText lists the roles that members earn, each with what it is given from.
func RanksText(w words.Words, ranks guild.Ranks, most int) string {
	var all []string
	steps := ranks.By.Steps()
	for n, role := range ranks.Roles {
		text := view.MentionRole(role)
		if n < len(steps) {
			text = w.Say("server.rank-from", words.Vars{"Role": text, "From": steps[n]})
		}
		all = append(all, text)
	}
	if len(all) == 0 {
		return w.Say("server.rank-role-none")
	}
	return strings.Join(view.CutList(w, all, most), w.Say("list.comma"))
}

// ChannelsText lists channels; none means all.
func ChannelsText(w words.Words, channels []string, most int) string {
	if len(channels) == 0 {
		return w.Say("server.everywhere")
	}
	var mentions []string
	for _, c := range channels {
		mentions = append(mentions, view.ChannelMention(c))
	}
	return strings.Join(view.CutList(w, mentions, most), " ")
}

// AutomaticTime labels the choice to use the bot's default clock t for rated games.
func AutomaticTime(t clocks.TimeControl, r view.Viewer) string {
	return r.Say("server.time-auto", words.Vars{"Time": view.ControlText(r.Words, t)})
}
