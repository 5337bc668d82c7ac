package bot

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/game"
	"xiangqibot/bot/record"
	"xiangqibot/bot/view"
	"xiangqibot/engine/board"
	"xiangqibot/engine/puzzle"
)

// The engine thinks for people through the guard alone. What works for nobody in particular is given the engine itself:
// the bot's own moves, the jobs of reviews, and the search for puzzles. Whoever adds another caller lets people be helped
// with the games that they play.
func TestTheEngineIsReachedThroughTheGuard(t *testing.T) {
	may := []string{"fairplay/guard.go", "game/think.go", "game/outside.go", "review/service.go", "solving/finding.go"}
	err := fs.WalkDir(os.DirFS("."), ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || path.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok {
				return true
			}
			method, ok := call.Fun.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			engines := method.Sel.Name == "AnalyzeWhole" || method.Sel.Name == "Choose" && len(call.Args) == 5
			if engines && !slices.Contains(may, name) {
				t.Errorf("%s calls %s: people are helped through fairplay.Guard", name, method.Sel.Name)
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// doors are the ways of Anna to help with a position, and with a game that begins there.
var doors = map[string]func(tb *table, fen string, record int){
	"/analyze":              func(tb *table, fen string, _ int) { tb.command(anna, "analyze", "fen", fen) },
	"/analyze of a record":  func(tb *table, _ string, n int) { tb.command(anna, "analyze", "record", n, "round", 1) },
	"/review":               func(tb *table, _ string, n int) { tb.command(anna, "review", "record", n) },
	"/challenge of the bot": func(tb *table, fen string, _ int) { tb.command(anna, "challenge", "strength", 10, "fen", fen) },
	"/challenge with a partner": func(tb *table, fen string, _ int) {
		tb.command(anna, "challenge", "opponent", cuong, "consult", game.QuestionBudgets()[0], "fen", fen)
	},
	"the button Analyze": func(tb *table, _ string, n int) {
		page := view.AnalysisPage{Record: record.ID(n), Owner: game.Person(anna.id), Turn: view.AnalysisOpen}
		tb.pressID(anna, &shownMessage{Channel: tb.channel}, page.Press().ID())
	},
	"the button Review": func(tb *table, _ string, n int) {
		page := view.ReviewPage{Record: record.ID(n), Turn: view.ReviewOpen}
		tb.pressID(anna, &shownMessage{Channel: tb.channel}, page.Press().ID())
	},
}

// shut tries every door to a position for Anna, and wants each answer to have the words.
func (tb *table) shut(fen, words string) {
	tb.t.Helper()
	p, err := board.ParseFEN(fen)
	must(tb.t, err)
	tb.records++
	tb.command(anna, "record import", "text", "[FEN \""+fen+"\"]\n\n1. "+p.LegalMoves(nil)[0].String())
	tb.sees("")
	for name, try := range doors {
		tb.t.Log(name)
		try(tb, fen, tb.records)
		tb.sees(anna.id, words)
	}
}

// Nobody is helped with a game that they play, by any door: the list, and what is asked and played in another game.
func TestDoorsToAGame(t *testing.T) {
	const protected = "1nbakabnr/3r5/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/NC5C1/5R3/2BAKABNR b - - 0 4"
	tb := newTable(t)
	tb.human()
	tb.command(anna, "challenge", "strength", 1, "color", "red", "fen", "1nbakabnr/r8/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/NC5C1/5R3/2BAKABNR w - - 0 4")
	tb.sees("")
	for i, m := range []string{"a0a1", "a9a8", "a1f1", "a8d8", "i3i4", "i6i5", "b0a2"} {
		tb.command([]user{anna, bao}[i%2], "move", "move", m, "game", 1)
		tb.sees("")
	}
	const words = "of game"
	tb.shut(protected, words)
	tb.command(anna, "hint", "game", 2)
	tb.sees(anna.id, words, "game 1")
	tb.command(anna, "move", "move", "g3g4", "game", 2)
	tb.sees(anna.id, "not played", "game 1")
	tb.pressID(anna, &shownMessage{Channel: tb.channel}, view.Press{Act: view.PressPlay, Topic: view.OnBoard(tb.game(2)), Arg: "g3g4"}.ID())
	tb.sees(anna.id, "not played", "game 1")
	if ply := tb.game(2).Ply(); ply != 0 {
		t.Errorf("%d plies were played", ply)
	}
	tb.quiet()
}

// Nor with a puzzle that they solve, that a channel solves or races for, or that is the day's.
func TestDoorsToAPuzzle(t *testing.T) {
	const words = "a puzzle that is still open"
	position := func(t *testing.T, id string) string {
		t.Helper()
		p, known := puzzle.Standard().Find(id)
		if !known {
			t.Fatalf("no puzzle %q", id)
		}
		at := p.Position()
		return at.FEN()
	}
	for name, serve := range map[string]func(t *testing.T, tb *table) (id string){
		"served": func(_ *testing.T, tb *table) string {
			tb.command(anna, "puzzle", "id", "7w3ffb")
			tb.sees(anna.id)
			return "7w3ffb"
		},
		"a streak": func(t *testing.T, tb *table) string {
			tb.command(anna, "streak")
			tb.sees(anna.id)
			run, err := tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id))
			must(t, err)
			return run.Puzzle
		},
		"for a channel": func(_ *testing.T, tb *table) string {
			tb.command(bao, "puzzle", "id", "7w3ffb", "public", true)
			tb.sees("")
			return "7w3ffb"
		},
		"a race": func(t *testing.T, tb *table) string {
			tb.command(bao, "race")
			tb.sees("")
			race, err := tb.ledger.db.Contests.Race(t.Context(), 1)
			must(t, err)
			return race.Puzzle
		},
		"of the day": func(t *testing.T, tb *table) string {
			tb.command(bao, "daily")
			tb.sees(bao.id)
			today, err := tb.config.DailyPuzzles.Today(t.Context(), game.Person(bao.id), tb.guild)
			must(t, err)
			return today.Puzzle.ID()
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.shut(position(t, serve(t, tb)), words)
		})
	}
}

