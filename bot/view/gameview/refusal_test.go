package gameview

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/game"
	"xiangqibot/bot/game/gametest"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/readertest"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
	"xiangqibot/render"
)

var declaredCode = regexp.MustCompile(`(?m)^(?:const|\t)\s*\w+ +(?:game\.)?Code += "(.*?)"`)

// gameCodes reads the codes of refusals from the sources.
func gameCodes(t *testing.T) (codes []game.Code) {
	t.Helper()
	files, err := filepath.Glob("../../*/*.go")
	gametest.Must(t, err)
	for _, file := range files {
		source, err := os.ReadFile(file)
		gametest.Must(t, err)
		for _, found := range declaredCode.FindAllSubmatch(source, -1) {
			codes = append(codes, game.Code(found[1]))
		}
	}
	slices.Sort(codes)
	return codes
}

func TestEveryRefusalHasWords(t *testing.T) {
	codes := gameCodes(t)
	if len(codes) < 20 {
		t.Fatalf("found only %d codes: does this test still know how they are written?", len(codes))
	}
	viewtest.Golden(t, "refusals", func(lang words.Language) string {
		var lines []string
		for _, code := range codes {
			refused := &game.Refusal{Code: code, Game: 42, Role: "8001", Limit: 10}
			if slices.Contains([]game.Code{game.ManyGames, game.OtherThread, game.RematchRuns}, code) {
				refused.Games = []*game.Game{gametest.AgainstBot(t, game.ChallengeSpec{}), gametest.Between(t, game.ChallengeSpec{}, "h2e2")}
			}
			if code == game.AlreadyChallenged {
				refused.Games = waiting(t)[1:2]
			}
			reply, ok := Refusal(nil, readertest.Viewer(t, lang, gametest.Alice), fmt.Errorf("while acting: %w", refused))
			if code == game.NoGame {
				lines = append(lines, string(code)+", alone: "+viewtest.InWords(reply.Message()))
				refused.Games = waiting(t)
				reply, ok = Refusal(nil, readertest.Viewer(t, lang, gametest.Alice), refused)
			}
			if !ok || !reply.Private {
				t.Errorf("%s: the refusal is not told to the person alone", code)
			}
			if strings.HasPrefix(reply.Text, "[") {
				t.Errorf("%s: there are no words for %s", lang, code)
			}
			lines = append(lines, string(code)+": "+viewtest.InWords(reply.Message()))
		}
		missing, _ := Refusal(nil, readertest.Viewer(t, lang, gametest.Alice), &record.NotFoundError{ID: 7})
		lines = append(lines, "no-such-record: "+viewtest.InWords(missing.Message()))
		return strings.Join(lines, "\n")
	})
}

// waiting are challenges that wait: Bob's to Alice, Alice's to Bob, and Alice's to anyone.
func waiting(t *testing.T) []*game.Game {
	t.Helper()
	var games []*game.Game
	for i, c := range []struct {
		by   game.Act
		spec game.ChallengeSpec
	}{
		{gametest.ChallengeBy(gametest.Bob, "Bob"), game.ChallengeSpec{Opponent: gametest.Alice, OpponentName: "Alice"}},
		{gametest.ChallengeBy(gametest.Alice, "Alice"), game.ChallengeSpec{Opponent: gametest.Bob, OpponentName: "Bob"}},
		{gametest.ChallengeBy(gametest.Alice, "Alice"), game.ChallengeSpec{Conditions: game.Conditions{Anyone: true}}},
	} {
		g := &game.Game{ID: game.ID(41 + i)}
		gametest.Must(t, game.OfferChallenge(g, c.by, c.spec, game.Terms{Rules: rules.ForPeople().String(), Life: 72 * time.Hour}, gametest.Noon))
		games = append(games, g)
	}
	games[2].Guild = "" // in direct messages
	return games
}

