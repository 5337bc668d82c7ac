package view

import (
	"strings"
	"testing"

	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
)

// A list that is too long for a message loses whole lines: no link and no mention is cut.
func TestLongListsLoseWholeLines(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		list := GameList{Games: gametest.LongGames(pageSize)}
		reply := Games(list, viewer(t, lang, gametest.Alice))
		if problem := viewtest.CutLines(reply.Message(), "/18446744073709551615"); problem != "" {
			t.Errorf("%s: %s", lang, problem)
		}
	}
}

// A list that leaves games out says so, and does not count them.
func TestAListOfTheLatestGames(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		r := viewer(t, lang, gametest.Alice)
		list := GameList{Games: gametest.LongGames(3), GamesPage: GamesPage{InChannel: true}}
		whole, _, _ := strings.Cut(Games(list, r).Text, "\n")
		list.More = true
		latest, _, _ := strings.Cut(Games(list, r).Text, "\n")
		if whole != r.Words.Count("games.title-here", 3) || latest != r.Words.Count("games.latest-here", 3) || latest == whole {
			t.Errorf("%s: %q, and with more of them %q", lang, whole, latest)
		}
	}
}
