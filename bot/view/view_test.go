package view

import (
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/render"
)

var testRenderer = sync.OnceValue(render.New)

func testView() *View { return New(testRenderer(), slog.New(slog.DiscardHandler), nil) }

// viewer reads in a language and in the notation usual there.
func viewer(t testing.TB, lang words.Language, p game.Person) Viewer {
	t.Helper()
	w := viewtest.Phrases(t).In(lang)
	return Viewer{Person: p, Words: w, Style: StyleOf("", w)}
}

const (
	mateFEN      = "3k5/9/9/9/9/9/9/9/4R4/4K3R w - - 0 1"
	pinnedFEN    = "3k5/9/9/4r4/9/9/9/9/4N4/4K4 w - - 0 1"
	stalemateFEN = "3k5/9/9/9/9/9/9/9/4R4/5K3 w - - 0 1"
)

// A rook chases a cannon to and fro: chase begins at chaseFEN, chase[4:] also at chasedFEN, where the rook stands on
// the cycle already.
const (
	chaseFEN  = "3k5/9/1c7/9/9/9/9/9/R8/4K4 w - - 0 1"
	chasedFEN = "3k5/9/1c7/9/9/9/9/9/2R6/4K4 w - - 0 1"
)

var (
	chase = []string{"a1b1", "b7c7", "b1c1", "c7b7", "c1b1", "b7c7", "b1c1", "c7b7", "c1b1", "b7c7", "b1c1", "c7b7", "c1b1"}
	// toAndFro brings the start position back three times.
	toAndFro = slices.Repeat([]string{"a0a1", "a9a8", "a1a0", "a8a9"}, 3)
)

