package pattern_test

import (
	_ "embed"
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/testcases"
)

// motifCases are moves with the lines that follow them, each with a motif that it has, or after a "-" one that it does not.
//
//go:embed testdata/motifs.txt
var motifCases string

// TestMotifs compares motifs with those that were found right with the board.
func TestMotifs(t *testing.T) {
	seen := map[string]int{}
	for text := range strings.Lines(motifCases) {
		fields := strings.Split(strings.TrimSpace(text), " | ")
		if strings.HasPrefix(text, "#") || len(fields) == 1 && fields[0] == "" {
			continue
		}
		if len(fields) != 4 {
			t.Fatalf("%q: want motif | position | moves | why", text)
		}
		want, fen, moves := strings.TrimSpace(fields[0]), fields[1], fields[2]
		before, line, has := strings.Cut(moves, ", ")
		ply := 1
		if !has {
			line, ply = before, 0
		}
		rec := *testcases.Record(t, fen, strings.Fields(strings.Replace(moves, ",", "", 1))...)
		got := ids(pattern.ShotAt(&rec, ply).Motifs)
		not, without := strings.CutPrefix(want, "-")
		if slices.Contains(got, not) == without {
			t.Errorf("%s %s: %v, want %s (%s)", fen, line, got, want, fields[3])
		}
		seen[want]++
	}
	for _, m := range pattern.AllMotifs() {
		for _, want := range [...]string{string(m), "-" + string(m)} {
			if seen[want] < 10 {
				t.Errorf("%d cases of %s, want 10", seen[want], want)
			}
		}
	}
}

// TestOutcome pairs what falls, on one point first, and follows a line to the end of an exchange.
func TestOutcome(t *testing.T) {
	const fork, guarded = "4k4/9/r8/3N5/9/9/9/9/9/3K5 w", "4k4/9/r8/3N5/r8/9/9/9/9/3K5 w"
	const even, trade = "4k4/9/9/9/r1r6/9/9/9/R8/3K5 w", "4k4/9/9/9/r1r6/9/9/9/R8/R2K5 w"
	for _, c := range []struct {
		name, fen, moves string
		plies            int
		balance          int
		red, black       string
	}{
		{"a fork", fork, "d6c8 e9e8 c8a7", 8, 9, "", "ra7"},
		{"the line ends before the capture", fork, "d6c8 e9e8", 2, 9, "", "ra7"},
		{"the other rook takes back", guarded, "d6c8 e9e8 c8a7", 8, 5, "Na7", "ra7"},
		{"rook for rook", even, "a1a5 c5a5", 8, 0, "", ""},
		{"two rooks for one", trade, "a1a5 c5a5 a0a5", 8, 9, "", "ra5"},
		{"the line ends after the first rook", trade, "a1a5", 1, 9, "", "ra5"},
		{"the horse that was traded on its point was not won", "3rk4/9/9/3n5/n8/2N6/9/9/9/R4K3 w",
			"a0a5 e9e8 c4d6 d9d6", 8, 4, "", "na5"},
		{"a horse for a horse on another point", "4k4/9/9/9/n8/9/5r3/5N3/9/R2K5 w", "a0a5 f3f2", 8, 0, "", ""},
		{"a rook for a horse", "3rk4/9/9/3n5/9/9/9/9/9/3R1K3 w", "d0d6 d9d6", 8, -5, "Rd6", "nd6"},
	} {
		rec := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
		o := pattern.OutcomeOf(&rec.Start, rec.Moves, c.plies)
		var fell [2]string
		for _, f := range pattern.Unpaid(o.Fallen) {
			fell[f.Piece.Color()] += string(rune(f.Piece.Letter())) + f.At.String()
		}
		if o.Balance != c.balance || fell[board.Red] != c.red || fell[board.Black] != c.black {
			t.Errorf("%s: balance %d, red lost %q, black %q; want %d, %q, %q",
				c.name, o.Balance, fell[board.Red], fell[board.Black], c.balance, c.red, c.black)
		}
	}
}

// TestShot counts what a line gains, and knows a mate.
func TestShot(t *testing.T) {
	const fork, guarded = "4k4/9/r8/3N5/9/9/9/9/9/3K5 w", "4k4/9/r8/3N5/r8/9/9/9/9/3K5 w"
	const even = "4k4/9/9/9/r1r6/9/9/9/R8/3K5 w"
	for _, c := range []struct {
		fen, moves string
		ply, gain  int
	}{
		{fork, "d6c8 e9e8 c8a7", 0, 9},
		{fork, "d6c8 e9e8 c8a7", 1, -9},
		{fork, "d6c8", 0, 0},
		{guarded, "d6c8 e9e8 c8a7", 0, 5}, // the other rook takes the horse next
		{even, "a1a5 c5a5", 0, 0},
	} {
		rec := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
		if s := pattern.ShotAt(&rec, c.ply); s.Gain != c.gain || s.Mates {
			t.Errorf("%s, ply %d: %+v, want a gain of %d", c.moves, c.ply, s, c.gain)
		}
	}
	rec := *testcases.Record(t, "4k4/R8/2N6/9/9/9/9/9/9/3K5 w", "a8a9")
	if s := pattern.ShotAt(&rec, 0); !s.Mates || s.Gain != 0 {
		t.Errorf("a mate is %+v", s)
	}
	for _, ply := range []int{-1, 1} {
		if s := pattern.ShotAt(&rec, ply); s.Mates || s.Motifs != nil {
			t.Errorf("ply %d of a game with one: %+v", ply, s)
		}
	}
}
