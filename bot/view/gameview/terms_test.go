package gameview

import (
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/vote"
	"xiangqibot/bot/words"
	"xiangqibot/engine/rules"
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

// timed are the conditions of a game by the clock.
func timed(t testing.TB, control string) game.Conditions {
	t.Helper()
	c, err := clocks.ParseTimeControl(control)
	gametest.Must(t, err)
	return game.Conditions{Time: c}
}

// flagged is a game by the clock after some moves, whose time is over.
func flagged(t testing.TB, fen string, moves ...string) *game.Game {
	t.Helper()
	g := gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "1d")})
	if fen != "" {
		g = gametest.From(t, g, fen)
	}
	gametest.PlayAll(t, g, moves...)
	if !game.FallFlag(g, gametest.Noon.Add(24*time.Hour)) {
		t.Fatalf("the flag has not fallen: %+v", g.Clock)
	}
	return g
}

// What people read of the time, in every language.
func TestClockInWords(t *testing.T) {
	viewtest.Golden(t, "clock", func(lang words.Language) string {
		v, r := readertest.View(), readertest.Viewer(t, lang, gametest.Alice)
		weekends := timed(t, "3d")
		weekends.Weekends, weekends.NoVacation = true, true
		var lines []string
		for _, shown := range []struct {
			name  string
			reply view.Reply
		}{
			{"by the move", Turn(v, gametest.Between(t, game.ChallengeSpec{Conditions: weekends}, "h2e2"), r)},
			{"by a bank", Turn(v, gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "10d+12h")}, "h2e2", "h9g7"), r)},
			{"live", Turn(v, gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "15+10"), Rated: true}, "h2e2"), r)},
			{"against the bot", Turn(v, gametest.AgainstBot(t, game.ChallengeSpec{Conditions: timed(t, "10+0")}, "h2e2"), r)},
			{"lost", Turn(v, flagged(t, "", "h2e2", "h9g7"), r)},
			{"drawn", Turn(v, flagged(t, "3k5/9/9/9/9/9/9/9/4A4/R3K4 b - - 0 1", "d9d8", "a0a1", "d8d9"), r)},
			{"called off", Turn(v, flagged(t, "", "h2e2"), r)},
			{"challenge", Challenge(v, gametest.Offered(t, game.ChallengeSpec{Conditions: weekends}), r, nil)},
		} {
			lines = append(lines, shown.name+": "+viewtest.InWords(shown.reply.Message()))
		}
		return strings.Join(lines, "\n")
	})
}

// How to vote is explained as long as the board has the controls for it.
func TestOldBoardsLoseTheirHints(t *testing.T) {
	g := &game.Game{ID: 42}
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 3}, Level: 3, ColorChoice: game.WantRed}
	gametest.Must(t, game.OfferVote(g, game.Act{Actor: gametest.Alice, Guild: "9", Channel: "1"}, spec, game.Terms{Rules: rules.ForPeople().String()}, gametest.Noon))
	r := readertest.Viewer(t, words.English, gametest.Alice)
	card := Turn(readertest.View(), g, r).Embed
	if votes := card.Fields[0].Value; !strings.Contains(votes, hintSign+r.Say("vote.how")) {
		t.Fatalf("nobody has voted, and the card says no more than %q", votes)
	}
	if !WithoutClock(card) || card.Fields[0].Value != r.Say("vote.none") || strings.Contains(card.Description, RunningSign) {
		t.Errorf("the old card: %q, votes: %q", card.Description, card.Fields[0].Value)
	}
}
