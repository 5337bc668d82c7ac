package search

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

var moves = testcases.Moves

func TestRepetition(t *testing.T) {
	const fen = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"
	checking := strings.Fields("a1a9 e9e8 a9a8 e8e9 a8a9") // Black is to move, and red checked all the way
	idle := strings.Fields("a1a2 e9e8 a2a1 e8e9")
	twice, thrice := slices.Repeat(idle, 2), slices.Repeat(idle, 3)
	fourth, never := rules.Asian(), rules.Asian()
	fourth.Repetitions, never.Repetitions = 4, 0
	for _, tt := range []struct {
		name    string
		ruleset rules.Ruleset
		moves   []string
		ply     int // how many of the moves belong to the searched line
		score   int
		occurs  occurrence
	}{
		{"perpetual check in the line loses for the checker", rules.Asian(), checking, 5, forbiddenScore - 5, decided},
		{"one occurrence in the game is not enough", rules.Asian(), checking, 4, 0, recurring},
		{"idle moves draw", rules.Asian(), idle, 5, drawScore, decided},
		{"the third occurrence counts wherever the others were", rules.Asian(), twice, 0, drawScore, decided},
		{"no repetition", rules.Asian(), idle[:3], 3, 0, firstTime},
		{"the third occurrence where the fourth counts", fourth, twice, 0, 0, recurring},
		{"one cycle in the line is enough there too", fourth, twice, 5, drawScore, decided},
		{"the fourth occurrence", fourth, thrice, 0, drawScore, decided},
		{"a cycle in the line draws where repetitions are not judged", never, checking, 5, drawScore, decided},
		{"and the game goes on", never, thrice, 0, 0, firstTime},
	} {
		rec := testcases.Record(t, fen)
		if err := rec.Play(moves(t, tt.moves...)...); err != nil {
			t.Fatal(err)
		}
		var p path
		pos := p.reset(rec, tt.ruleset)
		if score, occurs := p.repetition(&pos, tt.ply); score != tt.score || occurs != tt.occurs {
			t.Errorf("%s: %d, %v, want %d, %v", tt.name, score, occurs, tt.score, tt.occurs)
		}
	}
}

// A side that could save itself only by perpetual check is lost.
func TestPerpetualCheckLoses(t *testing.T) {
	rec := testcases.Record(t, "4k4/9/9/9/9/9/R8/4r4/5r3/3K5 w - - 0 1")
	s := New(NewTable(1), 1, classical.NewEvaluator)
	if r := s.Run(t.Context(), rec, Limits{Depth: 12}, nil); r.Score > -1000 {
		t.Errorf("score %d, line %v: want a lost game", r.Score, r.PV)
	}
}

