package gameview

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
)

// A list that leaves games out says so, and does not count them.
func TestAListOfTheLatestGames(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		r := readertest.Viewer(t, lang, gametest.Alice)
		games := slices.Repeat([]*game.Game{gametest.Between(t, game.ChallengeSpec{})}, 3)
		list := GameList{Games: games, GamesPage: GamesPage{InChannel: true}}
		whole, _, _ := strings.Cut(Games(list, r).Text, "\n")
		list.More = true
		latest, _, _ := strings.Cut(Games(list, r).Text, "\n")
		if whole != r.Count("games.title-here", 3) || latest != r.Count("games.latest-here", 3) || latest == whole {
			t.Errorf("%s: %q, and with more of them %q", lang, whole, latest)
		}
	}
}
