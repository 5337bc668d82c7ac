package main

import (
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

func TestSPSA(t *testing.T) {
	dir := t.TempDir()
	state, openings := filepath.Join(dir, "state"), filepath.Join(dir, "openings.fen")
	write(t, openings, board.StartFEN+"\n")
	args := []string{
		"spsa", state, "--params", "FutilityBase,ExchangeRook", "--openings", openings, "--nodes", "40", "--iterations", "2",
	}
	out, err := lab(t, args...)
	for _, want := range []string{"after 2 of 2 iterations, 4 games", "FutilityBase ", "ExchangeRook ", "--a-option Params=FutilityBase="} {
		if err != nil || !strings.Contains(out, want) {
			t.Errorf("%q is missing (%v) in\n%s", want, err, out)
		}
	}
	if again, err := lab(t, args...); err != nil || again != out {
		t.Errorf("the finished run, run again, prints (%v)\n%s", err, again)
	}
	if _, err := lab(t, append(args, "--nodes", "41")...); err == nil {
		t.Error("the state of other terms is continued")
	}
	even := write(t, filepath.Join(dir, "even.net"), evenNetwork(t, 300))
	_, err = lab(t, append(args, "--eval", even)...)
	if err == nil || !strings.Contains(err.Error(), "network even.net (") {
		t.Errorf("the state is continued with a network: %v", err)
	}

	// All openings count, not only their number and the first of them.
	two := func(second string) []string {
		t.Helper()
		write(t, openings, board.StartFEN+"\n"+second+"\n")
		return append([]string{"spsa", filepath.Join(dir, "two")}, args[2:]...)
	}
	const soldier, horse = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/2P6/P3P1P1P/1C5C1/9/RNBAKABNR b - - 1 1",
		"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C4NC1/9/RNBAKAB1R b - - 1 1"
	if out, err := lab(t, two(soldier)...); err != nil {
		t.Fatalf("it prints (%v)\n%s", err, out)
	}
	if _, err := lab(t, two(horse)...); err == nil || !strings.Contains(err.Error(), "2 openings (") {
		t.Errorf("the state is continued with another second opening: %v", err)
	}
}