// The natural limit is a draw if the ruleset has one, unless the last move mates.
func TestNaturalLimit(t *testing.T) {
	const (
		mates = "3k5/9/9/9/9/9/9/9/4R4/4K1R2 w - - %d 90"
		ahead = "4k4/9/9/9/9/9/9/9/R8/3K5 w - - %d 90"
	)
	for _, tt := range []struct {
		code, fen string
		clock     int
		least     int
		most      int
	}{
		{"asian", mates, 119, mateIn(1), mateIn(1)},
		{"asian", ahead, 119, drawScore, drawScore},
		{"asian", ahead, 99, 500, infinity},
		{"asian limit=100", ahead, 99, drawScore, drawScore},
		{"asian limit=off", ahead, 500, 500, infinity},
		{"simple checks=all", ahead, 119, drawScore, drawScore},
	} {
		ruleset, err := rules.ParseRuleset(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		s := New(NewTable(1), 1, classical.NewEvaluator)
		r := s.Run(t.Context(), testcases.Record(t, fmt.Sprintf(tt.fen, tt.clock)), Limits{Depth: 4, Ruleset: ruleset}, nil)
		if r.Score < tt.least || r.Score > tt.most {
			t.Errorf("%s, %d plies gone: score %d, want %d to %d", tt.code, tt.clock, r.Score, tt.least, tt.most)
		}
	}
}

// Where the ruleset says so, checks after the tenth do not count toward the limit.
func TestChecksBeyondTheTenth(t *testing.T) {
	rec := testcases.Record(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 50 60")
	round := moves(t, "a9a8", "d8d9", "a8a9", "d9d8")
	rec.Moves = append(moves(t, "a1a9", "d9d8"), slices.Repeat(round, 8)...) // repetition is not judged here
	ten, all := rules.Asian(), rules.Asian()
	all.TenChecks = false
	var p path
	pos := p.reset(rec, ten)
	some := p.pliesToLimit(&pos)
	pos = p.reset(rec, all)
	if every := p.pliesToLimit(&pos); every != 120-50-len(rec.Moves) || some <= every {
		t.Errorf("%d plies left by all checks, %d by ten", every, some)
	}
}

// Bare material is a draw only where the ruleset says so, and a mate comes first.
func TestBareMaterial(t *testing.T) {
	for _, tt := range []struct {
		code string
		over bool
	}{{"asian", false}, {"asian bare=cannons", true}, {"asian bare=off", false}} {
		ruleset, err := rules.ParseRuleset(tt.code)
		if err != nil {
			t.Fatal(err)
		}
		w := newWorker(NewTable(1), classical.New())
		w.pos = w.path.reset(testcases.Record(t, "3k5/9/9/9/9/9/9/9/4C4/4K4 b - - 0 1"), ruleset)
		if score, occurs := w.adjudicate(1); (occurs == decided) != tt.over || score != drawScore {
			t.Errorf("%s: %d, %v, want over %v", tt.code, score, occurs, tt.over)
		}
	}
}

// An entry of the table cuts a node, except where the position occurred in the game before: the entry was made without
// the next occurrence, which may end the game. There the search finds what it would without the table.
func TestRepeatedPositionsAreNotCutByTheTable(t *testing.T) {
	const depth, beyond = 4, 2000
	again := moves(t, "a1a2", "e9e8", "a2a1", "e8e9") // the last one is played in the search, and leads back to the start
	for _, tt := range []struct {
		name    string
		fen     string
		history []board.Move
		settled bool
	}{
		{"its second occurrence", "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1", again[:3], false},
		{"its first occurrence", "9/4k4/9/9/9/9/9/9/R8/3K5 b - - 0 1", nil, true},
	} {
		rec := testcases.Record(t, tt.fen)
		if err := rec.Play(tt.history...); err != nil {
			t.Fatal(err)
		}
		for name, search := range map[string]func(w *worker) int{
			"the tree":              func(w *worker) int { return w.node(1, depth, -1, 0, true) },
			"the quiescence search": func(w *worker) int { return w.quiesce(1, -1, 0, true) },
		} {
			score := func(known ...ttData) int {
				w := begun(t, rec)
				m := again[3]
				w.stack[stackOffset].move, w.stack[stackOffset].target = m, targetOf(w.pos.At(m.From()), m.To())
				w.make(m)
				for _, f := range known {
					w.storeTT(w.key(), f)
				}
				return search(w)
			}
			alone := score()
			for _, f := range []ttData{{score: -beyond, bound: boundUpper}, {score: beyond, bound: boundLower}} {
				f.depth, f.eval = 50, noScore
				want := alone
				if tt.settled {
					want = f.score
				}
				if got := score(f); got != want {
					t.Errorf("%s, %s: %d with %d from the table and %d without; want %d", tt.name, name, got, f.score, alone, want)
				}
			}
		}
	}
}

// Entries made under one ruleset are not used under another.
func TestTableKeepsRulesetsApart(t *testing.T) {
	rec := testcases.Record(t, "4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1")
	if err := rec.Play(moves(t, "g6g5", "f6g8", "g5g6", "g8f6", "g6g5", "f6g8", "g5g6")...); err != nil {
		t.Fatal(err)
	}
	s := New(NewTable(4), 1, classical.NewEvaluator)
	for range 2 {
		for _, tt := range []struct {
			ruleset rules.Ruleset
			draw    bool
		}{{rules.Simple(), true}, {rules.Asian(), false}} {
			r := s.Run(t.Context(), rec, Limits{Depth: 10, Ruleset: tt.ruleset}, nil)
			if (r.Score == drawScore) != tt.draw {
				t.Errorf("%s: score %d", tt.ruleset, r.Score)
			}
		}
	}
}

// The counts that replace the search through the line never miss that a position has occurred before, and are all zero
// again once the line is taken back.
func TestOccurrencesAreCounted(t *testing.T) {
	w := newWorker(NewTable(1), classical.New())
	random := rand.New(rand.NewPCG(1, 2))
	again := 0
	for _, rec := range append(cycles(t), quiet(t)...) {
		w.pos = w.path.reset(rec, rules.Asian())
		before := w.path.counts
		var walk func(ply int)
		walk = func(ply int) {
			_, occurs := w.path.repetition(&w.pos, ply)
			if old := w.path.RepetitionDistance(1) > 0; old && occurs == firstTime {
				t.Errorf("after %d moves and %d plies %s has occurred before", len(rec.Moves), ply, w.pos.FEN())
			} else if old {
				again++
			}
			if ply == 60 {
				return
			}
			if !w.pos.InCheck() && random.IntN(20) == 0 {
				w.makeNull(ply)
				walk(ply + 1)
				w.unmakeNull(ply)
			}
			if list := w.pos.LegalMoves(nil); len(list) > 0 {
				m := list[random.IntN(min(len(list), 3))] // few moves, so that many positions repeat
				u := w.make(m)
				walk(ply + 1)
				w.unmake(m, u)
			}
		}
		walk(0)
		if w.path.counts != before {
			t.Errorf("the line from %s is still counted", w.pos.FEN())
		}
	}
	if again < 50 {
		t.Errorf("only %d positions occurred before", again)
	}
}

// cycles are positions that have been repeated once or twice, so that a search meets many repetitions.
func cycles(t testing.TB) (recs []*board.Record) {
	t.Helper()
	for _, c := range [...]struct{ fen, moves string }{
		{"5k3/9/9/9/9/1C7/1r7/9/1C7/4K4 w - - 0 1", "b4c4 b3c3 c4b4 c3b3 b4c4 b3c3 c4b4"},
		{"3k5/6c2/9/7P1/6c2/6P2/9/9/9/5K3 w - - 0 1", "h6g6 g5h5 g6h6 h5g5 h6g6 g5h5 g6h6"},
		{"2bak3r/4a4/4b4/p3C1R2/9/P8/5R3/9/4r4/5K3 w - - 0 1", "g6i6 i9g9 i6g6 g9i9 g6i6 i9g9 i6g6"},
		{"2P1kar2/4a4/9/9/9/9/6C2/9/4K4/2B6 w - - 0 1", ""},
		{"3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w - - 0 1", "d8d6 d9e8 d6d8 e8d9 f8f6 f9e8 f6f8"},
		{"3k1a3/4a1P2/8r/9/2R6/9/2P6/1p7/4An2n/3CKA3 w - - 0 1", "c5c9 d9d8 c9c5 d8d9 c5c9 d9d8 c9c5"},
		{"4k4/9/4b4/2c2nR2/9/9/9/9/9/3K5 w - - 0 1", "g6g5 f6g8 g5g6 g8f6 g6g5 f6g8 g5g6"},
		{"2bk1a3/4a4/4b4/9/c8/1R7/3r5/4B4/4A4/4KAB2 w - - 0 1", "b4a4 a5e5 a4e4 e5a5 e4a4 a5e5 a4e4 e5a5"},
		{"1c1ak4/N1PNa4/9/9/5P3/9/9/4Bp3/9/3p1K1p1 w - - 0 1", "c8b8 b9c9 b8c8 c9b9 c8b8 b9c9 b8c8"},
		{"5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3 e1f0 h3h1 f0e1"},
		{"3k5/9/9/9/9/9/3r5/9/9/3NK4 w - - 0 1", "d0c2 d3c3 c2d0 c3d3 d0c2 d3c3 c2d0"},
		{"4ck3/9/9/9/9/2r1R4/9/9/4A4/3AK4 w - - 0 1", "e4e3 c4c3 e3e4 c3c4 e4e3 c4c3 e3e4"},
	} {
		rec := testcases.Record(t, c.fen)
		if err := rec.Play(moves(t, strings.Fields(c.moves)...)...); err != nil {
			t.Fatal(err)
		}
		recs = append(recs, rec)
	}
	return recs
}

// quiet are the same positions 90 plies later, without a capture, a check or a repetition: the history is long, and
// every search through it finds nothing.
func quiet(t testing.TB) (recs []*board.Record) {
	t.Helper()
	const plies = 90
	random := rand.New(rand.NewPCG(1, 1))
	for _, from := range cycles(t) {
		rec := &board.Record{Start: from.Start}
		pos := rec.Start
		seen := map[uint64]bool{pos.Hash(): true}
		fits := func(m board.Move) bool {
			next := pos
			return next.Make(m).Captured == board.NoPiece && !next.InCheck() && next.HasLegalMove() && !seen[next.Hash()]
		}
		for len(rec.Moves) < plies {
			var list []board.Move
			for _, m := range pos.LegalMoves(nil) {
				if fits(m) {
					list = append(list, m)
				}
			}
			if len(list) == 0 {
				t.Fatalf("%s has no such move after %d plies: take another seed", pos.FEN(), len(rec.Moves))
			}
			m := list[random.IntN(len(list))]
			pos.Make(m)
			seen[pos.Hash()] = true
			rec.Moves = append(rec.Moves, m)
		}
		recs = append(recs, rec)
	}
	return recs
}

// BenchmarkJudged measures nodes per second with chases judged (Asian rules) and without (simple rules): in the
// positions of the bench, after repetitions and after long quiet play. With -cpuprofile look for path.repetition,
// PositionHistory.RepetitionDistance and PositionHistory.JudgeCycle.
func BenchmarkJudged(b *testing.B) {
	var usual []*board.Record
	for _, fen := range benchPositions {
		usual = append(usual, testcases.Record(b, fen))
	}
	for _, set := range []struct {
		name string
		recs []*board.Record
	}{{"usual", usual}, {"cycles", cycles(b)}, {"quiet", quiet(b)}} {
		for _, ruleset := range []rules.Ruleset{rules.Asian(), rules.Simple()} {
			b.Run(set.name+"/"+ruleset.String(), func(b *testing.B) {
				s := New(NewTable(4), 1, classical.NewEvaluator)
				share := b.N/len(set.recs) + 1
				nodes := uint64(0)
				b.ResetTimer()
				for _, rec := range set.recs {
					s.Clear()
					nodes += s.Run(b.Context(), rec, Limits{Nodes: uint64(share), Ruleset: ruleset}, nil).Nodes
				}
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
			})
		}
	}
}

// BenchmarkRepetition measures the test of every node whether the position occurred before, in a long quiet game, where
// the answer is no, as nearly always. Compare it with BenchmarkNode.
func BenchmarkRepetition(b *testing.B) {
	rec := testcases.Record(b, "3k4r/9/9/9/9/9/9/9/9/R4K3 w - - 0 1")
	for rank := range 8 { // the rooks go up and down the edges
		m := moves(b, fmt.Sprintf("a%da%d", rank, rank+1), fmt.Sprintf("i%di%d", 9-rank, 8-rank))
		if err := rec.Play(m...); err != nil {
			b.Fatal(err)
		}
	}
	var p path
	pos := p.reset(rec, rules.Asian())
	for b.Loop() {
		if _, occurs := p.repetition(&pos, 6); occurs != firstTime {
			b.Fatal("the position has occurred before")
		}
	}
}

// A repetition is near if some position since the last capture lacks one occurrence to be judged.
func TestRepetitionIsNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := testcases.Position(t, "3k5/9/9/9/9/4r4/p8/4R4/9/4K4 w - - 0 1")
		ruleset := rules.Asian()
		ruleset.Repetitions = rapid.IntRange(2, 4).Draw(t, "repetitions")
		rec := board.Record{Start: p}
		occurred := map[string]int{p.FEN()[:len(p.FEN())-len(" - - 0 1")]: 1}
		for range rapid.IntRange(0, 24).Draw(t, "plies") {
			// Mostly back, so that positions repeat.
			list := p.LegalMoves(nil)
			if len(list) == 0 {
				break
			}
			m := rapid.SampledFrom(list).Draw(t, "move")
			if n := len(rec.Moves); n >= 2 && rapid.IntRange(0, 9).Draw(t, "back") > 0 {
				if back := board.NewMove(rec.Moves[n-2].To(), rec.Moves[n-2].From()); p.IsLegal(back) {
					m = back
				}
			}
			if p.Make(m).Captured != board.NoPiece {
				clear(occurred)
			}
			rec.Moves = append(rec.Moves, m)
			placement, rest, _ := strings.Cut(p.FEN(), " ")
			occurred[placement+" "+rest[:1]]++
		}
		want := false
		for _, times := range occurred {
			want = want || times >= ruleset.Repetitions-1
		}
		var so path
		so.reset(&rec, ruleset)
		if so.nearRepetition != want {
			t.Fatalf("%v judged at %d: near %v, want %v", rec.Moves, ruleset.Repetitions, so.nearRepetition, want)
		}
	})
}
