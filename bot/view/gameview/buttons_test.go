package gameview

import (
	"fmt"
	"strings"
	"testing"

	"github.com/bwmarrin/discordgo"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// A piece whose move ends the game by repetition says so in the menu of pieces before what else it can do, as the menu
// of points and the button for what somebody may have meant do.
func TestControlsWarnOfRepetitions(t *testing.T) {
	cycle := []string{"a5d5", "d9e9", "d5e5", "e9d9", "e5d5", "d9e9", "d5e5", "e9d9", "e5d5", "d9e9", "d5e5", "e9d9"}
	g := gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), "3k5/9/9/9/R8/9/9/9/9/5K3 w - - 0 1", cycle...)
	r := readertest.Viewer(t, words.English, gametest.Alice)
	described := func(menu discordgo.MessageComponent, value string) string {
		for _, o := range menu.(discordgo.ActionsRow).Components[0].(discordgo.SelectMenu).Options {
			if o.Value == value {
				return o.Description
			}
		}
		return ""
	}
	p := g.Position()
	const warning = "loses: perpetual check"
	if got := described(pieceMenu(g, r), "e5"); !strings.HasPrefix(got, "R5=6 ⚠") || !strings.Contains(got, warning) {
		t.Errorf("the rook is described as %q", got)
	}
	if got := described(pieceMenu(g, r), "f0"); strings.Contains(got, "⚠") {
		t.Errorf("the king is described as %q", got)
	}
	points := choiceIn(g, r, gametest.Square(t, "e5")).Controls(r)[0]
	for value, warns := range map[string]bool{"d5": true, "f5": false, "e9": false} {
		if got := described(points, value); strings.Contains(got, warning) != warns {
			t.Errorf("the point %s is described as %q", value, got)
		}
	}
	_, err := notation.ParseAs(&p, "R7=6", r.Style)
	reply, _ := Refusal(g, r, err)
	if got := viewtest.InWords(reply.Message()); !strings.Contains(got, "[R5=6 (e5d5) · ⚠ "+warning) {
		t.Errorf("what may have been meant is %q", got)
	}
}

// A move by a button says what it takes. Who is new here, or reads boards in words, reads how it goes before its notation.
func TestButtonsOfMovesSpeakToWhoeverReadsThem(t *testing.T) {
	g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	r := readertest.Viewer(t, words.English, gametest.Alice)
	newcomer, inWords := r, r
	newcomer.Newcomer, inWords.Layout = true, view.InWords
	for name, test := range map[string]struct {
		r    view.Viewer
		want string
	}{
		"others":     {r, "① C5+4 · takes the pawn"},
		"a newcomer": {newcomer, "① 4 forward, takes the pawn · C5+4"},
		"in words":   {inWords, "① 4 forward, takes the pawn · C5+4"},
	} {
		rows := choiceIn(g, test.r, gametest.Square(t, "e2")).Controls(test.r)
		if got := rows[0].(discordgo.ActionsRow).Components[0].(discordgo.Button); got.Label != test.want || !strings.HasSuffix(got.CustomID, ".e2e6") {
			t.Errorf("%s: the button %s is %q, want %q", name, got.CustomID, got.Label, test.want)
		}
	}
}

// A move can be taken back by whoever has made one. A message that both see offers it as soon as one of them can.
func TestTakeBackIsOfferedToWhoHasMoved(t *testing.T) {
	botBegins := func(moves ...string) *game.Game {
		g := &game.Game{ID: 42}
		spec := game.ChallengeSpec{Level: 5, ColorChoice: game.WantBlack}
		gametest.Must(t, game.OfferChallenge(g, gametest.ChallengeBy(gametest.Alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String()}, gametest.Noon))
		g.Record.Moves = testcases.Moves(t, moves...)
		return g
	}
	offers := func(g *game.Game, r view.Viewer) bool {
		return strings.Contains(viewtest.InWords(Turn(readertest.View(), g, r).Message()), r.Say("button.takeback"))
	}
	for name, test := range map[string]struct {
		game               *game.Game
		alice, bob, shared bool
	}{
		"nobody":               {gametest.Between(t, game.ChallengeSpec{}), false, false, false},
		"red":                  {gametest.Between(t, game.ChallengeSpec{}, "h2e2"), true, false, true},
		"both":                 {gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7"), true, true, true},
		"rated":                {gametest.Between(t, game.ChallengeSpec{Rated: true}, "h2e2", "h9g7"), false, false, false},
		"the bot":              {botBegins("h2e2"), false, false, false},
		"the bot and a person": {botBegins("h2e2", "h9g7"), true, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := readertest.Viewer(t, words.English, gametest.Alice), readertest.Viewer(t, words.English, gametest.Bob)
			if got := offers(test.game, a); got != test.alice {
				t.Errorf("offered to Alice: %v", got)
			}
			if got := offers(test.game, b); got != test.bob {
				t.Errorf("offered to Bob: %v", got)
			}
			if got := offers(test.game, b.Shared(test.game)); got != test.shared {
				t.Errorf("offered to both: %v", got)
			}
		})
	}
}

// A round is over with Black's move: the next one has begun only where the game goes on.
func TestRoundsAfterBlacksLastMove(t *testing.T) {
	for name, test := range map[string]struct {
		game *game.Game
		want int
	}{
		"before the first move":  {gametest.Between(t, game.ChallengeSpec{}), 1},
		"after Red's":            {gametest.Between(t, game.ChallengeSpec{}, "h2e2"), 1},
		"after Black's":          {gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7"), 2},
		"over after Black's":     {over(t, "h2e2", "h9g7"), 1},
		"over after Red's":       {over(t, "h2e2", "h9g7", "h0g2"), 2},
		"over without a move":    {over(t), 1},
		"begun by Black":         {gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), "4k4/9/9/9/9/9/9/9/4A4/R3K4 b", "e9d9"), 2},
		"from the 30th round on": {gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), "3k5/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 30", "a0a9"), 30},
	} {
		footer := Turn(readertest.View(), test.game, readertest.Viewer(t, words.English, gametest.Alice)).Embed.Footer.Text
		if got := Round(test.game); got != test.want || !strings.Contains(footer+" ·", fmt.Sprintf("move %d ·", got)) {
			t.Errorf("%s: round %d, the board says %q; want round %d", name, got, footer, test.want)
		}
	}
}

// over is a game that Bob gave up after some moves.
func over(t *testing.T, moves ...string) *game.Game {
	t.Helper()
	g := gametest.Between(t, game.ChallengeSpec{}, moves...)
	gametest.Must(t, game.Resign(g, gametest.Bob, gametest.Noon))
	return g
}