// situations are the games that a message can be about, each with who reads the message.
var situations = []struct {
	name  string
	reads game.Person
	reply func(t *testing.T, v *View, r Viewer) Reply
}{
	{"start-bot", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.AgainstBot(t, game.ChallengeSpec{}), r)
	}},
	{"start-two", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.Between(t, game.ChallengeSpec{Rated: true}), r)
	}},
	{"moved", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.Between(t, game.ChallengeSpec{}, "h2e2"), r)
	}},
	{"bot-thinks", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.AgainstBot(t, game.ChallengeSpec{Rated: true}, "h2e2"), r)
	}},
	{"bot-moved", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7"), r)
	}},
	{"check", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.Between(t, game.ChallengeSpec{}, "h2e2", "c9e7", "e2e6"), r)
	}},
	{"draw-offered", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		return v.Proposal(g, r)
	}},
	{"draw-offered-board", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"draw-offered-bot", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		return v.Proposal(g, r)
	}},
	{"draw-declined", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		gametest.Must(t, g.Draws().Decline(gametest.Bob, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"draw-declined-by-move", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		gametest.PlayAll(t, g, "h9g7")
		return v.Turn(g, r)
	}},
	{"draw-withdrawn", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		gametest.Must(t, g.Draws().Decline(gametest.Alice, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"takeback-asked", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2")
		gametest.Must(t, g.Takebacks().Ask(gametest.Alice, gametest.Noon))
		return v.Proposal(g, r)
	}},
	{"takeback-asked-two", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Takebacks().Ask(gametest.Alice, gametest.Noon))
		return v.Proposal(g, r)
	}},
	{"takeback-declined", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Takebacks().Ask(gametest.Alice, gametest.Noon))
		gametest.Must(t, g.Takebacks().Decline(gametest.Bob, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"takeback-withdrawn", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Takebacks().Ask(gametest.Bob, gametest.Noon))
		gametest.Must(t, g.Takebacks().Decline(gametest.Bob, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"taken-back", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Takebacks().Ask(gametest.Alice, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"checkmate", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{Rated: true}), mateFEN, "e1d1"), r)
	}},
	{"rated-end", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{Rated: true}, "h2e2", "h9g7")
		gametest.Must(t, g.Resign(gametest.Bob, gametest.Noon))
		g.Before = [2]glicko.Rating{{R: 1523.4, RD: 80, Vol: 0.06}, {R: 1500, RD: 350, Vol: 0.06}}
		g.After = [2]glicko.Rating{{R: 1530.6, RD: 79, Vol: 0.06}, {R: 1377.8, RD: 290, Vol: 0.06}}
		return v.Turn(g, r)
	}},
	{"stalemate", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.AgainstBot(t, game.ChallengeSpec{}), stalemateFEN, "e1e8"), r)
	}},
	{"bot-resigned-to", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Resign(gametest.Alice, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"agreement", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		gametest.Must(t, g.Draws().Offer(gametest.Alice, gametest.Noon))
		gametest.Must(t, g.Draws().Accept(gametest.Bob, gametest.Noon))
		return v.Turn(g, r)
	}},
	{"perpetual-check", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), "4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1",
			"d1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1")
		return v.Turn(g, r)
	}},
	{"repetition", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, toAndFro...)
		return v.Turn(g, r)
	}},
	{"perpetual-chase", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase...), r)
	}},
	{"chase-by-simple-rules", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{})
		g.Rules = "simple repetitions=4"
		return v.Turn(gametest.From(t, g, chaseFEN, chase...), r)
	}},
	{"warned-loses", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase[:12]...), r)
	}},
	{"warned-can-lose", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chasedFEN, slices.Concat(chase[4:], chase[5:6])...), r)
	}},
	{"warned-wins", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chasedFEN, slices.Concat(chase[4:], chase[5:7])...), r)
	}},
	{"warned-need-not-change", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase[:11]...), r)
	}},
	{"warned-draws", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.Between(t, game.ChallengeSpec{}, toAndFro[:11]...), r)
	}},
	{"warned-third-draws", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.Between(t, game.ChallengeSpec{}, toAndFro[:8]...), r)
	}},
	{"warned-third-loses", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase[:10]...), r)
	}},
	{"warned-third-wins", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase[:9]...), r)
	}},
	{"warned-picked", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), chaseFEN, chase[:12]...), r, gametest.Square(t, "c1"))
	}},
	{"challenge-rules", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		g.Rules = "pikafish limit=100 checks=all bare=off"
		return v.Challenge(g, r, nil)
	}},
	{"bare-cannons", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{})
		g.Rules = "asian bare=cannons"
		return v.Turn(gametest.From(t, g, "3k5/9/9/9/9/9/9/4pC3/4K4/9 w - - 0 1", "e1e2"), r)
	}},
	{"bare-material", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(gametest.From(t, gametest.Between(t, game.ChallengeSpec{}), "3k5/9/9/9/9/9/9/4p4/4K4/9 w - - 0 1", "e1e2"), r)
	}},
	{"natural-limit", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Between(t, game.ChallengeSpec{}, "h2e2")
		g.State, g.Outcome, g.End, g.Rule = game.Finished, rules.Draw, game.ByRules, rules.NaturalLimit
		g.Last.Kind = game.Ended
		return v.Turn(g, r)
	}},
	{"challenge", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(gametest.Offered(t, game.ChallengeSpec{}), r, nil)
	}},
	{"challenge-met", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		g.Players = map[game.Person]game.Player{gametest.Alice: {Rating: glicko.Rating{R: 1623.4, RD: 55}}, gametest.Bob: {Rating: glicko.Rating{R: 1480, RD: 180}}}
		return v.Challenge(g, r, &standing.Tally{Wins: 2, Draws: 1})
	}},
	{"challenge-first", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		r.Server.Rules = "simple" // new games there are judged by other rules, so that the card names these
		return v.Challenge(g, r, &standing.Tally{})
	}},
	{"challenge-rated-red", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(gametest.Offered(t, game.ChallengeSpec{ColorChoice: game.WantRed, Rated: true}), r, nil)
	}},
	{"challenge-black", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(gametest.Offered(t, game.ChallengeSpec{ColorChoice: game.WantBlack}), r, nil)
	}},
	{"challenge-declined", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		gametest.Must(t, g.Challenge().Decline(gametest.Bob, gametest.Noon))
		return v.Challenge(g, r, nil)
	}},
	{"challenge-withdrawn", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		gametest.Must(t, g.Challenge().Cancel(gametest.Alice, gametest.Noon))
		return v.Challenge(g, r, nil)
	}},
	{"challenge-lapsed", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := gametest.Offered(t, game.ChallengeSpec{})
		gametest.Must(t, g.Challenge().Lapse(gametest.Noon.Add(72*time.Hour)))
		return v.Challenge(g, r, nil)
	}},
	{"picked", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(gametest.AgainstBot(t, game.ChallengeSpec{}), r, gametest.Square(t, "b2"))
	}},
	{"picked-newcomer", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		r.Newcomer = true
		return v.Picked(gametest.From(t, gametest.AgainstBot(t, game.ChallengeSpec{}), "3k5/9/9/9/p8/9/1H7/9/9/4K4 w - - 0 1"), r, gametest.Square(t, "b3"))
	}},
	{"picked-black", gametest.Bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(gametest.Between(t, game.ChallengeSpec{}, "h2e2"), r, gametest.Square(t, "h9"))
	}},
	{"picked-stuck", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(gametest.From(t, gametest.AgainstBot(t, game.ChallengeSpec{}), pinnedFEN), r, gametest.Square(t, "e1"))
	}},
	{"played", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Played(gametest.AgainstBot(t, game.ChallengeSpec{}, "b0c2"), r)
	}},
	{"resign", gametest.Alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.ConfirmResign(gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2"), r)
	}},
}

