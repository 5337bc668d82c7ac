package search

import (
	"slices"
	"sync/atomic"
	"testing"

	"pgregory.net/rapid"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// begun is a worker at the root of a search.
func begun(t testing.TB, rec *board.Record) *worker {
	t.Helper()
	p := rec.Position()
	w := newWorker(NewTable(1), classical.New())
	w.begin(rec, rules.Asian(), rootMoves(&p, nil), &Limits{}, newClock(t.Context(), Limits{}, 1), new(atomic.Bool))
	return w
}

// The nearer an entry is to the limit that a bonus moves it to, the less it moves ("gravity"): what is learned last
// counts more than what a thousand nodes said before, and no number of bonuses passes the limit.
func TestEntriesMoveLessNearTheLimit(t *testing.T) {
	most := DefaultParams().HistoryBonusMax
	step := func(entry, bonus int) int {
		e := int16(entry)
		applyBonus(&e, bonus)
		return int(e) - entry
	}
	if at0, half, limit := step(0, most), step(historyLimit/2, most), step(historyLimit, most); at0 <= half || half <= limit || limit != 0 {
		t.Errorf("a bonus of %d is %d at 0, %d halfway to the limit, %d at the limit; want less and less, 0 at last", most, at0, half, limit)
	}
	rapid.Check(t, func(t *rapid.T) {
		bonus := rapid.IntRange(1, most).Draw(t, "bonus")
		far := rapid.IntRange(-historyLimit, historyLimit).Draw(t, "far")
		near := rapid.IntRange(far, historyLimit).Draw(t, "near")
		if step(near, bonus) > step(far, bonus) || -step(-near, -bonus) > -step(-far, -bonus) || step(near, bonus) < 0 {
			t.Fatalf("a bonus of %d moves %d by %d and %d by %d", bonus, far, step(far, bonus), near, step(near, bonus))
		}
	})
	for _, bonus := range []int{most, -most} {
		entry := int16(0)
		for range 1000 {
			applyBonus(&entry, bonus)
		}
		if entry > historyLimit || entry < -historyLimit || (bonus > 0) != (entry > historyLimit/2) {
			t.Errorf("a thousand times a bonus of %d make %d", bonus, entry)
		}
	}
}

// The move that cuts gains in every history, those tried before it lose.
func TestCutoffsUpdateHistories(t *testing.T) {
	const ply, depth = 2, 6
	rec := board.NewRecord()
	p := rec.Position()
	quiets, captures := moves(t, "b2e2", "h0g2", "a0a1"), moves(t, "b2b9", "h2h9")
	prev := earlierMoves(&p)
	learned := func(cut board.Move, quiets, captures []board.Move) *worker {
		w := begun(t, &rec)
		for i, back := range []int{1, 2, 4} {
			w.stack[ply-back+stackOffset].target = prev[i]
		}
		w.updateCutStats(&w.pos, ply, depth, cut, quiets, captures)
		return w
	}
	check := func(w *worker, m board.Move, sign int) {
		t.Helper()
		pt := targetOf(p.At(m.From()), m.To())
		entries := []int16{w.hist.butterfly[board.Red][m], w.hist.withPawns(&p)[pt]}
		for _, before := range prev {
			entries = append(entries, w.hist.continuation[before][pt])
		}
		if victim := p.At(m.To()); victim != board.NoPiece {
			entries = []int16{w.hist.captures[pt][victim.Kind()]}
		}
		for i, e := range entries {
			if int(e)*sign <= 0 {
				t.Errorf("%v has %d in history %d, want the sign of %d", m, e, i, sign)
			}
		}
	}

	w := learned(quiets[0], quiets[1:], captures)
	check(w, quiets[0], +1)
	check(w, quiets[1], -1)
	check(w, quiets[2], -1)
	check(w, captures[0], -1)
	check(w, captures[1], -1)
	if w.stack[ply+stackOffset].killers[0] != quiets[0] {
		t.Errorf("%v cut, but the killers are %v", quiets[0], w.stack[ply+stackOffset].killers)
	}

	w = learned(captures[0], quiets[:0], captures[1:])
	check(w, captures[0], +1)
	check(w, captures[1], -1)
}

// earlierMoves are three moves that could come before the first one of a game.
func earlierMoves(p *board.Position) previous {
	return previous{
		targetOf(p.At(board.SquareAt(1, 7)), board.SquareAt(4, 7)),
		targetOf(p.At(board.SquareAt(0, 0)), board.SquareAt(0, 1)),
		targetOf(p.At(board.SquareAt(1, 0)), board.SquareAt(2, 2)),
	}
}

// A quiet move whose replies all failed low gets a bonus; a capture or a null move does not.
func TestRefutationsUpdateHistories(t *testing.T) {
	const ply, depth = 3, 6
	rec := board.NewRecord()
	p := rec.Position()
	prev, m := earlierMoves(&p), moves(t, "b2e2")[0]
	pt := targetOf(p.At(m.From()), m.To())
	for _, tt := range []struct {
		name   string
		frame  frame
		learns bool
	}{
		{"quiet move", frame{move: m, target: pt}, true},
		{"capture", frame{move: m, target: pt, capture: true}, false},
		{"null move", frame{target: noTarget}, false},
	} {
		w := begun(t, &rec)
		w.pos.Make(m)
		for i, back := range []int{1, 2, 4} {
			w.stack[ply-back+stackOffset].target = prev[i]
		}
		w.stack[ply+stackOffset] = tt.frame
		w.updatePriorMove(&w.pos, ply, depth)
		entries := []int16{w.hist.butterfly[board.Red][m]}
		for _, before := range prev {
			entries = append(entries, w.hist.continuation[before][pt])
		}
		for i, e := range entries {
			if e < 0 || e > 0 != tt.learns {
				t.Errorf("%s: history %d has %d", tt.name, i, e)
			}
		}
	}
}

// A killer that gives check is tried like any other check when the other quiet moves are left out before its turn.
func TestKillersThatCheckAreNotLost(t *testing.T) {
	w := begun(t, testcases.Record(t, "4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 1"))
	killers := [2]board.Move(moves(t, "a1a2", "a1a9"))
	var k picker
	var checks checkInfo
	k.begin(board.NoMove, killers, w.stack.previous(0), &checks)
	if m := k.pick(&w.pos, &w.hist, w.params); m != killers[0] {
		t.Fatalf("%v comes first, not the killer %v", m, killers[0])
	}
	k.skipQuiet = true
	var rest []board.Move
	for m := k.pick(&w.pos, &w.hist, w.params); m != board.NoMove; m = k.pick(&w.pos, &w.hist, w.params) {
		rest = append(rest, m)
	}
	if want := moves(t, "a1a9", "a1e1"); !slices.Equal(rest, want) {
		t.Errorf("then come %v, want the checks %v", rest, want)
	}
}

// Where nothing else speaks for a move, that with the best history comes first.
func TestBestHistoryComesFirst(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rec := board.NewRecord()
		w := newWorker(NewTable(1), classical.New())
		w.pos = w.path.reset(&rec, rules.Asian())
		p := &w.pos
		prev := earlierMoves(p)
		var quiets []board.Move
		for _, m := range p.PseudoMoves(nil) {
			pt := targetOf(p.At(m.From()), m.To())
			if p.At(m.To()) != board.NoPiece {
				continue
			}
			quiets = append(quiets, m)
			entries := []*int16{&w.hist.butterfly[board.Red][m], &w.hist.withPawns(p)[pt]}
			for _, before := range prev {
				entries = append(entries, &w.hist.continuation[before][pt])
			}
			for _, entry := range entries {
				*entry = int16(rapid.IntRange(-historyLimit, historyLimit).Draw(t, "history"))
			}
		}
		var k picker
		var checks checkInfo
		k.begin(board.NoMove, [2]board.Move{}, prev, &checks)
		last, n := 1<<30, 0
		for m := k.pick(&w.pos, &w.hist, w.params); m != board.NoMove; m = k.pick(&w.pos, &w.hist, w.params) {
			if !slices.Contains(quiets, m) {
				continue
			}
			n++
			now := w.hist.quiet(p, m, targetOf(p.At(m.From()), m.To()), &prev)
			if now > last {
				t.Fatalf("%v with %d comes after a move with %d", m, now, last)
			}
			last = now
		}
		if n != len(quiets) {
			t.Fatalf("%d of %d quiet moves come", n, len(quiets))
		}
	})
}

