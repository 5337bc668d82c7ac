package gameview

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
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

// A thread says which game it is of, who has which color, and what the game belongs to.
func TestThreadNames(t *testing.T) {
	cup := gametest.Between(t, game.ChallengeSpec{})
	cup.AtEnd = tournament.Fixture{Tournament: 3, Round: 2}
	display := gametest.Between(t, game.ChallengeSpec{})
	display.Simul = 7
	done := gametest.Between(t, game.ChallengeSpec{}, "h2e2")
	done.State, done.Outcome = game.Finished, rules.Draw
	w := readertest.Viewer(t, words.Simplified, gametest.Alice).Words
	for want, g := range map[string]*game.Game{
		"🔴 Alice – ⚫ Bob · #42":          gametest.Between(t, game.ChallengeSpec{}),
		"🔴 Alice – ⚫ Bob · #42 · 周末杯 R2": cup,
		"🔴 Alice – ⚫ Bob · #42 · 车轮战":    display,
		"½-½ · 🔴 Alice – ⚫ Bob · #42":    done,
		"🔴 Alice – ⚫ 电脑 · 5级 · #42":      gametest.AgainstBot(t, game.ChallengeSpec{}),
	} {
		if got := ThreadName(g, "周末杯", w); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
