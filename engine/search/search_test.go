package search

import (
	"context"
	"slices"
	"testing"
	"time"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/testcases"
)

// The signature of the search is the same each time it is taken.
func TestBenchIsDeterministic(t *testing.T) {
	first, second := Bench(t.Context(), 5, classical.NewEvaluator), Bench(t.Context(), 5, classical.NewEvaluator)
	if first.Nodes != second.Nodes || first.Nodes == 0 {
		t.Errorf("two runs looked at %d and %d nodes", first.Nodes, second.Nodes)
	}
}

func TestNodeLimitIsKept(t *testing.T) {
	s := New(NewTable(1), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	for _, limit := range []uint64{1, 100, 5000} {
		if r := s.Run(t.Context(), &rec, Limits{Nodes: limit}, nil); r.Nodes > limit || r.Best == board.NoMove {
			t.Errorf("limit %d: %d nodes, best %s", limit, r.Nodes, r.Best)
		}
	}
}

// A search ends with its context, even one that had no time at all, and has a move then.
func TestContextEndsSearch(t *testing.T) {
	s := New(NewTable(1), 2, classical.NewEvaluator)
	rec := board.NewRecord()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove {
		t.Error("no move from a search without time")
	}
	ctx, cancel = context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if r := s.Run(ctx, &rec, Limits{}, nil); r.Best == board.NoMove || r.Depth < 1 {
		t.Errorf("after 50 ms: best %s, depth %d", r.Best, r.Depth)
	}
}

// Several lines are the best moves in their order, all different.
func TestSeveralLines(t *testing.T) {
	s := New(NewTable(4), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	r := s.Run(t.Context(), &rec, Limits{Depth: 7, MultiPV: 5}, nil)
	if len(r.Lines) != 5 {
		t.Fatalf("%d lines, want 5", len(r.Lines))
	}
	seen := map[board.Move]bool{}
	for i, l := range r.Lines {
		if seen[l.PV[0]] || l.Line != i+1 || i > 0 && l.Score > r.Lines[i-1].Score {
			t.Errorf("line %d: %+v after %+v", i+1, l, r.Lines[max(i-1, 0)])
		}
		seen[l.PV[0]] = true
	}
}

// The lines reported during the search begin with different moves too, and are numbered in order.
func TestReportedLines(t *testing.T) {
	const lines = 5
	for _, nodes := range []uint64{1, 500, 20_000, 60_000} {
		s := New(NewTable(4), 1, classical.NewEvaluator)
		rec := testcases.Record(t, benchPositions[1])
		var infos []Info
		s.Run(t.Context(), rec, Limits{Nodes: nodes, MultiPV: lines}, func(i Info) { infos = append(infos, i) })
		if len(infos) == 0 || infos[0].Line != 1 {
			t.Fatalf("%d nodes: the lines are %+v", nodes, infos)
		}
		seen := map[board.Move]bool{}
		for i, l := range infos {
			if l.Line == 1 {
				clear(seen)
			}
			if seen[l.PV[0]] || l.Line > 1 && l.Line != infos[i-1].Line+1 {
				t.Errorf("%d nodes: line %d begins with %s at depth %d, after %v", nodes, l.Line, l.PV[0], l.Depth, seen)
			}
			seen[l.PV[0]] = true
		}
	}
}

// Lines are in the order of their scores wherever a search is stopped, and the first begins with the best move.
func TestLinesAreSorted(t *testing.T) {
	for _, rec := range []*board.Record{testcases.Record(t, benchPositions[0]), testcases.Record(t, benchPositions[1]), testcases.Record(t, benchPositions[2])} {
		for nodes := uint64(50); nodes < 20_000; nodes += 3999 {
			s := New(NewTable(1), 1, classical.NewEvaluator)
			check := func(l, above Info) {
				if l.Line > 1 && l.Score > above.Score {
					t.Errorf("%d nodes: line %d has %d at depth %d, below %d at depth %d", nodes, l.Line, l.Score, l.Depth, above.Score, above.Depth)
				}
			}
			var last Info
			r := s.Run(t.Context(), rec, Limits{Nodes: nodes, MultiPV: 3}, func(i Info) {
				check(i, last)
				last = i
			})
			for i, l := range r.Lines {
				check(l, r.Lines[max(i-1, 0)])
			}
			if r.Best != r.Lines[0].PV[0] {
				t.Errorf("%d nodes: the best move is %s, the first line begins with %s", nodes, r.Best, r.Lines[0].PV[0])
			}
		}
	}
}

// A search that is stopped before it has searched anything reports no mate, and no line but the move that it must
// return.
func TestStoppedBeforeTheFirstNode(t *testing.T) {
	rec := testcases.Record(t, benchPositions[1])
	for _, nodes := range []uint64{1, 2, 5, 10, 30} {
		s := New(NewTable(1), 1, classical.NewEvaluator)
		r := s.Run(t.Context(), rec, Limits{Nodes: nodes, MultiPV: 5}, nil)
		for _, l := range r.Lines {
			if l.Mate != 0 || l.Score > eval.Limit || l.Score < -eval.Limit {
				t.Errorf("%d nodes: line %d, %s, has the score %d and a mate in %d", nodes, l.Line, l.PV[0], l.Score, l.Mate)
			}
			if l.Depth < 1 && len(r.Lines) > 1 {
				t.Errorf("%d nodes: %s is among %d lines and was not looked at", nodes, l.PV[0], len(r.Lines))
			}
		}
	}
}

func TestOnlyWantedMovesAreSearched(t *testing.T) {
	s := New(NewTable(1), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	want := moves(t, "a0a1", "i0i2")
	if r := s.Run(t.Context(), &rec, Limits{Depth: 6, SearchMoves: want}, nil); r.Best != want[0] && r.Best != want[1] {
		t.Errorf("played %s, want one of %v", r.Best, want)
	}
}

// Lines are made of legal moves, also when they come from the table.
func TestLinesAreLegal(t *testing.T) {
	s := New(NewTable(1), 2, classical.NewEvaluator)
	for _, fen := range benchPositions {
		rec := testcases.Record(t, fen)
		s.Run(t.Context(), rec, Limits{Nodes: 30_000, MultiPV: 2}, func(i Info) {
			line := rec.Clone()
			if err := line.Play(i.PV...); err != nil {
				t.Errorf("%s: %v", fen, err)
			}
		})
	}
}

// Nothing is allocated in the tree: a long search allocates no more than a short one.
func TestTreeAllocatesNothing(t *testing.T) {
	s := New(NewTable(4), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	allocations := func(nodes uint64) float64 {
		return testing.AllocsPerRun(1, func() {
			s.Clear()
			s.Run(t.Context(), &rec, Limits{Nodes: nodes, Depth: 99}, nil)
		})
	}
	if short, long := allocations(2_000), allocations(60_000); long > short+2 {
		t.Errorf("%v allocations for 2,000 nodes, %v for 60,000", short, long)
	}
}

// BenchmarkSignature searches the positions of Bench deeper than the signature does: what the profile of the programs
// is made from.
func BenchmarkSignature(b *testing.B) {
	for _, k := range evaluations {
		b.Run(k.name, func(b *testing.B) {
			var nodes uint64
			for b.Loop() {
				nodes += Bench(b.Context(), 14, k.make).Nodes
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// evaluations are those that programs use.
var evaluations = []struct {
	name string
	make eval.Factory
}{{"network", network}, {"by-hand", classical.NewEvaluator}}

// BenchmarkNode is the price of one node.
func BenchmarkNode(b *testing.B) {
	for _, k := range evaluations {
		b.Run(k.name, func(b *testing.B) {
			s := New(NewTable(16), 1, k.make)
			rec := testcases.Record(b, benchPositions[1])
			b.ReportAllocs()
			b.ResetTimer()
			r := s.Run(b.Context(), rec, Limits{Nodes: uint64(b.N)}, nil)
			b.ReportMetric(float64(r.Nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}

// BenchmarkShort is the price of a search of 300 nodes, as training games have them by the million: what it costs to
// begin one counts here.
func BenchmarkShort(b *testing.B) {
	s := New(NewTable(1), 1, network)
	records := benchRecords()
	for i := 0; b.Loop(); i++ {
		s.Run(b.Context(), &records[i%len(records)], Limits{Nodes: 300}, nil)
	}
}

// BenchmarkStop reports by how many milliseconds a search oversteps its time: half of them by no more than p50, all by
// no more than max. At most 10 is wanted on a machine with nothing else to do.
func BenchmarkStop(b *testing.B) {
	s := New(NewTable(8), 1, classical.NewEvaluator)
	rec := board.NewRecord()
	const limit = 40 * time.Millisecond
	var over []float64
	for b.Loop() {
		start := time.Now()
		s.Run(b.Context(), &rec, Limits{MoveTime: limit}, nil)
		over = append(over, float64((time.Since(start)-limit).Microseconds())/1000)
	}
	slices.Sort(over)
	b.ReportMetric(over[len(over)/2], "p50-ms")
	b.ReportMetric(over[len(over)-1], "max-ms")
}