func TestManyGamesAreCutToWhatFits(t *testing.T) {
	var games []*game.Game
	for id := range game.ID(40) {
		g := gametest.AgainstBot(t, game.ChallengeSpec{})
		g.ID += id
		games = append(games, g)
	}
	var challenges []*game.Game
	for i := range game.ID(40) {
		g := *waiting(t)[i%3]
		g.ID = 1<<40 + i
		g.Guild, g.Channel = "1234567890123456789", "1234567890123456788"
		g.Opponent.Person = "1234567890123456786"
		challenges = append(challenges, &g)
	}
	for _, refused := range []*game.Refusal{{Code: game.ManyGames, Games: games}, {Code: game.NoGame, Games: challenges}} {
		for _, lang := range viewtest.Phrases(t).Languages() {
			reply, _ := Refusal(nil, readertest.Viewer(t, lang, gametest.Alice), refused)
			if problem := viewtest.BreaksLimits(reply.Message()); problem != "" {
				t.Errorf("%s, %s: %s", refused.Code, lang, problem)
			}
		}
	}
}

// What is no matter for people is left to the log.
func TestFaultsAreNotPutIntoWords(t *testing.T) {
	r := readertest.Viewer(t, words.English, gametest.Alice)
	if reply, ok := Refusal(nil, r, errors.New("disk full")); ok {
		t.Errorf("told a person of a fault: %s", reply.Text)
	}
	p := board.StartPosition()
	_, err := notation.Parse(&p, "K9+9")
	if reply, ok := Refusal(nil, r, err); ok {
		t.Errorf("explained a move without a board: %s", reply.Text)
	}
}

