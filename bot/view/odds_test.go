package view

import (
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
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

func TestChallengesInWords(t *testing.T) {
	open := func(spec game.ChallengeSpec) *game.Game {
		g := &game.Game{ID: 42}
		spec.Anyone = true
		gametest.Must(t, g.Blank().Offer(gametest.ChallengeBy(gametest.Alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}, gametest.Noon))
		return g
	}
	p := testcases.Position(t, mateFEN)
	afterRed := testcases.Position(t, "3k5/9/7R1/9/9/9/9/9/r8/4K4 b - - 0 1")
	taken := open(game.ChallengeSpec{})
	gametest.Must(t, taken.Challenge().Lapse(taken.Expires))
	withdrawn := open(game.ChallengeSpec{})
	gametest.Must(t, withdrawn.Challenge().Cancel(gametest.Alice, gametest.Noon))
	rematch := gametest.Offered(t, game.ChallengeSpec{Conditions: game.Conditions{Follows: 41}})
	match := gametest.Offered(t, game.ChallengeSpec{Games: 2, Conditions: game.Conditions{Follows: 41}})
	for name, g := range map[string]*game.Game{
		"challenge-open":           open(game.ChallengeSpec{Games: 2}),
		"challenge-open-handicap":  open(game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.Nine, OpponentGives: true}}),
		"challenge-open-lapsed":    taken,
		"challenge-open-cancelled": withdrawn,
		"challenge-rematch":        rematch,
		"challenge-rematch-match":  match,
		"challenge-position":       gametest.Offered(t, game.ChallengeSpec{Start: p, ColorChoice: game.WantBlack}),
		"challenge-position-red":   gametest.Offered(t, game.ChallengeSpec{Start: afterRed, ColorChoice: game.WantRed}),
		"challenge-position-black": gametest.Offered(t, game.ChallengeSpec{Start: afterRed, ColorChoice: game.WantBlack}),
	} {
		t.Run(name, func(t *testing.T) {
			viewtest.Golden(t, name, func(lang words.Language) string {
				return viewtest.InWords(testView().Challenge(g, viewer(t, lang, gametest.Alice), nil).Message())
			})
		})
	}
}

// At the end of each game of a match the message has its sum.
func TestMatchesInWords(t *testing.T) {
	half := gametest.Between(t, game.ChallengeSpec{Games: 2}, "h2e2")
	gametest.Must(t, half.Resign(gametest.Bob, gametest.Noon))
	over := gametest.Between(t, game.ChallengeSpec{}, "h2e2")
	over.Leg, over.Carried = 2, 0.5
	gametest.Must(t, over.Resign(gametest.Alice, gametest.Noon))
	for name, g := range map[string]*game.Game{"match-half": half, "match-over": over} {
		viewtest.Golden(t, name, func(lang words.Language) string {
			return viewtest.InWords(testView().Turn(g, viewer(t, lang, gametest.Alice)).Message())
		})
	}
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

// The first of two moves is reported like every other, though it is not part of the record.
func TestTwoMovesInWords(t *testing.T) {
	g := gametest.Offered(t, game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.TwoMoves, OpponentGives: true}})
	gametest.Must(t, g.Challenge().Accept(gametest.Bob, board.Red, gametest.Noon))
	gametest.PlayAll(t, g, "h2e2")
	viewtest.Golden(t, "two-moves", func(lang words.Language) string {
		return viewtest.InWords(testView().Turn(g, viewer(t, lang, gametest.Alice)).Message())
	})
}
