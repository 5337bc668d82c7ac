package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program is compared with itself: its speed is unknown, but the output is not.
func TestSpeed(t *testing.T) {
	if testing.Short() {
		t.Skip("measures time")
	}
	const program = "xiangqi-uci"
	out, err := lab(t, "speed", "--a-command", program, "--b-command", program, "--nodes", "2000", "--rounds", "1")
	if err != nil || strings.Count(out, "nodes/s (median of") != 2 || !strings.Contains(out, "ratio: ") {
		t.Errorf("it prints (%v)\n%s", err, out)
	}
	// It does not search at all, and would be the fastest of all.
	idle := filepath.Join(t.TempDir(), "idle")
	const script = "#!/bin/sh\nwhile read word rest; do case $word in uci) echo uciok;; isready) echo readyok;; go) echo bestmove h2e2;; quit) exit;; esac; done\n"
	if err := os.WriteFile(idle, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := lab(t, "speed", "--a-command", program, "--b-command", idle, "--nodes", "2000", "--rounds", "1"); err == nil || !strings.Contains(err.Error(), "idle") {
		t.Errorf("a program that says nothing of nodes is measured (%v):\n%s", err, out)
	}
	for _, bad := range [][]string{
		{"speed", "--a-command", program}, {"speed", "--a-command", program, "--b-command", "/nowhere/engine"},
		{"speed", "--a-command", program, "--b-command", program, "--rounds", "0"},
	} {
		if out, err := lab(t, bad...); err == nil {
			t.Errorf("%v prints\n%s", bad, out)
		}
	}
}