// What was learned of single moves counts half in the next search.
func TestHistoriesDecay(t *testing.T) {
	s := New(NewTable(1), 2, classical.NewEvaluator)
	rec := board.NewRecord()
	m := moves(t, "b2e2")[0]
	for _, w := range s.workers {
		w.hist.butterfly[board.Red][m], w.hist.butterfly[board.Black][m] = 8000, -8000
	}
	s.Run(t.Context(), &rec, Limits{Nodes: 1}, nil)
	for i, w := range s.workers {
		if red, black := w.hist.butterfly[board.Red][m], w.hist.butterfly[board.Black][m]; red != 4000 || black != -4000 {
			t.Errorf("worker %d: of 8000 and -8000 there is %d and %d left", i, red, black)
		}
	}
}

// A correction goes where the search was, never beyond, and belongs to the side to move.
func TestCorrectionFollowsTheSearch(t *testing.T) {
	rec := board.NewRecord()
	for _, off := range []int{40, -40} {
		w := begun(t, &rec)
		raw := w.eval.Score(&w.pos)
		last := 0
		for range 200 {
			w.updateCorrectionHistory(&w.pos, 2, off-last, 8) // what the search still found beyond the corrected evaluation
			now := w.corrected(&w.pos, 2, raw) - raw
			if now*off < last*off || now*off > off*off {
				t.Fatalf("the search found %d more: the correction goes from %d to %d", off, last, now)
			}
			last = now
		}
		if last*off < off*off/2 {
			t.Errorf("the search found %d more 200 times: the correction is %d", off, last)
		}
	}
}

