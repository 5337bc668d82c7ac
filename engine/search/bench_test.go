package search

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/eval/classical"
	"xiangqibot/engine/eval/nnue"
	"xiangqibot/engine/rules"
)

var update = flag.Bool("update", false, "write the signature of the search into its file")

// TestBench compares the whole search with earlier runs. One run of the bench is tested in two ways:
//
//   - The signature is exact: the nodes of each position, in testdata/signature.txt. A change of the search or of the
//     evaluation changes it. If that is intended, go test ./engine/search -run Bench -update writes it, and the commit
//     message has the sum.
//   - The bounds hold for every change.
func TestBench(t *testing.T) {
	r := Bench(t.Context(), BenchDepth, classical.NewEvaluator)
	t.Run("signature", func(t *testing.T) { compareSignature(t, &r, "signature.txt") })
	t.Run("nodes", func(t *testing.T) {
		const usual, factor = 685_000, 1.2
		if most := uint64(usual * factor); r.Nodes > most {
			t.Errorf("depth %d takes %d nodes, want %d at most", BenchDepth, r.Nodes, most)
		}
	})
	t.Run("first cuts", func(t *testing.T) {
		const floor = 0.83
		if share := float64(r.FirstCuts) / float64(r.Cuts); share < floor || share > 1 {
			t.Errorf("the first move cuts %d nodes of %d, %.3f; want %.3f at least", r.FirstCuts, r.Cuts, share, floor)
		}
	})
}

// The same with the standard network, less deep: its signature changes with the network too.
func TestNetworkBench(t *testing.T) {
	const depth, usual, factor = 7, 95_000, 1.3
	r := Bench(t.Context(), depth, nnue.Standard().Evaluation())
	compareSignature(t, &r, "signature-network.txt")
	if most := uint64(usual * factor); r.Nodes > most {
		t.Errorf("depth %d takes %d nodes, want %d at most", depth, r.Nodes, most)
	}
}

// compareSignature compares a run with the signature in a file.
func compareSignature(t *testing.T, r *BenchResult, file string) {
	path := filepath.Join("testdata", file)
	var now bytes.Buffer
	for i, rec := range benchRecords() {
		p := rec.Position()
		fmt.Fprintf(&now, "%6d  %s\n", r.Each[i], p.FEN())
	}
	fmt.Fprintf(&now, "%6d  in all\n", r.Nodes)
	if *update {
		if err := os.WriteFile(path, now.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(now.String(), "\n"), strings.Split(string(before), "\n")
	if len(got) != len(want) {
		t.Fatalf("%d lines, but %s has %d", len(got), path, len(want))
	}
	for i := range got {
		if got[i] != want[i] {
			t.Fatalf("the signature has changed; what learns from one position to the next makes all that follow differ too\n"+
				"first:  %s\nbefore: %s\nsum:    %d nodes", got[i], want[i], r.Nodes)
		}
	}
}

// The bench has positions of every sort, or its signature would miss what matters in some of them only.
func TestBenchIsVaried(t *testing.T) {
	histories, late, again := 0, 0, 0
	for _, rec := range benchRecords() {
		p := rec.Position()
		v := rules.Judge(&rec, rules.Asian())
		if v.Outcome != rules.Ongoing {
			t.Errorf("%s: the game is over: %v by %v", p.FEN(), v.Outcome, v.Reason)
		}
		if len(rec.Moves) > 0 {
			histories++
		}
		if p.CaptureClock() >= 100 {
			late++
		}
		seen := map[uint64]bool{}
		for _, q := range rec.Positions() {
			if seen[q.Hash()] {
				again++
				break
			}
			seen[q.Hash()] = true
		}
	}
	if histories < 30 || late < 5 || again < 5 {
		t.Errorf("%d positions have a history, %d are near the natural limit, %d games have a repetition", histories, late, again)
	}
}
