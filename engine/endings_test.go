package engine_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/endgame"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/testcases"
)

// TestEndingsByStrength gives all levels a won ending and its tables: those that are never hasty, and analyses, know the
// number of moves to the mate.
func TestEndingsByStrength(t *testing.T) {
	if testing.Short() {
		t.Skip("solves an ending of two attackers")
	}
	m, err := endgame.ParseMaterial("KNP-KAB")
	if err != nil {
		t.Fatal(err)
	}
	tables := new(endgame.Tables)
	if err := tables.Solve(t.Context(), m, 2); err != nil {
		t.Fatal(err)
	}
	p := testcases.Position(t, "4k4/4a4/4b4/9/2P6/9/9/4N4/9/3K5 w - - 0 1")
	v, ok := tables.Probe(&p)
	if !ok || v.Outcome != endgame.Win || v.Plies < 15 {
		t.Fatalf("the position is %v (%v), want a long win", v, ok)
	}
	rec := board.Record{Start: p}
	e := engine.New(engine.Options{HashMB: 1, Tables: tables})
	for _, level := range []engine.Level{1, 3, 6, 8, 9, 10} {
		choice, err := e.Play(t.Context(), &rec, level, engine.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		if knows := choice.Mate > 5; knows != (level >= 8) {
			t.Errorf("strength %v announces mate in %d", level, choice.Mate)
		}
	}
	res, err := e.Analyze(t.Context(), &rec, engine.Limits{Nodes: 1000}, nil)
	if err != nil || res.Mate != (v.Plies+1)/2 {
		t.Errorf("an analysis says mate in %d (%v), want %d", res.Mate, err, (v.Plies+1)/2)
	}
	e.SetTables(nil)
	if res, err := e.Analyze(t.Context(), &rec, engine.Limits{Nodes: 1000}, nil); err != nil || res.Mate == (v.Plies+1)/2 {
		t.Errorf("without tables it says mate in %d (%v)", res.Mate, err)
	}
}

// drawnPlayed returns the positions of testdata/drawn.fen.
func drawnPlayed(t *testing.T) (list []board.Position) {
	t.Helper()
	text, err := os.ReadFile("testdata/drawn.fen")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if !strings.HasPrefix(line, "#") {
			list = append(list, testcases.Position(t, strings.TrimSpace(line)))
		}
	}
	return list
}

// TestDrawnPlayed looks at endings of played games that the endgame tables call drawn: the network must not see a lead
// in them.
func TestDrawnPlayed(t *testing.T) {
	const maxMean = 60 // centipawns
	e, list, sum := nnue.New(nnue.Standard()), drawnPlayed(t), 0
	for i := range list {
		e.Reset(&list[i])
		score := e.Score(&list[i])
		sum += max(score, -score)
	}
	mean := float64(sum) / float64(len(list))
	t.Logf("%d drawn positions score %.1f centipawns on average", len(list), mean)
	if len(list) < 300 || mean >= maxMean {
		t.Errorf("%d drawn positions score %.1f centipawns on average, want 300 and less than %d", len(list), mean, maxMean)
	}
}

var allEndings = flag.Bool("all-endings", false, "Solve all endings of one attacker and those of two that are often drawn.")

