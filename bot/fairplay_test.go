package bot

import (
	"context"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"

	"xiangqibot/bot/game"
	"xiangqibot/bot/review"
	"xiangqibot/bot/view"
	"xiangqibot/bot/view/gameview"
	"xiangqibot/bot/view/lessonview"
	"xiangqibot/bot/view/recordview"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/puzzle"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
)

// The engine thinks for people through the guard alone. What works for nobody in particular is given the engine itself:
// the bot's own moves, the jobs of reviews, and the search for puzzles. Whoever adds another caller lets people be helped
// with the games that they play.
func TestEngineIsReachedThroughTheGuard(t *testing.T) {
	may := []string{"fairplay/guard.go", "game/assist/think.go", "game/assist/outside.go", "review/service.go", "solving/finding.go"}
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
	must(t, err)
}

// Nobody is helped with the puzzle of their streak, with that of a race in the channel, or with that of the day.
func TestNoHelpWithOpenPuzzles(t *testing.T) {
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
		"a streak": func(t *testing.T, tb *table) string {
			tb.command(anna, "puzzle", "what", "streak")
			tb.sees(anna.id)
			run, err := tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id))
			must(t, err)
			return run.Puzzle
		},
		"a race": func(t *testing.T, tb *table) string {
			tb.command(bao, "puzzle", "what", "race")
			tb.sees("")
			race, err := tb.ledger.db.Contests.Race(t.Context(), 1)
			must(t, err)
			return race.Puzzle
		},
		"of the day": func(t *testing.T, tb *table) string {
			tb.command(bao, "puzzle", "what", "daily")
			tb.sees(bao.id)
			today, err := tb.config.DailyPuzzles.Today(t.Context(), game.Person(bao.id), tb.guild)
			must(t, err)
			return today.Puzzle.ID()
		},
	} {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			tb.command(anna, "analyze", "fen", position(t, serve(t, tb)))
			tb.sees(anna.id, words)
		})
	}
}

// The solution of a race's puzzle is not to be had by its id, and whoever gives it up elsewhere has given it up in the
// race; so it is with a streak.
func TestGivingUpAPuzzleByID(t *testing.T) {
	tb := newTable(t)
	tb.command(bao, "puzzle", "what", "race")
	first := tb.sees("")
	race, err := tb.ledger.db.Contests.Race(t.Context(), 1)
	must(t, err)
	give := view.Press{Act: view.PressPuzzle, Topic: view.APuzzle, Arg: lessonview.PuzzleGive + "-" + race.Puzzle}.ID()
	tb.command(anna, "puzzle", "id", race.Puzzle)
	m := tb.sees(anna.id)
	for _, id := range m.controls() {
		if strings.Contains(id, lessonview.PuzzleGive) {
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

	tb.command(anna, "puzzle", "what", "streak")
	tb.sees(anna.id, "Streak: 0")
	run, err := tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id))
	must(t, err)
	tb.command(anna, "puzzle", "id", run.Puzzle)
	m = tb.sees(anna.id)
	for _, id := range m.controls() {
		if strings.Contains(id, lessonview.PuzzleGive) {
			tb.pressID(anna, m, id)
		}
	}
	if run, err = tb.ledger.db.Contests.Run(t.Context(), game.Person(anna.id)); err != nil || run.Puzzle != "" {
		t.Errorf("the streak goes on after its puzzle was given up: %+v, %v", run, err)
	}
}

// aDoor is a way of Anna to help from the engine, the openings or a solution. It makes everything ready and returns the
// position that is going to be protected, and what she does then.
type aDoor func(tb *table) (protected board.Position, try func())

// off is a position that no opening reaches, with Red to move, and offMove a move in it.
const (
	off     = "1nbakabnr/3r5/1c5c1/p1p1p1p2/8p/8P/P1P1P1P2/NC5C1/5R3/2BAKABNR w - - 0 4"
	offMove = "g3g4"
)

func position(tb *table, fen string, moves ...string) board.Position {
	tb.t.Helper()
	p := testcases.Position(tb.t, fen)
	rec := board.Record{Start: p}
	for _, text := range moves {
		m := testcases.Move(tb.t, text)
		must(tb.t, rec.Play(m))
	}
	return rec.Position()
}

