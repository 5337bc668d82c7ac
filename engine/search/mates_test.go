package search

import (
	"flag"
	"testing"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/testcases"
)

var mateTime = flag.Duration("matetime", 0, "search every mate of the collection for so long, instead of a sample by nodes")

// mate is a row of the collection: a position with a proved mate in so many moves.
type mate struct {
	FEN  string
	Mate int
}

// mates reads the mates of the collection beside the project that are at most so many moves deep.
func mates(t *testing.T, deepest int) (list []mate) {
	t.Helper()
	testcases.Each(t, "data/mates.jsonl.gz", func(m mate) {
		if m.Mate <= deepest {
			list = append(list, m)
		}
	})
	return list
}

// Mates are found as they are proved. By default a sample of those up to five moves is searched with a limit on nodes,
// which gives the same result everywhere; to search all of them by time:
//
//	go test ./engine/search -run Mates -v -matetime 200ms
func TestMatesAreFound(t *testing.T) { matesAreFound(t, classical.NewEvaluator, 20_000, 4, 0.975) }

// With the network too, on few nodes.
func TestMatesAreFoundWithTheNetwork(t *testing.T) { matesAreFound(t, network, 4_000, 6, 0.9) }

// matesAreFound searches one mate in sample with so many nodes, and wants the floor of them to be found.
func matesAreFound(t *testing.T, evaluator eval.Factory, nodes uint64, sample int, floor float64) {
	const deepest = 5
	s := New(NewTable(4), 1, evaluator)
	found, tried := map[int]int{}, map[int]int{}
	for i, m := range mates(t, deepest) {
		limits := Limits{Mate: m.Mate, MoveTime: *mateTime}
		if *mateTime == 0 {
			if i%sample != 0 {
				continue
			}
			limits.Nodes = nodes
		}
		s.Clear()
		r := s.Run(t.Context(), testcases.Record(t, m.FEN), limits, nil)
		tried[m.Mate]++
		if r.Mate > 0 && r.Mate <= m.Mate {
			found[m.Mate]++
		}
	}
	all, good := 0, 0
	for n := 1; n <= deepest; n++ {
		t.Logf("mate in %d: %d of %d", n, found[n], tried[n])
		all, good = all+tried[n], good+found[n]
	}
	if share := float64(good) / float64(all); all == 0 || share < floor {
		t.Errorf("%d of %d mates found, %.3f; want %.3f at least", good, all, share, floor)
	}
}

// A mate that begins with a sacrifice is found like any other: a check is not judged by what it loses.
func TestSacrificesMate(t *testing.T) {
	for _, tt := range []struct {
		fen, move string // the mate comes after it
		mate      int
		nodes     uint64
	}{
		{"2bak4/4an3/nR1cb4/4pN2p/C2N5/P1pr5/R7P/4BC3/4A1r2/4KABc1 w - - 0 1", "f2f8", 3, 2_000_000},
		{"3ak1b2/4a4/b8/p1R1pr2p/6P2/9/P3c3P/4B1C2/4A4/2BAK4 w - - 0 1", "c6a6", 4, 100_000},
	} {
		rec := testcases.Record(t, tt.fen)
		if err := rec.Play(moves(t, tt.move)...); err != nil {
			t.Fatal(err)
		}
		r := New(NewTable(4), 1, classical.NewEvaluator).Run(t.Context(), rec, Limits{Mate: tt.mate, Nodes: tt.nodes}, nil)
		if r.Mate != tt.mate {
			p := rec.Position()
			t.Errorf("%s: mate in %d, score %d after %d nodes; want mate in %d", p.FEN(), r.Mate, r.Score, r.Nodes, tt.mate)
		}
		t.Logf("mate in %d after %d nodes", r.Mate, r.Nodes)
	}
}
