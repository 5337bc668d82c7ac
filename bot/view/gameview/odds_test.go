package gameview

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// Every handicap is named in every language, and its rule says who plays what.
func TestHandicapsInWords(t *testing.T) {
	viewtest.Golden(t, "handicaps", func(lang words.Language) string {
		var lines []string
		for _, h := range game.Handicaps() {
			for _, gives := range []bool{false, true} {
				g := gametest.Offered(t, game.ChallengeSpec{Conditions: game.Conditions{Handicap: h, OpponentGives: gives}})
				lines = append(lines, handicapTerms(g, viewtest.Phrases(t).In(lang))...)
			}
		}
		return strings.Join(lines, "\n")
	})
}
