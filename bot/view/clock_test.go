package view

import (
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/vote"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/rules"
)

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
	if !g.Timing().FallFlag(gametest.Noon.Add(24 * time.Hour)) {
		t.Fatalf("the flag has not fallen: %+v", g.Clock)
	}
	return g
}

// What people read of the time, in every language.
func TestClockInWords(t *testing.T) {
	viewtest.Golden(t, "clock", func(lang words.Language) string {
		v, r := testView(), viewer(t, lang, gametest.Alice)
		weekends := timed(t, "3d")
		weekends.Weekends, weekends.NoVacation = true, true
		var lines []string
		for _, shown := range []struct {
			name  string
			reply Reply
		}{
			{"by the move", v.Turn(gametest.Between(t, game.ChallengeSpec{Conditions: weekends}, "h2e2"), r)},
			{"by a bank", v.Turn(gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "10d+12h")}, "h2e2", "h9g7"), r)},
			{"live", v.Turn(gametest.Between(t, game.ChallengeSpec{Conditions: timed(t, "15+10"), Rated: true}, "h2e2"), r)},
			{"against the bot", v.Turn(gametest.AgainstBot(t, game.ChallengeSpec{Conditions: timed(t, "10+0")}, "h2e2"), r)},
			{"lost", v.Turn(flagged(t, "", "h2e2", "h9g7"), r)},
			{"drawn", v.Turn(flagged(t, "3k5/9/9/9/9/9/9/9/4A4/R3K4 b - - 0 1", "d9d8", "a0a1", "d8d9"), r)},
			{"called off", v.Turn(flagged(t, "", "h2e2"), r)},
			{"challenge", v.Challenge(gametest.Offered(t, game.ChallengeSpec{Conditions: weekends}), r, nil)},
		} {
			lines = append(lines, shown.name+": "+viewtest.InWords(shown.reply.Message()))
		}
		return strings.Join(lines, "\n")
	})
}

func TestDurationInWords(t *testing.T) {
	w := viewtest.Phrases(t).In(words.English)
	for want, d := range map[string]time.Duration{
		"0 s": 0, "59 s": 59*time.Second + 999*time.Millisecond, "1 min": time.Minute, "14 min 5 s": 14*time.Minute + 5*time.Second,
		"1 h": time.Hour + 59*time.Second, "1 day": 24 * time.Hour, "1 day 1 h": 25*time.Hour + 59*time.Minute, "60 days": 60 * 24 * time.Hour,
	} {
		if got := DurationText(w, d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
	if left := leftText(gametest.Between(t, game.ChallengeSpec{}), board.Black, w); left != "" {
		t.Errorf("without a clock there is left%q", left)
	}
}

// How to vote is explained as long as the board has the controls for it.
func TestOldBoardsLoseTheirHints(t *testing.T) {
	g := &game.Game{ID: 42}
	spec := game.VoteSpec{Terms: vote.Terms{Window: time.Hour, Quorum: 3}, Level: 3, ColorChoice: game.WantRed}
	gametest.Must(t, g.Blank().OfferVote(game.Act{Actor: gametest.Alice, Guild: "9", Channel: "1"}, spec, game.Terms{Rules: rules.ForPeople().String()}, gametest.Noon))
	r := viewer(t, words.English, gametest.Alice)
	card := testView().Turn(g, r).Embed
	if votes := card.Fields[0].Value; !strings.Contains(votes, hintSign+r.Say("vote.how")) {
		t.Fatalf("nobody has voted, and the card says no more than %q", votes)
	}
	if !WithoutClock(card) || card.Fields[0].Value != r.Say("vote.none") || strings.Contains(card.Description, RunningSign) {
		t.Errorf("the old card: %q, votes: %q", card.Description, card.Fields[0].Value)
	}
}
