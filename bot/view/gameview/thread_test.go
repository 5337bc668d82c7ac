package gameview

import (
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/tournament"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
)

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