// alone begins a game of Anna's against the bot at off, in which a color has the move.
func (tb *table) alone(color string, also ...any) {
	tb.t.Helper()
	tb.command(anna, "challenge", append([]any{"strength", 3, "color", color, "fen", off}, also...)...)
	tb.sees("")
}

// voting begins a game of the channel's against the bot, and puts it at off.
func (tb *table) voting() {
	tb.t.Helper()
	tb.command(cuong, "vote", "window", 60, "color", "red")
	tb.quietly()
	_, err := tb.ledger.db.Games.Update(tb.t.Context(), "", 1, func(g *game.Game) error {
		g.Record = board.Record{Start: position(tb, off)}
		return nil
	})
	must(tb.t, err)
}

// onBoard has Anna press a button of the board of game 1, or choose from a menu there.
func (tb *table) onBoard(act view.PressAct, arg string, values ...string) {
	tb.t.Helper()
	tb.presses(view.Press{Act: act, Topic: view.OnBoard(tb.game(1)), Arg: arg}, values...)
}

// presses has Anna press a button of some message, or choose from a menu there.
func (tb *table) presses(press view.Press, values ...string) {
	tb.t.Helper()
	tb.pressID(anna, &shownMessage{Channel: tb.channel}, press.ID(), values...)
}

// plans has Anna write a planned line in game 1.
func (tb *table) plans(line string) {
	tb.t.Helper()
	press := view.Press{Act: view.PressPlan, Topic: view.OnBoard(tb.game(1)), Arg: gameview.PlanNew}
	field := map[string]any{"type": 4, "custom_id": gameview.PlanField, "value": line}
	tb.send(anna, 5, map[string]any{
		"custom_id": press.ID(), "components": []any{map[string]any{"type": 18, "component": field}},
	}, nil)
	tb.tidy()
}

