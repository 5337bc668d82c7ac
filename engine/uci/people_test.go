package uci_test

import (
	"slices"
	"strings"
	"testing"
)

// TestParseCommand reads moves of every notation, and says why a text is none.
func TestParseCommand(t *testing.T) {
	const tandem = "position fen 4k4/3P1P3/4P4/3P1P3/9/9/9/9/9/5K3 w - - 0 1"
	for _, c := range []struct{ position, text, want string }{
		{"position startpos", "炮二平五", "h2e2"},
		{"position startpos", "1. 砲 2 平 5!?", "h2e2"},
		{"position startpos", "C2.5", "h2e2"},
		{"position startpos", "H2-E2", "h2e2"},
		{"position startpos", "Pháo 2 bình 5", "h2e2"},
		{"position startpos", "vietnamese P2-5", "h2e2"},
		{"position startpos", "vietnamese 炮二平五", "h2e2"},
		{"position startpos", "wxf P2-5", `error: move "P2-5" is illegal: no such piece on that file: i3 g3 e3 c3 a3`},
		{"position startpos", "uci-10 h3e3", "h2e2"},
		{"position startpos", "uci h3e3", `error: move "h3e3" is illegal: no piece there: h3`},
		{"position startpos", "马八进六", `error: move "马八进六" (b0d1) is illegal: the horse's leg is blocked: c0`},
		{"position startpos", "兵进一", `error: move "兵进一" does not say on which file the piece is: it can be i3i4 or g3g4 or e3e4 or c3c4 or a3a4`},
		{"position startpos", "炮25", `error: move "炮25": not a move; want for example 炮二平五, C2=5 or h2e2`},
		{tandem, "前四平五", "f8e8"},
		{tandem, "一兵平五", "f8e8"},
		{tandem, "vietnamese Bt4-5", "f8e8"},
		{tandem, "前兵平五", `error: move "前兵平五" is ambiguous: it can be f8e8 or d8e8`},
	} {
		w := connect(t)
		w.send(c.position, "parse "+c.text, "quit")
		if got := w.rest(); !slices.Equal(got, []string{c.want}) {
			t.Errorf("%s, parse %s: %q, want %q", c.position, c.text, got, c.want)
		}
	}
}

// TestMovesCommand lists a move a line in five styles.
func TestMovesCommand(t *testing.T) {
	w := connect(t)
	w.send("position startpos moves h2e2", "moves", "quit")
	lines := w.rest()
	if len(lines) != 45 {
		t.Errorf("%d lines, want one for each of 45 moves", len(lines))
	}
	for _, want := range []string{"h9g7\t马８进７\tH8+7\tH9-G7\tM8.7", "h7e7\t炮８平５\tC8=5\tH7-E7\tP8-5", "a9a8\t车１进１\tR1+1\tA9-A8\tX1.1"} {
		if !slices.Contains(lines, want) {
			t.Errorf("the line %q is missing:\n%s", want, strings.Join(lines, "\n"))
		}
	}
}

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
