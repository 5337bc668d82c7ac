package search

import (
	"fmt"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// A mate score in the table counts from the position of the entry, so that it is right at any ply; storing and probing
// at the same ply gives the same score.
func TestMateScoresInTheTable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ply := rapid.IntRange(0, maxPly-1).Draw(t, "ply")
		distance := rapid.IntRange(0, maxPly-1-ply).Draw(t, "plies to the mate")
		for _, score := range []int{mateIn(ply + distance), matedIn(ply + distance)} {
			kept := scoreToTT(score, ply)
			if want := MateScore - distance; kept != want && kept != -want {
				t.Fatalf("a mate %d plies after ply %d, %d, is stored as %d", distance, ply, score, kept)
			}
			if back := scoreFromTT(kept, ply); back != score {
				t.Fatalf("%d at ply %d becomes %d", score, ply, back)
			}
		}
		plain := rapid.IntRange(1-proven, proven-1).Draw(t, "score")
		if scoreToTT(plain, ply) != plain || scoreFromTT(plain, ply) != plain {
			t.Fatalf("%d at ply %d is changed", plain, ply)
		}
	})
}

// A side with only a king, guards and pawns may be in zugzwang, so no null move is tried.
func TestNullMoveNeedsAttackers(t *testing.T) {
	for fen, want := range map[string]bool{
		"3k5/4P4/9/9/9/9/9/9/4A4/4KAB2 w - - 0 1":  false,
		"3k5/4P4/9/9/9/9/9/9/4A4/4KABr1 w - - 0 1": false, // the opponent's rook does not count
		"3k5/9/9/9/9/9/9/9/9/N3K4 w - - 0 1":       true,
		"3k5/9/9/9/9/9/9/9/9/C3K4 w - - 0 1":       true,
		"3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1":       true,
	} {
		if got := hasAttackers(position(t, fen)); got != want {
			t.Errorf("%s: the side to move has attackers: %v", fen, got)
		}
	}
}

// position reads a FEN.
func position(t testing.TB, fen string) *board.Position {
	p := testcases.Position(t, fen)
	return &p
}

// The singular test searches a position without its best move, and does not store the result for the position.
func TestSingularTestStoresNothing(t *testing.T) {
	rec := board.NewRecord()
	w := begun(t, &rec)
	w.depth = 8
	m := moves(t, "h2e2")[0]
	before := ttData{move: m, score: 35, eval: 12, depth: 7, bound: boundLower}
	w.storeTT(w.key(), before)
	v := nodeState{ply: 1, depth: 8, tt: before, ttScore: before.score}
	w.stack[v.ply+stackOffset].eval = before.eval
	w.stack[v.ply+stackOffset].checks.computed = false
	w.singular(&v, m, before.score+50)
	if after, ok := w.probeTT(w.key()); !ok || after != before {
		t.Errorf("the entry was %+v, and is %+v (%v)", before, after, ok)
	}
}

// In the quiescence search too, a check must be answered, and a side that cannot is mated.
func TestQuiescenceAnswersChecks(t *testing.T) {
	const ply = 3
	w := begun(t, testcases.Record(t, "R3k4/R8/9/9/9/9/9/9/9/3K5 b - - 0 1"))
	if score := w.quiesce(ply, -infinity, infinity, true); score != matedIn(ply) {
		t.Errorf("the mated side's position scores %d, want %d", score, matedIn(ply))
	}
}

// A quiet move that mates is found at the horizon, but not deeper in the quiescence search.
func TestQuiescenceTriesQuietChecksOnce(t *testing.T) {
	const ply = 3
	for checks, want := range map[bool]bool{true: true, false: false} {
		w := begun(t, testcases.Record(t, "4k4/R8/9/9/9/9/9/1R7/9/3K5 w - - 0 1"))
		if score := w.quiesce(ply, -infinity, infinity, checks); (score == mateIn(ply+1)) != want {
			t.Errorf("with checks %v the score is %d, and that of a mate %d", checks, score, mateIn(ply+1))
		}
	}
}

// Corrections for one side to move do not apply to the other.
func TestCorrectionBelongsToTheSideToMove(t *testing.T) {
	rec := board.NewRecord()
	w := begun(t, &rec)
	for range 50 {
		w.updateCorrectionHistory(&w.pos, 2, 60, 8)
	}
	if w.corrected(&w.pos, 2, 0) <= 0 {
		t.Fatal("there is no correction")
	}
	w.pos.MakeNull()
	if c := w.corrected(&w.pos, 2, 0); c != 0 {
		t.Errorf("with the other side to move the evaluation is corrected by %d", c)
	}
}

// Entries of one search are not found by another with other rules.
func TestTableKeepsRulesApart(t *testing.T) {
	table := NewTable(1)
	var all []*worker
	for _, ruleset := range rules.Rulesets() {
		rec := board.NewRecord()
		p := rec.Position()
		w := newWorker(table, classical.New())
		w.begin(&rec, ruleset, rootMoves(&p, nil), &Limits{}, newClock(t.Context(), Limits{}, 1), new(atomic.Bool))
		all = append(all, w)
	}
	for i, w := range all {
		if _, ok := w.probeTT(w.key()); ok {
			t.Errorf("search %d finds an entry of another one", i)
		}
		w.storeTT(w.key(), ttData{score: i, depth: 9, bound: boundExact})
		if f, ok := w.probeTT(w.key()); !ok || f.score != i {
			t.Errorf("search %d finds %+v of its own (%v)", i, f, ok)
		}
	}
}

