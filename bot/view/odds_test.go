package view

import (
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

// Every handicap is named in every language, and its rule says who plays what.
func TestHandicapsInWords(t *testing.T) {
	golden(t, "handicaps", func(lang words.Language) string {
		var lines []string
		for _, h := range game.Handicaps() {
			for _, gives := range []bool{false, true} {
				g := offered(t, game.ChallengeSpec{Conditions: game.Conditions{Handicap: h, OpponentGives: gives}})
				lines = append(lines, handicapTerms(g, testPhrases(t).In(lang))...)
			}
		}
		return strings.Join(lines, "\n")
	})
}

func TestChallengesInWords(t *testing.T) {
	open := func(spec game.ChallengeSpec) *game.Game {
		g := &game.Game{ID: 42}
		spec.Anyone = true
		must(t, g.Blank().Offer(challengeBy(alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}, noon))
		return g
	}
	p, err := board.ParseFEN(mateFEN)
	must(t, err)
	afterRed, err := board.ParseFEN("3k5/9/7R1/9/9/9/9/9/r8/4K4 b - - 0 1")
	must(t, err)
	taken := open(game.ChallengeSpec{})
	must(t, taken.Challenge().Lapse(taken.Expires))
	withdrawn := open(game.ChallengeSpec{})
	must(t, withdrawn.Challenge().Cancel(alice, noon))
	rematch := offered(t, game.ChallengeSpec{Conditions: game.Conditions{Follows: 41}})
	match := offered(t, game.ChallengeSpec{Games: 2, Conditions: game.Conditions{Follows: 41}})
	for name, g := range map[string]*game.Game{
		"challenge-open":           open(game.ChallengeSpec{Games: 2}),
		"challenge-open-handicap":  open(game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.Nine, OpponentGives: true}}),
		"challenge-open-lapsed":    taken,
		"challenge-open-cancelled": withdrawn,
		"challenge-rematch":        rematch,
		"challenge-rematch-match":  match,
		"challenge-position":       offered(t, game.ChallengeSpec{Start: p, ColorChoice: game.WantBlack}),
		"challenge-position-red":   offered(t, game.ChallengeSpec{Start: afterRed, ColorChoice: game.WantRed}),
		"challenge-position-black": offered(t, game.ChallengeSpec{Start: afterRed, ColorChoice: game.WantBlack}),
	} {
		t.Run(name, func(t *testing.T) {
			golden(t, name, func(lang words.Language) string { return inWords(testView().Challenge(g, viewer(t, lang, alice), nil)) })
		})
	}
}

// At the end of each game of a match the message has its sum.
func TestMatchesInWords(t *testing.T) {
	half := between(t, game.ChallengeSpec{Games: 2}, "h2e2")
	must(t, half.Resign(bob, noon))
	over := between(t, game.ChallengeSpec{}, "h2e2")
	over.Leg, over.Carried = 2, 0.5
	must(t, over.Resign(alice, noon))
	for name, g := range map[string]*game.Game{"match-half": half, "match-over": over} {
		golden(t, name, func(lang words.Language) string { return inWords(testView().Turn(g, viewer(t, lang, alice))) })
	}
	for points, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 1.5: "1½", 2: "2"} {
		if got := pointsText(points); got != want {
			t.Errorf("%v points are written %q, want %q", points, got, want)
		}
	}
}

// The first game of a match that was aborted is the last one, and may be asked for once more. An aborted second one
// leaves the sum as it was.
func TestAbortedMatchesInWords(t *testing.T) {
	perMove, err := game.ParseTimeControl("3d")
	must(t, err)
	for leg, told := range map[int]bool{1: false, 2: true} {
		g := between(t, game.ChallengeSpec{Conditions: game.Conditions{Time: perMove}})
		if g.Leg, g.Carried = leg, 1; !g.Timing().FallFlag(g.Clock.Flag) || g.End != game.Aborted {
			t.Fatalf("game %d of the match ended by %v", leg, g.End)
		}
		text := inWords(testView().Turn(g, viewer(t, words.English, alice)))
		if !strings.Contains(text, "Rematch") || strings.Contains(text, "/challenge") {
			t.Errorf("game %d of the match was aborted, and offers no rematch:\n%s", leg, text)
		}
		if strings.Contains(text, "<@1001> 1 : 0 <@1002>") != told {
			t.Errorf("game %d of the match was aborted; its sum is told: %v\n%s", leg, !told, text)
		}
	}
	left := between(t, game.ChallengeSpec{Games: 2})
	must(t, left.Resign(bob, noon))
	left.Seats[board.Black].Person, left.Opponent.Person = game.Deleted, game.Deleted
	if text := inWords(testView().Turn(left, viewer(t, words.English, alice))); strings.Contains(text, "second game") {
		t.Errorf("nobody is left for a second game:\n%s", text)
	}
}

// The first of two moves is reported like every other, though it is not part of the record.
func TestTwoMovesInWords(t *testing.T) {
	g := offered(t, game.ChallengeSpec{Conditions: game.Conditions{Handicap: game.TwoMoves, OpponentGives: true}})
	must(t, g.Challenge().Accept(bob, board.Red, noon))
	playAll(t, g, "h2e2")
	golden(t, "two-moves", func(lang words.Language) string { return inWords(testView().Turn(g, viewer(t, lang, alice))) })
}