// guarded are the doors to every function that asks the guard.
var guarded = map[string]aDoor{
	"review.Analyst.Analyze": func(tb *table) (board.Position, func()) {
		return position(tb, off), func() { tb.command(anna, "analyze", "fen", off) }
	},
	"review.Service.Find": func(tb *table) (board.Position, func()) {
		tb.command(anna, "record", "text", "[FEN \""+off+"\"]\n\n1. "+offMove)
		tb.sees(anna.id)
		page := view.Page{Record: 1, Turn: view.TurnOpen}
		return position(tb, off), func() { tb.presses(page.Press(view.PressReview)) }
	},
	"review.Service.Ask": func(tb *table) (board.Position, func()) {
		tb.command(anna, "record", "text", "[FEN \""+off+"\"]\n\n1. "+offMove)
		tb.sees(anna.id)
		return position(tb, off), func() { tb.command(anna, "review", "record", 1) }
	},
	"review.Practice.Next": mistakeDoor(""),
	"review.Practice.Find": mistakeDoor("show-2"),
	"review.Practice.Try":  mistakeDoor("to-2-g3g4"),
	"lobby.Challenges.create": func(tb *table) (board.Position, func()) {
		return position(tb, off), func() { tb.command(anna, "challenge", "strength", 10, "fen", off) }
	},
	"lobby.Challenges.create, with a partner": func(tb *table) (board.Position, func()) {
		partner := "ask-" + strconv.Itoa(game.QuestionBudgets()[0])
		return position(tb, off), func() { tb.command(anna, "challenge", "opponent", cuong, "partner", partner, "fen", off) }
	},
	"assist.Advice.Ask": func(tb *table) (board.Position, func()) {
		tb.alone("red")
		return position(tb, off), func() { tb.command(anna, "hint") }
	},
	"assist.Advice.Coach": func(tb *table) (board.Position, func()) {
		tb.alone("red")
		return position(tb, off), func() { tb.onBoard(view.PressHint, gameview.CoachOn) }
	},
	"assist.Partners.Ask": func(tb *table) (board.Position, func()) {
		tb.command(anna, "challenge", "opponent", cuong, "color", "red", "partner", "ask-"+strconv.Itoa(game.QuestionBudgets()[0]), "fen", off)
		tb.press(cuong, tb.sees(""), view.PressAccept)
		tb.sees("")
		return position(tb, off), func() { tb.onBoard(view.PressPartner, string(game.AskMove)) }
	},
	"assist.Partners.MovePiece": func(tb *table) (board.Position, func()) {
		tb.alone("red", "partner", "hand")
		return position(tb, off), func() { tb.onBoard(view.PressPartner, gameview.PartnerName, "horse") }
	},
	"game.Service.Move": func(tb *table) (board.Position, func()) {
		tb.alone("red")
		return position(tb, off, offMove), func() { tb.command(anna, "move", "move", offMove) }
	},
	"game.Service.MoveExact": func(tb *table) (board.Position, func()) {
		tb.alone("red")
		return position(tb, off, offMove), func() { tb.onBoard(view.PressPlay, offMove) }
	},
	"lobby.Votes.Cast": func(tb *table) (board.Position, func()) {
		tb.voting()
		return position(tb, off, offMove), func() { tb.command(anna, "move", "move", offMove) }
	},
	"lobby.Votes.CastExact": func(tb *table) (board.Position, func()) {
		tb.voting()
		return position(tb, off, offMove), func() { tb.onBoard(view.PressVote, offMove) }
	},
	"game.Planner.checkReplies": func(tb *table) (board.Position, func()) {
		tb.alone("black")
		return position(tb, off, offMove, "g6g5"), func() { tb.plans(offMove + " g6g5") }
	},
	"assist.Thinking.reply": func(tb *table) (board.Position, func()) {
		tb.alone("black")
		p := position(tb, off)
		first := p.LegalMoves(nil)[0].String() // which the bot here plays
		answer := "c6c5"
		tb.plans(first + " " + answer)
		tb.sees(anna.id)
		return position(tb, off, first, answer), func() {
			must(tb.t, tb.service.Think(tb.t.Context(), game.Think{Game: 1}))
			if g := tb.game(1); g.Ply() != 1 {
				tb.t.Errorf("%d plies were played, want the bot's alone", g.Ply())
			}
			tb.command(anna, "move", "move", answer) // what was planned is played no more than what is typed
		}
	},
	"standing.Explorer.At": func(tb *table) (board.Position, func()) {
		path := recordview.NewOpeningPath()
		var moves []string
		for p := path.Record.Position(); len(book.Standard().AllMoves(&p)) > 0; p = path.Record.Position() {
			known := path.Moves()
			m := known[len(known)-1].Move.Move
			moves = append(moves, m.String())
			path.Go(m)
		}
		return path.Record.Position(), func() { tb.command(anna, "analyze", "opening", strings.Join(moves, " ")) }
	},
	"solving.Service.Play":   puzzleDoor(view.TryTo),
	"solving.Service.Hint":   puzzleDoor(view.TryHint),
	"solving.Service.GiveUp": puzzleDoor(lessonview.PuzzleGive),
}

// puzzleDoor is what Anna does with a puzzle that is like a game of hers.
func puzzleDoor(do string) aDoor {
	return func(tb *table) (board.Position, func()) {
		const id = "2m9b4c"
		p, known := puzzle.Standard().Find(id)
		if !known {
			tb.t.Fatalf("no puzzle %q", id)
		}
		tb.command(anna, "puzzle", "id", id)
		m := tb.sees(anna.id)
		arg := do + "-" + id + "-"
		if do == view.TryTo {
			arg += "-" + p.Line()[0].String()
		}
		press := view.Press{Act: view.PressPuzzle, Topic: view.APuzzle, Arg: arg}
		return p.Position(), func() { tb.pressID(anna, m, press.ID()) }
	}
}

// mistaken is a store of one reviewed game of Anna's, in which she blundered at ply 2.
type mistaken struct {
	review.PracticeStore
	study *study.Study
}

func (s mistaken) ReviewsOf(context.Context, game.Person, int) ([]review.ReviewedGame, error) {
	return []review.ReviewedGame{{Game: 7, Side: board.Red, Study: s.study}}, nil
}

func (mistaken) Mistakes(context.Context, game.Person) ([]review.Mistake, error) { return nil, nil }