// wrongMoves has a wrong move for every reason there is, and for the other errors of package notation.
var wrongMoves = []struct{ why, fen, move string }{
	{"syntax", "", "hello *world* @everyone <@1001>"},
	{"syntax-no-move", "", "炮25"},
	{"ambiguous", "4k4/9/9/2P1P4/2P1P4/9/9/9/9/3K5 w - - 0 1", "前兵进一"},
	{"which file", "", "兵进1"},
	{"which file, of one", "4k4/9/9/9/9/2P6/9/9/9/3K5 w - - 0 1", "兵进一"},
	{"empty square", "", "e5e6"},
	{"not your piece", "", "h9g7"},
	{"no such piece", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "炮二平五"},
	{"not in tandem", "", "前炮进一"},
	{"no such piece on file", "", "马三进四"},
	{"off board", "4k4/9/9/9/R8/9/9/9/9/3K5 w - - 0 1", "车九进九"},
	{"stays put", "", "炮二平二"},
	{"shape king", "", "e0e2"},
	{"shape advisor", "", "d0d1"},
	{"shape elephant", "", "c0c2"},
	{"shape horse", "", "b0b2"},
	{"shape rook", "", "a0b1"},
	{"shape cannon", "", "b2c3"},
	{"shape pawn", "", "e3e5"},
	{"pawn backward", "", "e3e2"},
	{"pawn sideways", "", "兵五平四"},
	{"outside palace", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d0c0"},
	{"elephant over the river", "4k4/9/9/9/9/2B6/9/9/9/3K5 w - - 0 1", "c4e6"},
	{"own piece", "", "a0a3"},
	{"blocked leg", "", "马八进六"},
	{"blocked eye", "4k4/9/9/9/9/9/9/9/3N5/2BK5 w - - 0 1", "c0e2"},
	{"path blocked", "", "a0a5"},
	{"no screen", "4k4/9/9/9/7n1/9/9/7C1/9/3K5 w - - 0 1", "h2h5"},
	{"too many screens", "3k5/9/9/7n1/9/7R1/7R1/7C1/9/4K4 w - - 0 1", "h2h6"},
	{"cannon jumps to nothing", "", "h2h8"},
	{"kings face", "4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "帅六平五"},
	{"king into check", "4k4/9/9/9/9/9/9/9/5r3/3K5 w - - 0 1", "d0d1"},
	{"leaves check", "4k4/9/9/9/9/9/9/9/3r5/R2K5 w - - 0 1", "a0a1"},
	{"exposes king", pinnedFEN, "e1c2"},
}

// TestPointsAreNamedAsTyped: who types a rank 10 is told of points by ranks from 1, and who types a rank 0 from 0.
func TestPointsAreNamedAsTyped(t *testing.T) {
	for _, c := range []struct {
		style       notation.Style
		typed, want string
	}{
		{notation.UCI, "e2-e10", "e2"}, {notation.WXF, "e2e10", "e2"}, {notation.UCI10, "e2-e10", "e2"},
		{notation.UCI10, "e2e0", "e2"}, {notation.UCI, "e2e0", "e2"}, {notation.UCI10, "e2e5", "e2"},
	} {
		g := gametest.AgainstBot(t, game.ChallengeSpec{})
		p, r := g.Position(), readertest.Viewer(t, words.English, gametest.Alice)
		r.Style = c.style
		_, err := notation.ParseAs(&p, c.typed, r.Style)
		if reply, _ := Refusal(g, r, err); !strings.Contains(reply.Text, "no piece on "+c.want+".") {
			t.Errorf("%s typed by %v is answered with %q, want %s", c.typed, c.style, reply.Text, c.want)
		}
	}
}

func TestEveryWrongMoveIsExplained(t *testing.T) {
	explained := make(map[notation.Reason]bool)
	viewtest.Golden(t, "wrong-moves", func(lang words.Language) string {
		var lines []string
		for _, test := range wrongMoves {
			g := gametest.AgainstBot(t, game.ChallengeSpec{})
			if test.fen != "" {
				gametest.From(t, g, test.fen)
			}
			p, r := g.Position(), readertest.Viewer(t, lang, gametest.Alice)
			_, err := notation.ParseAs(&p, test.move, r.Style)
			reply, ok := Refusal(g, r, err)
			var illegal *notation.IllegalError
			if errors.As(err, &illegal) {
				explained[illegal.Reason] = true
				if shown := len(reply.Rows) > 0; shown != (len(illegal.Squares) > 0) {
					t.Errorf("%s: points %v, and a button to see them: %v", test.why, illegal.Squares, shown)
				}
			}
			if !ok {
				t.Errorf("%s: %v is not explained", test.why, err)
				continue
			}
			if problem := viewtest.BreaksLimits(reply.Message()); problem != "" {
				t.Errorf("%s: %s", test.why, problem)
			}
			lines = append(lines, test.why+": "+viewtest.InWords(reply.Message()))
		}
		return strings.Join(lines, "\n")
	})
	for reason := notation.NoReason + 1; !strings.HasPrefix(reason.String(), "reason("); reason++ {
		if !explained[reason] {
			t.Errorf("no wrong move here shows %q", reason)
		}
	}
}

// The evidence travels in a button and comes out of it as it went in; marked are the piece, and what forbids its move
// or where it can go.
func TestEvidenceOfWrongMoves(t *testing.T) {
	shown := func(why string) (marked string) {
		for _, test := range wrongMoves {
			if test.why != why {
				continue
			}
			p := board.StartPosition()
			if test.fen != "" {
				p = testcases.Position(t, test.fen)
			}
			_, err := notation.Parse(&p, test.move)
			var illegal *notation.IllegalError
			if !errors.As(err, &illegal) {
				t.Fatalf("%s: %v", why, err)
			}
			id := view.Press{Act: view.PressWhy, Topic: view.OfGame(42), Arg: view.EvidenceOf(illegal).Arg()}.ID()
			press, err := view.ParsePress(id)
			gametest.Must(t, err)
			e, err := view.ParseEvidence(press.Arg)
			gametest.Must(t, err)
			for _, m := range e.Marks(&p) {
				marked += [...]string{render.Destination: " to ", render.Obstacle: " x ", render.Selected: " "}[m.Kind] + m.Square.String()
			}
		}
		return strings.TrimSpace(marked)
	}
	for why, want := range map[string]string{
		"empty square":            "x e5",
		"not your piece":          "x h9",
		"not in tandem":           "h2 b2",
		"off board":               "a5 to a0 to a1 to a2 to a3 to a4 to b5 to c5 to d5 to e5 to f5 to g5 to h5 to i5 to a6 to a7 to a8 to a9",
		"shape horse":             "b0 to a2 to c2",
		"pawn sideways":           "e3 to e4",
		"outside palace":          "d0 x c0",
		"elephant over the river": "c4 x e6",
		"own piece":               "a0 x a3",
		"blocked leg":             "b0 x c0",
		"no screen":               "h2 to h5",
		"too many screens":        "h2 x h3 x h4",
		"cannon jumps to nothing": "h2 x h7",
		"kings face":              "d0 x e0 x e9",
		"leaves check":            "a0 x d1",
		"exposes king":            "e1 x e6",
	} {
		if got := shown(why); got != want {
			t.Errorf("%s: marked are %q, want %q", why, got, want)
		}
	}
}
