package view

import (
	"log/slog"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/glicko"
	"xiangqibot/bot/standing"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/render"
)

const (
	alice = game.Person("1001")
	bob   = game.Person("1002")
)

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

func testPhrases(t testing.TB) *words.Phrases {
	t.Helper()
	p, err := words.Load()
	must(t, err)
	return p
}

var testRenderer = sync.OnceValue(render.New)

func testView() *View { return New(testRenderer(), slog.New(slog.DiscardHandler), nil) }

// viewer reads in a language and in the notation usual there.
func viewer(t testing.TB, lang words.Language, p game.Person) Viewer {
	t.Helper()
	w := testPhrases(t).In(lang)
	return Viewer{Person: p, Words: w, Style: StyleOf("", w)}
}

// must stops the test over an act that should have been allowed.
func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func challengeBy(p game.Person, name string) game.Act {
	return game.Act{Actor: p, Name: name, Guild: "1", Channel: "2"}
}

// offered is Alice's challenge to Bob.
func offered(t testing.TB, spec game.ChallengeSpec) *game.Game {
	t.Helper()
	g := &game.Game{ID: 42}
	spec.Opponent, spec.OpponentName = bob, "Bob"
	must(t, g.Blank().Offer(challengeBy(alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}, noon))
	return g
}

// between is a game of Alice, Red, and Bob after some moves.
func between(t testing.TB, spec game.ChallengeSpec, moves ...string) *game.Game {
	t.Helper()
	spec.ColorChoice = game.WantRed
	g := offered(t, spec)
	must(t, g.Challenge().Accept(bob, board.Red, noon))
	playAll(t, g, moves...)
	return g
}

// againstBot is a game of Alice, Red, and the bot.
func againstBot(t testing.TB, spec game.ChallengeSpec, moves ...string) *game.Game {
	t.Helper()
	g := &game.Game{ID: 42}
	spec.Level, spec.ColorChoice = 5, game.WantRed
	must(t, g.Blank().Offer(challengeBy(alice, "Alice"), spec, game.Terms{Rules: rules.ForPeople().String()}, noon))
	playAll(t, g, moves...)
	return g
}

// from sets a game up at a position and plays on from there.
func from(t testing.TB, g *game.Game, fen string, moves ...string) *game.Game {
	t.Helper()
	start, err := board.ParseFEN(fen)
	must(t, err)
	g.Record = board.Record{Start: start}
	playAll(t, g, moves...)
	return g
}

func playAll(t testing.TB, g *game.Game, moves ...string) {
	t.Helper()
	for _, text := range moves {
		m, err := board.ParseMove(text)
		must(t, err)
		if seat := g.Seats[g.Turn()]; seat.IsBot() {
			must(t, g.Bot().Play(m, false, noon))
		} else {
			must(t, g.Play(seat.Person, m, noon))
		}
	}
	rate(g)
}

