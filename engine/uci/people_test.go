package uci_test

import (
	"slices"
	"strings"
	"testing"
)

// TestBookCommand names the opening and lists what the book knows; a position of no opening has neither.
func TestBookCommand(t *testing.T) {
	w := connect(t)
	w.send("position startpos moves h2e2", "book", "isready")
	lines := w.until("readyok")
	if lines[0] != "opening 中炮, Central Cannon" {
		t.Errorf("it begins with %q", lines[0])
	}
	listed := 0
	for _, line := range lines[1 : len(lines)-1] {
		fields := strings.Split(line, "\t")
		if len(fields) < 7 || !strings.HasSuffix(fields[5], " %") && fields[5] != "never" || fields[6][0] != '+' && fields[6][0] != '-' {
			t.Fatalf("%q is no move with its weight and its score", line)
		}
		if fields[0] == "h7e7" && strings.Join(fields[1:5], " ") == "炮８平５ C8=5 H7-E7 P8-5" && fields[len(fields)-1] == "顺炮, Same-Direction Cannons" {
			listed++
		}
	}
	if listed != 1 {
		t.Errorf("顺炮 is not listed as it should be: %q", lines)
	}
	w.send("position fen 3k5/9/9/9/9/9/9/9/4R4/4K4 w - - 0 40", "book", "isready")
	if lines := w.until("readyok"); len(lines) != 2 || lines[0] != "none" {
		t.Errorf("an ending has the book moves %q", lines)
	}
	w.send("quit")
	w.rest()
}

// TestPatternCommand names the end of a game and the motifs of the line that leads to it.
func TestPatternCommand(t *testing.T) {
	for position, want := range map[string][]string{
		"position startpos":                                               {"none"},
		"position startpos moves h2e2 h9g7":                               {"none"},
		"position fen 4k4/9/4N4/9/9/C8/9/9/9/3K5 w - - 0 1 moves a4e4":    {"mahoupao"},
		"position fen 3k5/9/9/9/9/4R4/9/9/9/5K3 w - - 0 1 moves e4e8":     {"kunbi"},
		"position fen 3aka3/7R1/9/3N5/9/9/9/9/9/3K5 w - - 0 1 moves d6c8": {"wocao"},
		"position fen 3k1ab2/4a4/4bc3/8p/9/3r2P2/1R6P/N3C1n1B/2R1A4/2B1KA1r1 b - - 0 1 moves h0f0 e1f0 d4d0": {
			"diaoyu", "duimian", "motif:yinli", "motif:qizi",
		},
	} {
		w := connect(t)
		w.send(position, "pattern", "quit")
		if got := w.rest(); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", position, got, want)
		}
	}
}
