package panelview

import (
	"strings"

	"xiangqibot/bot/game"
	"xiangqibot/bot/member"
	"xiangqibot/bot/view"
	"xiangqibot/bot/words"
)

// Blocked says that p is blocked now, and who else is.
func Blocked(r view.Viewer, p game.Person, settings member.Settings) view.Reply {
	return OthersSettings(r.Words.Say("block.blocked", words.Vars{"Person": view.Mention(p)}), settings, r)
}

// Unblocked says that p is no longer blocked, and who still is.
func Unblocked(r view.Viewer, p game.Person, settings member.Settings) view.Reply {
	return OthersSettings(r.Words.Say("block.unblocked", words.Vars{"Person": view.Mention(p)}), settings, r)
}

// blockedShown is how many people a list of those blocked names.
const blockedShown = 20

// blockedText names the people whom somebody blocks, the latest first.
func blockedText(settings member.Settings, w words.Words) string {
	var people []string
	for i, p := range settings.Blocked {
		if i == blockedShown {
			people = append(people, "…")
			break
		}
		people = append(people, view.Mention(p))
	}
	return strings.Join(people, w.Say("list.comma"))
}
