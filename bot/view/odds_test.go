package view

import (
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
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

func TestPointsInWords(t *testing.T) {
	for points, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 1.5: "1½", 2: "2"} {
		if got := PointsText(points); got != want {
			t.Errorf("%v points are written %q, want %q", points, got, want)
		}
	}
}

// The first game of a match that was aborted is the last one, and may be asked for once more. An aborted second one
// leaves the sum as it was.
func TestAbortedMatchesInWords(t *testing.T) {
	perMove, err := clocks.ParseTimeControl("3d")
	gametest.Must(t, err)
	for leg, shown := range map[int]bool{1: false, 2: true} {
		g := gametest.Between(t, game.ChallengeSpec{Conditions: game.Conditions{Time: perMove}})
		if g.Leg, g.Carried = leg, 1; !g.Timing().FallFlag(g.Clock.Flag) || g.End != game.Aborted {
			t.Fatalf("game %d of the match ended by %v", leg, g.End)
		}
		text := viewtest.InWords(testView().Turn(g, viewer(t, words.English, gametest.Alice)).Message())
		if !strings.Contains(text, "Rematch") || strings.Contains(text, "/challenge") {
			t.Errorf("game %d of the match was aborted, and offers no rematch:\n%s", leg, text)
		}
		if strings.Contains(text, "<@1001> 1 : 0 <@1002>") != shown {
			t.Errorf("game %d of the match was aborted; its score is shown: %v\n%s", leg, !shown, text)
		}
	}
	left := gametest.Between(t, game.ChallengeSpec{Games: 2})
	gametest.Must(t, left.Resign(gametest.Bob, gametest.Noon))
	left.Seats[board.Black].Person, left.Opponent.Person = game.Deleted, game.Deleted
	if text := viewtest.InWords(testView().Turn(left, viewer(t, words.English, gametest.Alice)).Message()); strings.Contains(text, "second game") {
		t.Errorf("nobody is left for a second game:\n%s", text)
	}
}