// rate does to a game between newcomers what a store does when it saves it.
func rate(g *game.Game) {
	players := map[game.Person]standing.Player{}
	for p, met := range g.Players {
		players[p] = standing.Player{Person: p, Name: met.Name, Locale: met.Locale}
	}
	if standing.AffectsRatings(g) {
		standing.Rate(g, 0, players)
	}
	for p, player := range players {
		g.Players[p] = player.InGame(g)
	}
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
	{"start-bot", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(againstBot(t, game.ChallengeSpec{}), r)
	}},
	{"start-two", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(between(t, game.ChallengeSpec{Rated: true}), r)
	}},
	{"moved", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(between(t, game.ChallengeSpec{}, "h2e2"), r)
	}},
	{"bot-thinks", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(againstBot(t, game.ChallengeSpec{Rated: true}, "h2e2"), r)
	}},
	{"bot-moved", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(againstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7"), r)
	}},
	{"check", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(between(t, game.ChallengeSpec{}, "h2e2", "c9e7", "e2e6"), r)
	}},
	{"draw-offered", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		return v.Proposal(g, r)
	}},
	{"draw-offered-board", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		return v.Turn(g, r)
	}},
	{"draw-offered-bot", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := againstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		return v.Proposal(g, r)
	}},
	{"draw-declined", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		must(t, g.Draws().Decline(bob, noon))
		return v.Turn(g, r)
	}},
	{"draw-declined-by-move", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := againstBot(t, game.ChallengeSpec{}, "h2e2")
		must(t, g.Draws().Offer(alice, noon))
		playAll(t, g, "h9g7")
		return v.Turn(g, r)
	}},
	{"draw-withdrawn", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		must(t, g.Draws().Decline(alice, noon))
		return v.Turn(g, r)
	}},
	{"takeback-asked", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2")
		must(t, g.Takebacks().Ask(alice, noon))
		return v.Proposal(g, r)
	}},
	{"takeback-asked-two", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Takebacks().Ask(alice, noon))
		return v.Proposal(g, r)
	}},
	{"takeback-declined", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Takebacks().Ask(alice, noon))
		must(t, g.Takebacks().Decline(bob, noon))
		return v.Turn(g, r)
	}},
	{"takeback-withdrawn", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Takebacks().Ask(bob, noon))
		must(t, g.Takebacks().Decline(bob, noon))
		return v.Turn(g, r)
	}},
	{"taken-back", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := againstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Takebacks().Ask(alice, noon))
		return v.Turn(g, r)
	}},
	{"checkmate", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{Rated: true}), mateFEN, "e1d1"), r)
	}},
	{"rated-end", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{Rated: true}, "h2e2", "h9g7")
		must(t, g.Resign(bob, noon))
		g.Before = [2]glicko.Rating{{R: 1523.4, RD: 80, Vol: 0.06}, {R: 1500, RD: 350, Vol: 0.06}}
		g.After = [2]glicko.Rating{{R: 1530.6, RD: 79, Vol: 0.06}, {R: 1377.8, RD: 290, Vol: 0.06}}
		return v.Turn(g, r)
	}},
	{"stalemate", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, againstBot(t, game.ChallengeSpec{}), stalemateFEN, "e1e8"), r)
	}},
	{"bot-resigned-to", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := againstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Resign(alice, noon))
		return v.Turn(g, r)
	}},
	{"agreement", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2", "h9g7")
		must(t, g.Draws().Offer(alice, noon))
		must(t, g.Draws().Accept(bob, noon))
		return v.Turn(g, r)
	}},
	{"perpetual-check", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := from(t, between(t, game.ChallengeSpec{}), "4k4/9/9/9/9/9/9/9/3R5/3K5 w - - 0 1",
			"d1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1", "e9f9", "e1f1", "f9e9", "f1e1")
		return v.Turn(g, r)
	}},
	{"repetition", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, toAndFro...)
		return v.Turn(g, r)
	}},
	{"perpetual-chase", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase...), r)
	}},
	{"chase-by-simple-rules", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{})
		g.Rules = "simple repetitions=4"
		return v.Turn(from(t, g, chaseFEN, chase...), r)
	}},
	{"warned-loses", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase[:12]...), r)
	}},
	{"warned-can-lose", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chasedFEN, slices.Concat(chase[4:], chase[5:6])...), r)
	}},
	{"warned-wins", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chasedFEN, slices.Concat(chase[4:], chase[5:7])...), r)
	}},
	{"warned-need-not-change", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase[:11]...), r)
	}},
	{"warned-draws", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(between(t, game.ChallengeSpec{}, toAndFro[:11]...), r)
	}},
	{"warned-third-draws", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(between(t, game.ChallengeSpec{}, toAndFro[:8]...), r)
	}},
	{"warned-third-loses", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase[:10]...), r)
	}},
	{"warned-third-wins", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase[:9]...), r)
	}},
	{"warned-picked", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(from(t, between(t, game.ChallengeSpec{}), chaseFEN, chase[:12]...), r, square(t, "c1"))
	}},
	{"challenge-rules", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		g.Rules = "pikafish limit=100 checks=all bare=off"
		return v.Challenge(g, r, nil)
	}},
	{"bare-cannons", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{})
		g.Rules = "asian bare=cannons"
		return v.Turn(from(t, g, "3k5/9/9/9/9/9/9/4pC3/4K4/9 w - - 0 1", "e1e2"), r)
	}},
	{"bare-material", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Turn(from(t, between(t, game.ChallengeSpec{}), "3k5/9/9/9/9/9/9/4p4/4K4/9 w - - 0 1", "e1e2"), r)
	}},
	{"natural-limit", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := between(t, game.ChallengeSpec{}, "h2e2")
		g.State, g.Outcome, g.End, g.Rule = game.Finished, rules.Draw, game.ByRules, rules.NaturalLimit
		g.Last.Kind = game.Ended
		return v.Turn(g, r)
	}},
	{"challenge", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(offered(t, game.ChallengeSpec{}), r, nil)
	}},
	{"challenge-met", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		g.Players = map[game.Person]game.Player{alice: {Rating: glicko.Rating{R: 1623.4, RD: 55}}, bob: {Rating: glicko.Rating{R: 1480, RD: 180}}}
		return v.Challenge(g, r, &standing.Tally{Wins: 2, Draws: 1})
	}},
	{"challenge-first", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		r.Server.Rules = "simple" // new games there are judged by other rules, so that the card names these
		return v.Challenge(g, r, &standing.Tally{})
	}},
	{"challenge-rated-red", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(offered(t, game.ChallengeSpec{ColorChoice: game.WantRed, Rated: true}), r, nil)
	}},
	{"challenge-black", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Challenge(offered(t, game.ChallengeSpec{ColorChoice: game.WantBlack}), r, nil)
	}},
	{"challenge-declined", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		must(t, g.Challenge().Decline(bob, noon))
		return v.Challenge(g, r, nil)
	}},
	{"challenge-withdrawn", bob, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		must(t, g.Challenge().Cancel(alice, noon))
		return v.Challenge(g, r, nil)
	}},
	{"challenge-lapsed", alice, func(t *testing.T, v *View, r Viewer) Reply {
		g := offered(t, game.ChallengeSpec{})
		must(t, g.Challenge().Lapse(noon.Add(72*time.Hour)))
		return v.Challenge(g, r, nil)
	}},
	{"picked", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(againstBot(t, game.ChallengeSpec{}), r, square(t, "b2"))
	}},
	{"picked-black", bob, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(between(t, game.ChallengeSpec{}, "h2e2"), r, square(t, "h9"))
	}},
	{"picked-stuck", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Picked(from(t, againstBot(t, game.ChallengeSpec{}), pinnedFEN), r, square(t, "e1"))
	}},
	{"played", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.Played(againstBot(t, game.ChallengeSpec{}, "b0c2"), r)
	}},
	{"resign", alice, func(t *testing.T, v *View, r Viewer) Reply {
		return v.ConfirmResign(againstBot(t, game.ChallengeSpec{}, "h2e2"), r)
	}},
}