// In the searches of the bench, the corrected evaluation is nearer to what the search finds than the raw one.
func TestCorrectionHelps(t *testing.T) {
	if testing.Short() {
		t.Skip("searches all positions of the bench")
	}
	s := New(NewTable(1), 1, classical.NewEvaluator)
	w := s.workers[0]
	var raw, corrected int
	for _, rec := range benchRecords() {
		s.Clear()
		r := s.Run(t.Context(), &rec, Limits{Depth: 8}, nil)
		if w.path.InCheck() || r.Score >= proven || r.Score <= -proven {
			continue
		}
		w.eval.Reset(&w.pos)
		e := w.eval.Score(&w.pos)
		raw += abs(r.Score - e)
		corrected += abs(r.Score - w.corrected(&w.pos, 0, e))
	}
	t.Logf("off by %d centipawns raw, by %d corrected", raw, corrected)
	if corrected >= raw {
		t.Errorf("the evaluation is off by %d centipawns in all, by %d when it is corrected", raw, corrected)
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// The singular test extends a table move without which all is worse, the more the clearer that is, and reduces one that
// other moves can replace where the score is above beta already. Where another move is enough for beta too, the node
// ends.
func TestSingularMoves(t *testing.T) {
	rec := board.NewRecord()
	m := moves(t, "b2e2")[0]
	for _, c := range []struct {
		name      string
		ttScore   int // what the table says of the move; the others are worth about nothing
		beta      int
		pvNode    bool
		extension int
		cutoff    bool
	}{
		{"far better than all others", 800, 900, false, 2, false},
		{"far better than all others, on the principal variation", 800, 900, true, 1, false},
		{"far better, and above beta", 800, 700, false, 2, false},
		{"no better than others", -800, -700, false, 0, false},
		{"no better than others, and above beta", -800, -800, false, -1, false},
		{"others are above beta too", -800, -900, false, 0, true},
	} {
		w := begun(t, &rec)
		w.depth = 10
		v := nodeState{ply: 2, depth: 8, pvNode: c.pvNode, ttScore: c.ttScore}
		extension, cutoff := w.singular(&v, m, c.beta)
		if extension != c.extension || cutoff != c.cutoff {
			t.Errorf("%s: extended by %d, cut off %v; want %d, %v", c.name, extension, cutoff, c.extension, c.cutoff)
		}
		if w.stack[v.ply+stackOffset].excluded != board.NoMove {
			t.Errorf("%s: the move stays excluded", c.name)
		}
	}
}
