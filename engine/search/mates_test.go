package search

import (
	"flag"
	"testing"

	"xiangqibot/engine/eval"
	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/testcases"
)

var (
	mateTime  = flag.Duration("matetime", 0, "search every mate of the collection for so long, instead of a sample by nodes")
	mateNodes = flag.Uint64("matenodes", 0, "search every mate of the collection with so many nodes, instead of a sample")
	mateEval  = flag.String("mateeval", "", "search mates with the network of this file, instead of the standard one")
)

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
// which gives the same result everywhere. To search all of them by nodes or time, and see which are missed:
//
//	go test ./engine/search -run Mates -v -matenodes 20000
//	go test ./engine/search -run Mates -v -matetime 200ms
func TestMatesAreFound(t *testing.T) { matesAreFound(t, classical.NewEvaluator, 20_000, 4, 0.975) }

// With the network too, on few nodes.
func TestMatesAreFoundWithTheNetwork(t *testing.T) {
	evaluator := nnue.Standard().Evaluation()
	if *mateEval != "" {
		n, err := nnue.ReadFile(*mateEval)
		if err != nil {
			t.Fatal(err)
		}
		evaluator = n.Evaluation()
	}
	matesAreFound(t, evaluator, 4_000, 6, 0.9)
}

// matesAreFound searches one mate in sample with so many nodes, and wants the floor of them to be found.
func matesAreFound(t *testing.T, evaluator eval.Factory, nodes uint64, sample int, floor float64) {
	const deepest = 5
	if *mateTime > 0 || *mateNodes > 0 {
		nodes, sample = *mateNodes, 1
	}
	s := New(NewTable(4), 1, evaluator)
	found, tried := map[int]int{}, map[int]int{}
	for i, m := range mates(t, deepest) {
		if i%sample != 0 {
			continue
		}
		s.Clear()
		r := s.Run(t.Context(), testcases.Record(t, m.FEN), Limits{Mate: m.Mate, MoveTime: *mateTime, Nodes: nodes}, nil)
		tried[m.Mate]++
		if r.Mate > 0 && r.Mate <= m.Mate {
			found[m.Mate]++
		} else {
			t.Logf("%s  mate in %d, found mate in %d, score %d at depth %d", m.FEN, m.Mate, r.Mate, r.Score, r.Depth)
		}
	}
	all, good := 0, 0
	for n := 1; n <= deepest; n++ {
		t.Logf("mate in %d: %d of %d", n, found[n], tried[n])
		all, good = all+tried[n], good+found[n]
	}
	t.Logf("found: %d of %d", good, all)
	if share := float64(good) / float64(all); all == 0 || share < floor {
		t.Errorf("%d of %d mates found, %.3f; want %.3f at least", good, all, share, floor)
	}
}

// Mates that begin with a sacrifice are found like others, since checks are not pruned by their exchange value. With such
// pruning none of these is found within 100,000 nodes.
func TestSacrificesMate(t *testing.T) {
	const nodes = 50_000 // ten times what they need
	for _, m := range []mate{
		{"2ba1k3/3Ra4/4b4/p4r2p/2p1p4/6P2/P1PNP3P/1R2B4/4K1c2/5A3 b - - 0 1", 3},
		{"3akab2/9/4c1n2/p1p1nR2p/4r4/2P6/P4RN1P/1Cc3C2/5K3/2B4r1 w - - 0 1", 4},
		{"2ba1Rb1c/r3k4/2n6/p3p1p1p/5N3/2B3P2/P1P5P/3R5/4A4/1r1A1KB2 w - - 0 1", 4},
		{"3k5/4R2N1/n8/p4c2p/6b2/P8/8P/5r3/3c5/3AKAB2 w - - 0 1", 5},
		{"2bak4/4a4/9/2p6/4P3N/1R2n4/8c/4B4/4Ar3/2BK1A3 b - - 0 1", 5},
	} {
		rec := testcases.Record(t, m.FEN)
		r := New(NewTable(4), 1, classical.NewEvaluator).Run(t.Context(), rec, Limits{Mate: m.Mate, Nodes: nodes}, nil)
		if r.Mate != m.Mate {
			t.Errorf("%s: mate in %d, score %d after %d nodes; want mate in %d", m.FEN, r.Mate, r.Score, r.Nodes, m.Mate)
		}
	}
}