// mistakeDoor is what Anna does with a mistake of hers in a game that was like one of today: the button with an argument,
// or with none the command.
func mistakeDoor(arg string) aDoor {
	return func(tb *table) (board.Position, func()) {
		rec := board.Record{Start: position(tb, off)}
		for range 4 {
			p := rec.Position()
			must(tb.t, rec.Play(p.LegalMoves(nil)[0]))
		}
		s, err := study.New(&rec, study.Plan{First: 1, Second: 1, Doubts: 10}, rules.Asian())
		must(tb.t, err)
		search := func(_ context.Context, rec *board.Record, _ engine.Limits) (res engine.Result, err error) {
			p := rec.Position()
			res.Depth, res.PV = 5, p.LegalMoves(nil)[len(rec.Moves)/2:][:1]
			res.Score = map[int]int{3: 600, 4: -600}[len(rec.Moves)]
			return res, nil
		}
		for !s.Done() {
			must(tb.t, s.Step(tb.t.Context(), search))
		}
		tb.config.Practice = review.NewPractice(mistaken{study: s}, tb.config.Fair, 0, tb.service.Now)
		tb.config.Metrics = prometheus.NewRegistry()
		tb.bot, err = New(tb.config)
		must(tb.t, err)
		rec.Moves = rec.Moves[:2]
		return rec.Position(), func() {
			if arg == "" {
				tb.command(anna, "learn", "lesson", "mistakes")
				return
			}
			tb.presses(view.Press{Act: view.PressMistake, Topic: view.OfReplay(7, 0), Arg: arg})
		}
	}
}

// Whoever asks the guard has a door, and behind each the position of a game that goes on is refused.
func TestEveryUseOfTheGuardIsTested(t *testing.T) {
	if testing.Short() {
		t.Skip("reads all source files")
	}
	for _, name := range asking(t) {
		if guarded[name] == nil {
			t.Errorf("%s asks the guard, and no door leads to it", name)
		}
	}
	for name, door := range guarded {
		t.Run(name, func(t *testing.T) {
			tb := newTable(t)
			protected, try := door(tb)
			tb.quietly()
			tb.protect(protected, game.Person(anna.id))
			try()
			tb.sees(anna.id, "77")
			tb.quiet()
		})
	}
}

// asking lists the functions that ask the guard, those aside that only ask for others.
func asking(t *testing.T) (found []string) {
	t.Helper()
	for _, dir := range []string{"game", "game/assist", "game/lobby", "review", "solving", "standing"} {
		files, err := os.ReadDir(dir)
		must(t, err)
		family, _, _ := strings.Cut(dir, "/")
		for _, file := range files {
			if path.Ext(file.Name()) != ".go" || strings.HasSuffix(file.Name(), "_test.go") {
				continue
			}
			parsed, err := parser.ParseFile(token.NewFileSet(), path.Join(dir, file.Name()), nil, parser.SkipObjectResolution)
			must(t, err)
			for _, decl := range parsed.Decls {
				if f, is := decl.(*ast.FuncDecl); is && !slices.Contains(asks[family], f.Name.Name) && callsGuard(f, asks[family]) {
					found = append(found, path.Base(dir)+"."+receiverOf(f)+f.Name.Name)
				}
			}
		}
	}
	if len(found) < 10 {
		t.Errorf("only %v ask the guard", found)
	}
	return found
}

// asks are the functions that ask the guard for others, of games, reviews and puzzles. Theme chooses what it may tell,
// and refuses nothing.
var asks = map[string][]string{
	"game": {"CheckReply", "MayBeReplied", "ActByText"}, "review": {"allow", "judge", "mayRead"}, "solving": {"mayReveal", "Theme"},
}

// callsGuard reports whether a function asks the guard, itself or by one of others.
func callsGuard(f *ast.FuncDecl, others []string) (calls bool) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		method, ok := call.Fun.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		calls = calls || slices.Contains(others, method.Sel.Name)
		if method.Sel.Name == "Ask" {
			of, _ := method.X.(*ast.SelectorExpr)
			calls = calls || of != nil && strings.EqualFold(of.Sel.Name, "fair")
		}
		return true
	})
	return calls
}

// receiverOf returns the type of a method, followed by a dot; "" for a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, is := of.(*ast.StarExpr); is {
		of = pointer.X
	}
	name, _ := of.(*ast.Ident)
	return name.Name + "."
}
