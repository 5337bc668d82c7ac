package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"xiangqibot/engine/eval/nnue"
)

// An evaluation agrees with itself, and an empty network with nobody.
func TestAgree(t *testing.T) {
	dir := t.TempDir()
	games, walks, even := filepath.Join(dir, "games"), filepath.Join(dir, "walks"), filepath.Join(dir, "even.net")
	drawnGames(t, games, 3)
	if _, err := lab(t, "walks", games, "--out", walks, "--plies", "5"); err != nil {
		t.Fatal(err)
	}
	var network bytes.Buffer
	if err := nnue.NewNetwork(64, 300).Write(&network); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(even, network.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := lab(t, "agree", walks, "--eval", even)
	if err != nil || !strings.Contains(out, "| 1.0000 | 1.0000 | 0.000000 |") || !strings.Contains(out, "| even.net (") {
		t.Errorf("it prints %q (%v)", out, err)
	}
	// With the result alone as what is right even an evaluation that agrees with the search is off.
	out, err = lab(t, "agree", games, "--search", "0")
	if err != nil || strings.Contains(out, " 0.000000 |") {
		t.Errorf("against the results it prints %q (%v)", out, err)
	}
	// Half of the games and all but the first positions are fewer.
	few, err := lab(t, "agree", games, "--held-out", "0.5", "--skip", "20")
	if err != nil || few == out || positions(t, few) >= positions(t, out) {
		t.Errorf("a part of the games gives %q (%v), all give %q", few, err, out)
	}
	if _, err := lab(t, "agree", walks, "--max-score", "0"); err == nil || !strings.Contains(err.Error(), "within 0") {
		t.Errorf("without positions: %v", err)
	}
}

// positions is the second column of the first row of a table.
func positions(t *testing.T, table string) int {
	t.Helper()
	n, err := strconv.Atoi(strings.TrimSpace(strings.Split(strings.Split(table, "\n")[2], "|")[2]))
	if err != nil {
		t.Fatal(err)
	}
	return n
}