// The solution of a race's puzzle is not to be had by its id, and whoever gives it up elsewhere has given it up in the
// race; so it is with a streak.
func TestGivenUpByItsID(t *testing.T) {
	tb := newTable(t)
	tb.command(bao, "race")
	first := tb.sees("")
	race, err := tb.ledger.db.Contests.Race(t.Context(), 1)
	must(t, err)
	give := view.Press{Act: view.PressPuzzle, Topic: view.APuzzle, Arg: view.PuzzleGive + "-" + race.Puzzle}.ID()
	tb.command(anna, "puzzle", "id", race.Puzzle)
	m := tb.sees(anna.id)
	for _, id := range m.controls() {
		if strings.Contains(id, view.PuzzleGive) {
			give = id
		}
	}
	tb.pressID(anna, m, give)
	tb.sees(anna.id, "race here is about this puzzle")
	guild, channel := tb.guild, tb.channel
	tb.guild, tb.channel = "", "77" // direct messages
	tb.pressID(anna, &shownMessage{Channel: tb.channel}, give)
	tb.sees(anna.id, "Solution")
	tb.guild, tb.channel = guild, channel
	tb.press(anna, first, view.PressRace)
	tb.sees(anna.id, "counts as giving it up")

	tb.command(anna, "streak")
	tb.sees(anna.id, "Streak: 0")
	run, err := tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id))
	must(t, err)
	tb.command(anna, "puzzle", "id", run.Puzzle)
	m = tb.sees(anna.id)
	for _, id := range m.controls() {
		if strings.Contains(id, view.PuzzleGive) {
			tb.pressID(anna, m, id)
		}
	}
	if run, err = tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id)); err != nil || run.Puzzle != "" {
		t.Errorf("the streak goes on after its puzzle was given up: %+v, %v", run, err)
	}
}
