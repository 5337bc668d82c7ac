package view

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
)

// A list that is too long for a message loses whole lines: no link and no mention is cut.
func TestLongListsLoseWholeLines(t *testing.T) {
	line := strings.Repeat("*", 100) + "<@18446744073709551615>"
	text := FitLines(append([]string{"head"}, slices.Repeat([]string{line}, 40)...))
	kept := strings.Split(text, "\n")
	fits, last := text == discord.Cut(text, discord.TextLimit), len(kept)-1
	if !fits || len(kept) < 15 || kept[last] != "…" || kept[last-1] != line {
		t.Errorf("the list is cut to %d lines: %s", len(kept), text)
	}
	if text := FitLines([]string{"head", line}); text != "head\n"+line {
		t.Errorf("a short list is cut to %s", text)
	}
}

// A list that leaves games out says so, and does not count them.
func TestAListOfTheLatestGames(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		r := viewer(t, lang, gametest.Alice)
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
