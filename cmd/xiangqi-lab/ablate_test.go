package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/search"
)

// The rows of the table lead to the full search, and none adds what another has added.
func TestAblationsAreWhole(t *testing.T) {
	var want []string
	for _, p := range search.AllParams() {
		if p.Min == 0 && p.Max == 1 && p.Name != "Voting" {
			want = append(want, p.Name)
		}
	}
	got := switches(ablations)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("the rows add %v, want %v", got, want)
	}
}

func TestAblateWork(t *testing.T) {
	out, err := lab(t, "ablate", "work", "--command", "xiangqi-uci", "--depths", "1,3", "--nodes", "5000", "--first", "2")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if len(lines) != len(ablations)+2 || !strings.HasPrefix(lines[2], "| plain minimax | ") || !strings.HasSuffix(lines[2], "| – | – |") {
		t.Errorf("it prints\n%s", out)
	}
	for _, line := range lines {
		if strings.Count(line, "|") != 6 {
			t.Errorf("%q is no row of five columns", line)
		}
	}
}

func TestAblateElo(t *testing.T) {
	dir := t.TempDir()
	openings := filepath.Join(dir, "openings.fen")
	if err := os.WriteFile(openings, []byte("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"ablate", "elo", "--techniques", "NullMove,ProbCut", "--openings", openings, "--games", "2", "--nodes", "100", "--dir", dir}
	out, err := lab(t, args...)
	if err != nil || !strings.Contains(out, "| NullMove | 2 | ") || !strings.Contains(out, "| ProbCut | 2 | ") {
		t.Fatalf("it prints (%v)\n%s", err, out)
	}
	if again, err := lab(t, args...); err != nil || again != out {
		t.Errorf("the finished matches, run again from their journals, print (%v)\n%s", err, again)
	}
	// What was played with one evaluation does not count for another.
	if out, err := lab(t, append(args, "--eval", "../../engine/eval/nnue/standard.net")...); err == nil || !strings.Contains(err.Error(), "network standard.net") {
		t.Errorf("with a network the journals of the evaluation by hand are taken (%v)\n%s", err, out)
	}
	if out, err := lab(t, "ablate", "elo", "--techniques", "magic", "--openings", openings, "--dir", dir); err == nil {
		t.Errorf("a technique that there is not gives\n%s", out)
	}
}

// A search to a greater depth begins as one to a smaller depth.
func TestDepths(t *testing.T) {
	openings := filepath.Join(t.TempDir(), "openings.fen")
	fens := "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b - - 1 1\n" +
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1CN4C1/9/R1BAKABNR b - - 1 1\n"
	if err := os.WriteFile(openings, []byte(fens), 0o644); err != nil {
		t.Fatal(err)
	}
	three, err := lab(t, "depths", "--openings", openings, "--depth", "3")
	if err != nil {
		t.Fatal(err)
	}
	five, err := lab(t, "depths", "--openings", openings, "--depth", "5")
	if err != nil || !strings.HasPrefix(five, three) || strings.Count(five, "\n") != 7 {
		t.Errorf("to depth 3 it prints\n%sand to depth 5 (%v)\n%s", three, err, five)
	}
	one, err := lab(t, "depths", "--openings", openings, "--depth", "3", "--first", "1")
	if err != nil || one == three {
		t.Errorf("with one position it prints (%v)\n%sand with two\n%s", err, one, three)
	}
	if out, err := lab(t, "depths", "--openings", openings, "--depth", "0"); err == nil || !strings.Contains(err.Error(), "--depth 0") {
		t.Errorf("to depth 0 it prints (%v)\n%s", err, out)
	}
}
