package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/search"
)

// The rows of the table lead to the full search, and none adds what another has added.
func TestAblationsAreWhole(t *testing.T) {
	var in search.Techniques
	for _, a := range ablations {
		if in&a.adds != 0 {
			t.Errorf("%s adds %v again", a.name, in&a.adds)
		}
		in |= a.adds
	}
	if in != search.AllTechniques() {
		t.Errorf("missing: %v", search.AllTechniques()&^in)
	}
}

func TestAblateWork(t *testing.T) {
	out, err := lab(t, "ablate", "work", "--command", program(t), "--depths", "1,3", "--nodes", "5000", "--first", "2")
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
	args := []string{"ablate", "elo", "--techniques", "null-move,probcut", "--openings", openings, "--games", "2", "--nodes", "100", "--dir", dir}
	out, err := lab(t, args...)
	if err != nil || !strings.Contains(out, "| null-move | 2 | ") || !strings.Contains(out, "| probcut | 2 | ") {
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
