package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/eval/nnue"
)

func TestSPSA(t *testing.T) {
	dir := t.TempDir()
	state, openings := filepath.Join(dir, "state"), filepath.Join(dir, "openings.fen")
	if err := os.WriteFile(openings, []byte(board.StartFEN+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
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
	var network bytes.Buffer
	if err := nnue.NewNetwork(64, 300).Write(&network); err != nil {
		t.Fatal(err)
	}
	even := filepath.Join(dir, "even.net")
	if err := os.WriteFile(even, network.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	_, err = lab(t, append(args, "--eval", even)...)
	if err == nil || !strings.Contains(err.Error(), "network even.net (") {
		t.Errorf("the state is continued with a network: %v", err)
	}

	// All openings count, not only their number and the first of them.
	two := func(second string) []string {
		t.Helper()
		if err := os.WriteFile(openings, []byte(board.StartFEN+"\n"+second+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
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