// TestDrawnEndings compares the endings that the evaluations take for drawn with solved ones: a lead counts in full where
// most quiet positions are won and in part where few are, and drawn ones score little.
// With -all-endings it takes some minutes.
func TestDrawnEndings(t *testing.T) {
	if testing.Short() {
		t.Skip("solves whole endings")
	}
	strong := []string{"KP", "KN", "KC", "KR", "KCA"}
	if *allEndings {
		for _, attacker := range []string{"KP", "KN", "KC", "KR"} {
			for _, guards := range []string{"A", "B", "AA", "AB", "BB", "AAB", "ABB"} {
				strong = append(strong, attacker+guards)
			}
		}
		strong = append(strong, "KPP", "KNP", "KCP", "KCC", "KNN", "KNC", "KRP", "KRN", "KRC", "KCPA", "KCPB", "KCCA")
	}
	const samples, enough = 400, 20
	evaluators := map[string]eval.Evaluator{"by hand": classical.New(), "network": nnue.New(nnue.Standard())}
	dice := rand.New(rand.NewPCG(39, 16))
	for _, s := range strong {
		tables := new(endgame.Tables)
		whole, err := endgame.ParseMaterial(s + "-KAABB")
		if err != nil {
			t.Fatal(err)
		}
		if err := tables.Solve(t.Context(), whole, 2); err != nil {
			t.Fatal(err)
		}
		maxDrawn := 120 // centipawns
		if len(strings.TrimRight(s, "AB")) > len("KP") {
			maxDrawn = 140 // two attackers
		}
		for _, p := range drawnPlayed(t) {
			if v, ok := tables.Probe(&p); ok && v.Outcome != endgame.Draw {
				t.Errorf("testdata/drawn.fen: %s is a %v", p.FEN(), v.Outcome)
			}
		}
		for _, weak := range []string{"K", "KA", "KB", "KAA", "KAB", "KBB", "KAAB", "KABB", "KAABB"} {
			var all, won [2]int // positions whose lead counts in part, and in full
			most := map[string]int{}
			for range samples {
				p := quietEnding(t, dice, s, weak)
				v, ok := tables.Probe(&p)
				if !ok {
					t.Fatalf("%s is not known", p.FEN())
				}
				i := 0
				if eval.Winnable(&p, board.Red) == eval.ScaleFull {
					i = 1
				}
				all[i]++
				if v.Outcome == endgame.Win {
					won[i]++
				}
				if v.Outcome == endgame.Win || i == 1 {
					continue // a lead that mostly wins
				}
				for name, e := range evaluators {
					e.Reset(&p)
					most[name] = max(most[name], e.Score(&p), -e.Score(&p))
				}
			}
			part, full := 100*won[0]/max(all[0], 1), 100*won[1]/max(all[1], 1)
			what := fmt.Sprintf("%s-%s: won are %d %% of %d whose lead counts in part, %d %% of %d with a full one",
				s, weak, part, all[0], full, all[1])
			t.Logf("%s; drawn ones of the former score up to %v", what, most)
			fortress := s[1] == 'R' && weak == "KAABB" // held by guards in their places, which those drawn here are rarely in
			if all[1] >= enough && full < 10 || all[0] >= enough && part > 35 && !fortress {
				t.Error(what)
			}
			for name, score := range most {
				if score > maxDrawn {
					t.Errorf("%s-%s, %s: a drawn position scores %d, want at most %d", s, weak, name, score, maxDrawn)
				}
			}
		}
	}
}

// guardPoints are the points of the pieces that stay at home, as Red sees them.
var guardPoints = [8]string{board.King: "d0e0f0d1e1f1d2e2f2", board.Advisor: "d0f0e1d2f2", board.Elephant: "c0g0a2e2i2c4g4"}

// quietEnding draws a position of two sides' pieces, in FEN letters, with Red to move, in which neither side is in check
// or can take anything.
func quietEnding(t *testing.T, dice *rand.Rand, red, black string) board.Position {
	t.Helper()
	for range 100_000 {
		setup := board.Setup{MoveNumber: 1}
		for c, letters := range [...]string{red, black} {
			for _, letter := range letters {
				k := board.Kind(strings.IndexRune(".KABNRCP", letter))
				at := board.Square(dice.IntN(board.Squares))
				if points := guardPoints[k]; points != "" {
					i := 2 * dice.IntN(len(points)/2)
					at = board.SquareAt(int(points[i]-'a'), int(points[i+1]-'0'))
					if board.Color(c) == board.Black {
						at = at.Flip()
					}
				}
				setup.Placement[at] = board.MakePiece(board.Color(c), k)
			}
		}
		p, err := board.NewPosition(setup)
		if err != nil || p.Occupied().Count() != len(red)+len(black) || p.InCheck() || len(p.PseudoCaptures(nil)) > 0 {
			continue
		}
		q := p
		q.MakeNull()
		if !q.InCheck() && len(q.PseudoCaptures(nil)) == 0 {
			return p
		}
	}
	t.Fatalf("no quiet position of %s-%s", red, black)
	return board.Position{}
}
