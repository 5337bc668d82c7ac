package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// program builds xiangqi-uci.
func program(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "xiangqi-uci")
	if out, err := exec.Command("go", "build", "-pgo=off", "-o", path, "../xiangqi-uci").CombinedOutput(); err != nil {
		t.Fatalf("building the engine: %v\n%s", err, out)
	}
	return path
}

// A program is measured against itself: how fast it is nobody can foretell, but not what is printed.
func TestSpeed(t *testing.T) {
	program := program(t)
	out, err := lab(t, "speed", "--a-command", program, "--b-command", program, "--nodes", "2000", "--rounds", "1")
	if err != nil || strings.Count(out, "nodes/s (median of") != 2 || !strings.Contains(out, "ratio: ") {
		t.Errorf("it prints (%v)\n%s", err, out)
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
