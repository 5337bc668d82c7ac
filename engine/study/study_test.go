package study_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/study"
	"xiangqibot/engine/testcases"
)

// game returns a game from its moves in coordinates, from the start or from a position.
func game(t testing.TB, fen, moves string) *board.Record {
	return testcases.Record(t, fen, strings.Fields(moves)...)
}

// analyze returns a search by an engine of its own with the hand-written evaluation, which is quick everywhere.
func analyze(hash int) study.Search { return searchOf(1, engine.Options{HashMB: hash}) }

// usual returns a search as the bot has it, with the network where that is quick.
func usual(hash, threads int) study.Search {
	return searchOf(threads, engine.Options{HashMB: hash, Evaluation: nnue.Default().Evaluation()})
}

func searchOf(threads int, o engine.Options) study.Search {
	e := engine.New(o)
	e.SetThreads(threads)
	return func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		return e.Analyze(ctx, rec, limits, nil)
	}
}

// run studies a game, and stores the study and resumes it after each step.
func run(t testing.TB, rec *board.Record, plan study.Plan, search study.Search) *study.Study {
	t.Helper()
	s, err := study.New(rec, plan, rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	for !s.Done() {
		if err := s.Step(t.Context(), search); err != nil {
			t.Fatal(err)
		}
		text := stored(t, s)
		s = new(study.Study)
		if err := json.Unmarshal(text, s); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

func stored(t testing.TB, s *study.Study) []byte {
	t.Helper()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// small is a plan that is quick enough for a test.
func small() study.Plan { return study.Plan{First: 4000, Second: 20_000, Doubts: 10} }

// TestBlunder reviews a game in which Red throws a cannon away.
func TestBlunder(t *testing.T) {
	s := run(t, game(t, board.StartFEN, "h2e2 h9g7 e2e6 g7e6 h0g2"), small(), analyze(8))
	v := s.Verdicts()
	if v[0].Grade != engine.Best && v[0].Grade != engine.Good || !v[0].Book || v[0].Phase != board.Opening {
		t.Errorf("the first move: %+v", v[0])
	}
	lost := v[2]
	if lost.Grade != engine.Blunder || lost.By != board.Red || lost.Book || lost.Reason.Kind != study.LosesMaterial ||
		lost.Reason.Piece != board.MakePiece(board.Red, board.Cannon) || lost.Reason.Gain < 3 {
		t.Errorf("the blunder: %+v", lost)
	}
	red := study.TallyOf(v, func(v *study.Verdict) bool { return v.By == board.Red })
	black := study.TallyOf(v, func(v *study.Verdict) bool { return v.By == board.Black })
	if red.Moves != 3 || red.Grades[engine.Blunder] != 1 || red.Cost < 0.1 || black.Grades[engine.Blunder] != 0 || red.Book == 0 {
		t.Errorf("red %+v, black %+v", red, black)
	}
	if _, ok := s.Accuracy(board.Red); ok {
		t.Error("three moves have an accuracy")
	}
}

// TestMateMissed reviews a game in which a mate with a name is missed, and one in which the move allows a mate.
func TestMateMissed(t *testing.T) {
	s := run(t, game(t, "5k1r1/9/9/9/9/4R4/P8/9/9/2BAKAB2 w", "e4h4 h9h4"), small(), analyze(8))
	if m := s.Verdicts()[0]; m.Grade != engine.Blunder || !m.MissedMate || m.Reason.Kind != study.MissesMate ||
		m.Reason.Moves != 1 || len(m.Reason.Names) == 0 || m.Reason.Names[0] != "duimian" {
		t.Errorf("the missed mate: %+v", m)
	}
	s = run(t, game(t, "5k1r1/9/9/9/9/4R4/P8/9/1r7/4K4 w", "a3a4 h9h0"), small(), analyze(8))
	v := s.Verdicts()
	if m := v[0]; m.Grade != engine.Blunder || m.Reason.Kind != study.AllowsMate || m.Reason.Moves != 1 ||
		len(m.Reason.Names) == 0 || m.Reason.Names[0] != "shuangche" {
		t.Errorf("the mate that was allowed: %+v", m)
	}
	if m := v[1]; m.Grade != engine.Best || m.After != 1 {
		t.Errorf("the mate: %+v", m)
	}
	// The mate is the only answer, and so nothing is searched before it.
	s = run(t, game(t, "8r/R2R5/r3k4/9/9/9/9/9/3K1p3/9 w", "d8d7 a7d7"), small(), analyze(8))
	if m := s.Verdicts()[0]; m.Grade != engine.Blunder || m.Reason.Kind != study.AllowsMate || m.Reason.Moves != 1 {
		t.Errorf("the mate that was forced: %+v", m)
	}
	if mate := s.Evals[1].Mate; mate != 1 {
		t.Errorf("a mate in %d moves by the only move, want 1", mate)
	}
}

// matesAfter is a made-up search: best is the line before the first move of a game, and the reply to that mates.
func matesAfter(rec *board.Record, best []board.Move, moves int) study.Search {
	return func(_ context.Context, at *board.Record, _ engine.Limits) (engine.Result, error) {
		switch ply := len(at.Moves); {
		case ply == 0 && at.Start == rec.Start:
			return engine.Result{Best: best[0], Info: engine.Info{Depth: 1, PV: best}}, nil
		case ply == 1 && at.Moves[0] == rec.Moves[0]:
			return engine.Result{Best: rec.Moves[1], Info: engine.Info{Depth: 1, Mate: moves, PV: rec.Moves[1:]}}, nil
		}
		return engine.Result{}, nil
	}
}

// TestGivenBeforeALongMate: where a rook is given away, only a short mate is named instead. The search is made up.
func TestGivenBeforeALongMate(t *testing.T) {
	rec := game(t, "3k5/9/9/9/9/9/1r7/9/R8/4K4 w", "a1b1 b3b1")
	best := game(t, "3k5/9/9/9/9/9/1r7/9/R8/4K4 w", "a1a5").Moves
	for moves, want := range map[int]study.ReasonKind{5: study.AllowsMate, 6: study.LosesMaterial} {
		v := run(t, rec, small(), matesAfter(rec, best, moves)).Verdicts()[0]
		if v.Reason.Kind != want || want == study.LosesMaterial && v.Reason.Piece.Kind() != board.Rook {
			t.Errorf("a rook given away, mate in %d: %v, want %v", moves, v.Reason, want)
		}
	}
}

// TestFarMate: a mate that only the tables know is no reason. The search is made up.
func TestFarMate(t *testing.T) {
	rec := game(t, board.StartFEN, "h2e2 h9g7")
	best := game(t, board.StartFEN, "h0g2").Moves
	for moves, want := range map[int]study.ReasonKind{20: study.AllowsMate, 21: study.KeepsLess} {
		v := run(t, rec, small(), matesAfter(rec, best, moves)).Verdicts()[0]
		if v.Grade != engine.Blunder || v.Reason.Kind != want {
			t.Errorf("a mate in %d: %+v, want %v", moves, v, want)
		}
	}
}

// TestOnlyReply reviews a game in which Red loses a rook by a check that has one reply. The evaluation before that
// reply is derived from the next position, which needs both passes for the check to be graded a blunder.
func TestOnlyReply(t *testing.T) {
	plan := small()
	inner, second := analyze(8), 0
	rec := game(t, "3k5/9/9/9/r6R1/9/9/9/4R4/4K4 w", "h5d5 a5d5 e1e2")
	v := run(t, rec, plan, func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		if limits.Nodes == plan.Second {
			second++
		}
		return inner(ctx, rec, limits)
	}).Verdicts()
	if v[0].Grade != engine.Blunder || v[1].Grade != engine.Forced {
		t.Errorf("the check: %+v, its reply: %+v", v[0], v[1])
	}
	if second != 2 {
		t.Errorf("%d searches in the second pass: want 2, before the check and after the reply", second)
	}
}

// TestBrilliant sacrifices a rook for another one by a check that has one reply. The search is made up: a sacrifice is
// brilliant if the game was not won already and it does not lose, and only after the second pass.
func TestBrilliant(t *testing.T) {
	rec := game(t, "3k5/9/9/9/r6R1/9/9/9/4R3r/4K4 w", "h5d5 a5d5 e1i1")
	for _, c := range []struct {
		name          string
		before, after int // for Red
		plan          study.Plan
		want          bool
	}{
		{"level", 100, 100, small(), true},
		{"won in any case", 1000, 1000, small(), false},
		{"it loses", 100, -300, small(), false},
		{"searched once", 100, 100, study.Plan{First: 1}, false},
	} {
		search := func(_ context.Context, at *board.Record, _ engine.Limits) (engine.Result, error) {
			ply := len(at.Moves)
			info := engine.Info{Depth: 1, Score: c.after, PV: rec.Moves[ply:]}
			switch ply {
			case 0:
				info.Score = c.before
			case 3:
				info.Score = -c.after
				info.PV = []board.Move{board.NewMove(at.Moves[1].To(), at.Moves[1].From())}
			}
			return engine.Result{Best: info.PV[0], Info: info}, nil
		}
		v := run(t, rec, c.plan, search).Verdicts()[0]
		if v.Brilliant != c.want {
			t.Errorf("%s: brilliant is %v, want %v: %+v", c.name, v.Brilliant, c.want, v)
		}
		if v.Cost != 0 || v.Grade != engine.Best {
			t.Errorf("%s: the engine's own move costs %.3f and is %v: %+v", c.name, v.Cost, v.Grade, v)
		}
	}
}

// TestResume: a study that is stored after each step has the same result as one without interruptions. A step that is
// cancelled changes nothing.
func TestResume(t *testing.T) {
	if testing.Short() {
		t.Skip("studies a game many times")
	}
	rec := game(t, board.StartFEN, "h2e2 h9g7 e2e6 g7e6 h0g2")
	resumed := run(t, rec, small(), analyze(4))
	whole, err := study.New(rec, small(), rules.Asian())
	if err != nil {
		t.Fatal(err)
	}
	for search := analyze(4); !whole.Done(); {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := whole.Step(ctx, func(ctx context.Context, _ *board.Record, _ engine.Limits) (engine.Result, error) {
			return engine.Result{}, ctx.Err()
		}); !whole.Done() && err != nil && !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if err := whole.Step(t.Context(), search); err != nil {
			t.Fatal(err)
		}
	}
	if got, want := stored(t, resumed), stored(t, whole); !bytes.Equal(got, want) {
		t.Errorf("with interruptions\n%s\nwithout\n%s", got, want)
	}
}

// TestLastPass studies a game with a made-up search that calls a quiet move a blunder until it searches longer. By that
// the move before it is a mistake, until the position before that is searched longer too.
func TestLastPass(t *testing.T) {
	rec := game(t, board.StartFEN, "h2e2 h9g7 a0a1 b9c7")
	plan := small()
	var again []int
	s := run(t, rec, plan, func(_ context.Context, at *board.Record, limits engine.Limits) (engine.Result, error) {
		ply := len(at.Moves)
		info := engine.Info{Depth: 1, Score: []int{200, -100, 200, 200, -200}[min(ply, 4)]}
		if limits.Nodes == 4*plan.Second {
			again = append(again, ply)
			info.Score = []int{0, -400, 400, -400}[ply]
		}
		switch {
		case ply == 1:
			info.PV = game(t, board.StartFEN, "h2e2 b9c7").Moves[1:]
		case ply == 2:
			info.PV = game(t, board.StartFEN, "h2e2 h9g7 h0g2").Moves[2:]
		case ply < 4:
			info.PV = rec.Moves[ply : ply+1]
		default:
			info.Depth = 0 // a line is not extended
			return engine.Result{Info: info}, nil
		}
		return engine.Result{Best: info.PV[0], Info: info}, nil
	})
	if !slices.Equal(again, []int{3, 2, 1}) {
		t.Errorf("searched again before plies %v, want 3 and 2, then 1", again)
	}
	for _, v := range s.Verdicts()[1:3] {
		if v.Grade != engine.Best || v.Reason.Kind != study.NoReason {
			t.Errorf("a move that costs nothing by the longer search: %+v", v)
		}
	}
}

// TestShortLines studies a game with a search that returns a single move: the study extends the lines before and after
// the blunder, and no others.
func TestShortLines(t *testing.T) {
	inner := analyze(4)
	search := func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		res, err := inner(ctx, rec, limits)
		res.PV = res.PV[:min(len(res.PV), 1)]
		return res, err
	}
	s := run(t, game(t, board.StartFEN, "h2e2 h9g7 e2e6 g7e6 h0g2"), small(), search)
	for i, v := range s.Verdicts() {
		want, after := 1, 1
		if i == 2 {
			want, after = 3, 3
		}
		if i == 1 {
			after = 3
		}
		if i == 3 {
			want = 3
		}
		if len(v.Line) != want || len(v.Refutation) != after {
			t.Errorf("ply %d: lines %v and %v, want %d and %d moves", i, v.Line, v.Refutation, want, after)
		}
	}
}

// TestRefusals: invalid games, plans and stored studies are errors.
func TestRefusals(t *testing.T) {
	if _, err := study.New(game(t, board.StartFEN, ""), small(), rules.Asian()); err == nil {
		t.Error("a game without moves is studied")
	}
	if _, err := study.New(game(t, board.StartFEN, "h2e2"), study.Plan{}, rules.Asian()); err == nil {
		t.Error("a plan without nodes is accepted")
	}
	moves := game(t, board.StartFEN, "h2e2 h9g7").Moves
	good, err := json.Marshal(run(t, game(t, board.StartFEN, "h2e2 h9g7"), study.Plan{First: 100}, analyze(1)))
	if err != nil {
		t.Fatal(err)
	}
	for _, change := range [][2]string{
		{fmt.Sprintf("[%d,%d]", moves[0], moves[1]), fmt.Sprintf("[%d,%d]", moves[1], moves[0])},
		{`"looks":[{`, `"looks":[{},{`}, {`rnbakabnr`, `rnb`}, {`"rules":"asian`, `"rules":"other`}, {`{`, `[`},
	} {
		bad := strings.Replace(string(good), change[0], change[1], 1)
		if bad == string(good) {
			t.Fatalf("%s is not in %s", change[0], good)
		}
		if err := json.Unmarshal([]byte(bad), new(study.Study)); err == nil {
			t.Errorf("%s instead of %s is read", change[1], change[0])
		}
	}
}

// TestBounds: a study searches no more nodes than its plan allows.
func TestBounds(t *testing.T) {
	moves := "h2e2 h9g7 " + strings.Repeat("a3a4 a6a5 ", 1)
	rec := game(t, board.StartFEN, moves)
	plan := study.Plan{First: 500, Second: 1500, Doubts: 1}
	inner := analyze(1)
	searches, nodes := 0, uint64(0)
	run(t, rec, plan, func(ctx context.Context, rec *board.Record, limits engine.Limits) (engine.Result, error) {
		searches, nodes = searches+1, nodes+limits.Nodes
		return inner(ctx, rec, limits)
	})
	if most := plan.First*uint64(len(rec.Moves)+1) + 2*plan.Second; nodes > most || searches > len(rec.Moves)+3 {
		t.Errorf("%d searches with %d nodes, want at most %d", searches, nodes, most)
	}
}

// long returns games cut to 160 plies, with -short to 8.
func long(t testing.TB, n int) (games []*board.Record) {
	t.Helper()
	plies := 160
	if testing.Short() {
		plies = 8
	}
	testcases.Each(t, "data/games.jsonl.gz", func(row struct{ Moves string }) {
		moves := strings.Fields(row.Moves)
		if len(games) < n && len(moves) >= plies {
			games = append(games, game(t, board.StartFEN, strings.Join(moves[:plies], " ")))
		}
	})
	return games
}

// BenchmarkNormal studies a game of 161 positions by the usual plan, in one thread.
func BenchmarkNormal(b *testing.B) {
	rec := long(b, 1)[0]
	for b.Loop() {
		run(b, rec, study.DefaultPlan(), usual(64, 1))
	}
}

// BenchmarkStability studies games twice, with different tables and threads, and reports the percentage of moves that
// one study calls a mistake or a blunder and the other grades differently, and of moves with different grades at all.
func BenchmarkStability(b *testing.B) {
	games := long(b, 4)
	for b.Loop() {
		moves, wrong, other := 0, 0, 0
		for _, rec := range games {
			one := run(b, rec, study.DefaultPlan(), usual(64, 1)).Verdicts()
			two := run(b, rec, study.DefaultPlan(), usual(32, 2)).Verdicts()
			for i := range one {
				moves++
				if one[i].Grade != two[i].Grade {
					other++
					if max(one[i].Grade, two[i].Grade) >= engine.Mistake {
						wrong++
					}
				}
			}
		}
		b.ReportMetric(100*float64(wrong)/float64(moves), "%mistakes-changed")
		b.ReportMetric(100*float64(other)/float64(moves), "%grades-changed")
	}
}