// Near the natural limit an entry is used only if as many plies are left as when it was made.
func TestTableKeepsClocksApart(t *testing.T) {
	const promised = 9000 // for a rook
	for _, tt := range []struct {
		found, asked int // plies since the last capture
		cuts         bool
	}{{0, 0, true}, {0, 80, true}, {0, 100, false}, {100, 0, false}, {112, 112, true}, {112, 114, false}, {118, 118, true}} {
		at := func(clock int) *worker {
			w := begun(t, testcases.Record(t, fmt.Sprintf("3k5/9/9/9/9/9/9/9/R8/4K4 w - - %d 70", clock)))
			w.depth = 2
			return w
		}
		before, w := at(tt.found), at(tt.asked)
		w.storeTT(before.key(), ttData{score: promised, depth: 30, bound: boundLower})
		if score := w.node(1, 2, promised-1, promised, true); (score == promised) != tt.cuts {
			t.Errorf("found %d plies after the last capture, the table's score of %d makes %d after %d", tt.found, promised, score, tt.asked)
		}
		if score := w.quiesce(1, promised-1, promised, true); (score == promised) != tt.cuts {
			t.Errorf("found %d plies after the last capture, the table's score of %d makes %d after %d at the horizon", tt.found, promised, score, tt.asked)
		}
	}
}

// A search just before the natural limit, where nothing can be won any more, does not change the score of the same
// position far from it: neither by the table nor by the correction history.
func TestScoresNearTheLimitStayThere(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for long")
	}
	for _, fen := range []string{"4k4/4a4/3a5/9/9/9/9/9/4R4/4K4 w - - %d 70", "2bak4/4a4/4b4/9/9/2R6/4P4/4B4/9/4K4 w - - %d 70"} {
		young, old := testcases.Record(t, fmt.Sprintf(fen, 0)), testcases.Record(t, fmt.Sprintf(fen, 110))
		s := New(NewTable(4), 1, classical.NewEvaluator)
		want := s.Run(t.Context(), young, Limits{Depth: 6}, nil).Score
		s.Clear()
		s.Run(t.Context(), old, Limits{Nodes: 300_000}, nil)
		if got := s.Run(t.Context(), young, Limits{Depth: 6}, nil).Score; got < want-50 {
			t.Errorf("%s scores %d far from the natural limit after a search near it, %d before", fen, got, want)
		}
	}
}

// The search applies the rules in the order of [rules.Judge]: a repetition on the last ply before the natural limit is
// a draw, even by perpetual check.
func TestTheLimitComesBeforeRepetition(t *testing.T) {
	for _, clock := range []int{0, 110, 111, 112} {
		rec := testcases.Record(t, fmt.Sprintf("4k4/9/9/9/9/9/9/9/R8/3K5 w - - %d 1", clock))
		if err := rec.Play(moves(t, "a1a9", "e9e8", "a9a8", "e8e9", "a8a9", "e9e8", "a9a8", "e8e9", "a8a9")...); err != nil {
			t.Fatal(err)
		}
		drawn := rules.Judge(rec, rules.Asian()).Outcome == rules.Draw
		w := begun(t, rec)
		if score, s := w.adjudicate(1); s != decided || (score == drawScore) != drawn {
			t.Errorf("clock %d: the judge calls it drawn: %v; the search says %d (%v)", clock, drawn, score, s)
		}
	}
}

// An entry cuts a node only if it is deep enough and its bound is of the right kind.
func TestTableCutsByDepthAndBound(t *testing.T) {
	const promised, depth = 9000, 4 // for a rook
	for _, tt := range []struct {
		depth int
		bound bound
		cuts  bool
	}{
		{depth + 20, boundLower, true},
		{depth, boundLower, true},
		{depth, boundExact, true},
		{depth, boundUpper, false},
		{depth - 1, boundLower, false},
		{depth - 3, boundExact, false},
	} {
		w := begun(t, testcases.Record(t, "3k5/9/9/9/9/9/9/9/R8/4K4 w - - 0 70"))
		w.depth = depth
		w.storeTT(w.key(), ttData{score: promised, depth: tt.depth, bound: tt.bound})
		if score := w.node(1, depth, promised-1, promised, true); (score == promised) != tt.cuts {
			t.Errorf("depth %d, with a bound of kind %d at depth %d: the table's score of %d makes %d",
				depth, tt.bound, tt.depth, promised, score)
		}
	}
}

// A null move that wins by force, here because Black has no move, returns beta and no mate: passing is not allowed.
func TestNullMoveProvesNoMate(t *testing.T) {
	w := begun(t, testcases.Record(t, "3k5/R8/1R7/9/9/9/9/9/9/4K4 w - - 0 1"))
	w.depth = 11
	w.stack[stackOffset].target = 1 // the move before was no pass
	enough := w.eval.Score(&w.pos)
	if score := w.node(1, w.depth, enough-1, enough, true); score != enough {
		t.Errorf("a position worth %d, with that as beta, scores %d by a null move", enough, score)
	}
}

// The quiescence search tries captures that win material, and none that lose it.
func TestQuiescenceCaptures(t *testing.T) {
	for _, tt := range []struct {
		fen   string
		tried bool
	}{
		{"3k5/9/9/9/r8/9/9/9/R8/4K4 w - - 0 1", true},    // a rook for nothing
		{"3k5/9/9/9/p8/9/9/9/R8/4K4 w - - 0 1", true},    // a pawn
		{"3k5/9/9/9/p4r3/9/9/9/R8/4K4 w - - 0 1", false}, // a pawn protected by a rook
	} {
		w := begun(t, testcases.Record(t, tt.fen))
		still := w.eval.Score(&w.pos)
		score := w.quiesce(1, -infinity, infinity, false)
		if tried := w.nodes > 0; tried != tt.tried || tried != (score > still) {
			t.Errorf("%s: worth %d without a capture, it finds %d after %d moves", tt.fen, still, score, w.nodes)
		}
	}
}