func square(t testing.TB, text string) board.Square {
	t.Helper()
	s, err := board.ParseSquare(text)
	must(t, err)
	return s
}

// A picture that cannot be drawn must not keep a player from moving: the position follows in words.
func TestBoardWithoutPicture(t *testing.T) {
	g := againstBot(t, game.ChallengeSpec{}, "h2e2", "h9g7")
	r := viewer(t, words.Simplified, alice)
	reply := testView().Turn(g, r)
	reply.Picture, reply.Embed.Description = nil, ""
	broken := testView()
	broken.renderer = testRenderer()
	broken.show(&reply, g, r, []render.Mark{{Square: board.NoSquare}})
	if reply.Picture != nil {
		t.Fatal("a mark off the board was drawn")
	}
	if want := describe(g, r); reply.Embed.Description != want {
		t.Errorf("got %q, want %q", reply.Embed.Description, want)
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
		r := Viewer{Words: testPhrases(t).In(test.lang), Style: test.style}
		at := square(t, "b2")
		if seen, heard := r.point(at, test.color), r.exactly(at, test.color); seen != test.seen || heard != test.heard {
			t.Errorf("%s, %s, %s: got %q and %q, want %q and %q", test.lang, test.style, test.color, seen, heard, test.seen, test.heard)
		}
	}
}

// Each language names the notation that is usual in it and the language in which it has names of openings.
func TestEveryLanguageNamesItsNotation(t *testing.T) {
	for _, lang := range testPhrases(t).Languages() {
		w := testPhrases(t).In(lang)
		if said := w.Say("language.notation"); StyleOf("", w).String() != said {
			t.Errorf("%s: language.notation: there is no notation %s", lang, said)
		}
		said := w.Say("language.openings")
		if _, known := openingLanguages[said]; !known {
			t.Errorf("%s: language.openings: openings have no names in %s", lang, said)
		}
	}
}

// TestDeletedPlayerHasNoRating: the rating of a deleted person is unknown, and is not shown as a question mark.
func TestDeletedPlayerHasNoRating(t *testing.T) {
	g := between(t, game.ChallengeSpec{Rated: true})
	g.Seats[board.Black].Person = game.Deleted
	w := testPhrases(t).In(words.English)
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
		if got := unmarked(marked); got != want {
			t.Errorf("%q is described as %q, want %q", marked, got, want)
		}
	}
}

// Of several pieces on a file, menus say which: in front, behind, between, or counted from the front.
func TestPiecesOnOneFile(t *testing.T) {
	p, err := board.ParseFEN("3k5/4P4/4P4/4P4/4P4/9/4P4/2C6/2C6/3AKA3 w - - 0 1")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[string]string{"c2": "前炮七路", "c1": "后炮七路", "e8": "前兵五路", "e7": "第2个兵五路", "e3": "后兵五路", "d0": "仕 六路"} {
		r := Viewer{Words: testPhrases(t).In(words.Simplified), Style: notation.Chinese}
		if got := r.pieceOn(&p, square(t, at)); got != want {
			t.Errorf("%s is %q, want %q", at, got, want)
		}
	}
}