// A picture that cannot be drawn must not keep a player from moving: the position follows in words.
func TestBoardWithoutPicture(t *testing.T) {
	g := gametest.AgainstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	r := viewer(t, words.Simplified, gametest.Alice)
	picture := testView().Picture(g, r, []render.Mark{{Square: board.NoSquare}})
	if want := describe(g, r); picture.PNG != nil || picture.Alt != want {
		t.Errorf("got %d bytes and %q, want %q", len(picture.PNG), picture.Alt, want)
	}
}

// Readers of coordinates get no files, and those of Chinese and Vietnamese notation no letters where they see the board;
// they get the file as the owner of the piece counts it.
func TestPointsInTheReadersNotation(t *testing.T) {
	for _, test := range []struct {
		lang        words.Language
		style       notation.Style
		color       board.Color
		seen, heard string // by whoever sees the board, and by whoever hears it read
	}{
		{words.Simplified, notation.Chinese, board.Red, "八路", "八路b2"},
		{words.Traditional, notation.ChineseTraditional, board.Black, "2路", "2路b2"},
		{words.Simplified, notation.UCI, board.Red, "b2", "b2"},
		{words.Simplified, notation.WXF, board.Red, "8路b2", "8路b2"},
		{words.English, notation.WXF, board.Red, "b2 (file 8)", "b2 (file 8)"},
		{words.English, notation.UCI10, board.Red, "b3", "b3"},
		{words.English, notation.ChineseByFile, board.Red, "file 八", "b2 (file 八)"},
		{words.Vietnamese, notation.Vietnamese, board.Black, "lộ 2", "b2 (lộ 2)"},
		{words.Vietnamese, notation.ICCS, board.Red, "b2", "b2"},
	} {
		r := Viewer{Words: viewtest.Phrases(t).In(test.lang), Style: test.style}
		at := gametest.Square(t, "b2")
		if seen, heard := r.point(at, test.color), r.exactly(at, test.color); seen != test.seen || heard != test.heard {
			t.Errorf("%s, %s, %s: got %q and %q, want %q and %q", test.lang, test.style, test.color, seen, heard, test.seen, test.heard)
		}
	}
}

// Each language names the notation that is usual in it and the language in which it has names of openings.
func TestEveryLanguageNamesItsNotation(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		w := viewtest.Phrases(t).In(lang)
		if text := w.Say("language.notation"); StyleOf("", w).String() != text {
			t.Errorf("%s: language.notation: there is no notation %s", lang, text)
		}
		text := w.Say("language.openings")
		if _, known := openingLanguages[text]; !known {
			t.Errorf("%s: language.openings: openings have no names in %s", lang, text)
		}
	}
}

// TestDeletedPlayerHasNoRating: the rating of a deleted person is unknown, and is not shown as a question mark.
func TestDeletedPlayerHasNoRating(t *testing.T) {
	g := gametest.Between(t, game.ChallengeSpec{Rated: true})
	g.Seats[board.Black].Person = game.Deleted
	w := viewtest.Phrases(t).In(words.English)
	if line := seatLine(g, board.Black, w); strings.Contains(line, "?") || strings.Contains(line, "·") {
		t.Errorf("the line of a deleted player is %q", line)
	}
	if line := seatLine(g, board.Red, w); !strings.Contains(line, "·") {
		t.Errorf("the line of the other player is %q", line)
	}
}

// Discord shows no markdown in alternative text.
func TestAlternativeTextsHaveNoMarkdown(t *testing.T) {
	for marked, want := range map[string]string{
		Escaped("R4-5"): "R4-5", Plain("*Bob_"): Isolated("*Bob_"), "**R4\\-5**: 2 votes": "R4-5: 2 votes", "rook e0 (file 5)": "rook e0 (file 5)",
	} {
		if got := Unmarked(marked); got != want {
			t.Errorf("%q is described as %q, want %q", marked, got, want)
		}
	}
}

// Of several pieces on a file, menus say which: in front, behind, between, or counted from the front.
func TestPiecesOnOneFile(t *testing.T) {
	p := testcases.Position(t, "3k5/4P4/4P4/4P4/4P4/9/4P4/2C6/2C6/3AKA3 w - - 0 1")
	for at, want := range map[string]string{"c2": "前炮七路", "c1": "后炮七路", "e8": "前兵五路", "e7": "第2个兵五路", "e3": "后兵五路", "d0": "仕 六路"} {
		r := Viewer{Words: viewtest.Phrases(t).In(words.Simplified), Style: notation.Chinese}
		if got := r.PieceOn(&p, gametest.Square(t, at)); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
}
