package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/testcases"
)

// TestMotifs has a line for each motif, and lines that look alike but do not have or keep the gain: those after a "-".
func TestMotifs(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct {
		fen, moves string
		ply        int
		want       string
	}{
		{"9/1CPn1kN2/3a5/4R3p/4p4/9/5rpcP/8B/4A4/2BAK4 w", "c8d8 d7e8 e6e8 f8f9 e8e9", 0, "chouzi"},
		{"4k4/9/r8/3N5/9/9/9/9/9/3K5 w", "d6c8 e9e8 c8a7", 0, "zhuoshuang"},
		{"4k4/9/r8/3N5/9/9/9/9/9/3K5 w", "d6c8 e9e8", 0, "-zhuoshuang"},
		{"4k4/9/r8/3N5/9/9/9/9/9/3K5 w", "d6c8 e9e8 d0d1", 0, "-zhuoshuang"},
		{"9/3ka4/3a5/2R6/5n3/9/9/9/9/3K5 w", "c6c8 d8d9 c8e8 f5d4 e8e7", 0, "chuanda"},
		{"9/3ka4/3a5/2R6/5n3/9/9/9/9/3K5 w", "c6c8 d8d9 c8c9 d9d8", 0, "-chuanda"},
		{"5a3/4k2C1/4bP3/9/9/9/9/3K5/9/9 w", "d2e2 e8d8 f7e7 d8d9 e7d7", 0, "qianzhi"},
		{"9/4k4/9/9/4n4/9/9/5R3/4K4/9 w", "f2e2 e8e7 e2e5", 0, "kunzi"},
		{"9/4k4/9/9/4n4/9/9/5R3/4K4/9 w", "f2e2 e8e7", 0, "-kunzi -qianzhi"},
		{"4k4/9/9/4p4/2r6/9/9/2N6/9/2R2K3 w", "c2e3 e6e5 c0c5", 0, "shanji"},
		{"4k4/9/9/4p4/2r6/9/9/2N6/9/2R2K3 w", "c2e3 c5c0", 0, "-shanji"},
		{"4kab2/4a4/4b4/9/5R3/P1P6/4c3P/3CB4/4Ap3/1r1AK1B2 b", "f1e1 e0f0 b0d0", 0, "xiaochu"},
		{"3k1ab2/4a4/4bc3/8p/9/3r2P2/1R6P/N3C1n1B/2R1A4/2B1KA1r1 b", "h0f0 e1f0 d4d0", 0, "yinli qizi"},
		{"2baka3/9/3cb4/4p3p/P1p6/9/Nn2rn2P/1C3C3/2RK4R/3A1A3 b", "b3d2 d1d2 e3e1", 0, "yinru qizi"},
		{"2bak1c2/4a4/nR2b1n2/p1N1p3p/9/2PR5/P3P3P/2C1B2C1/2r2r3/2BKNA3 b", "f1d1 d4d1 c1c0", 0, "duse lanjie"},
		{"4k4/9/9/9/c8/9/N8/R8/9/5K3 w", "a3c4 e9e8 a2a5", 0, "shanji tengnuo"},
		{"2b1k1b2/9/9/p1p5p/9/7r1/P7P/1R3A3/3CA4/3KC1r2 b", "g0e0 d0e0 h4h0", 0, "yinru jiejiang qizi"},
		{"4kab2/4R1RCr/4b3n/2p6/4N4/4P4/5p3/9/3pr4/5K3 b", "f9e8 e5d7 e9d9 g8e8 e1e0 f0e0", 1, "duncuo"},
		{"4k4/9/9/9/2n6/4n4/9/3N5/9/5K3 w", "d2e4 c5e4 f0f1", 0, "duizi"},
		{"4k4/9/9/9/2n6/4n4/9/3N5/9/5K3 w", "f0f1 e4g3", 0, "-duizi -qizi"},
		{"4k4/9/9/9/r8/9/9/9/9/r1R2K3 w", "c0a0 a5a0", 0, "duizi"},
	} {
		rec := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
		got := ids(pattern.ShotAt(&rec, c.ply).Motifs)
		for _, want := range strings.Fields(c.want) {
			not, without := strings.CutPrefix(want, "-")
			switch {
			case without && slices.Contains(got, not):
				t.Errorf("%s %s: %v, and %s is none of them", c.fen, c.moves, got, not)
			case !without && !slices.Contains(got, want):
				t.Errorf("%s %s: %v, want %s", c.fen, c.moves, got, want)
			}
			seen[want] = true
		}
	}
	for _, m := range pattern.AllMotifs() {
		if !seen[m.String()] {
			t.Errorf("no example of %s", m)
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
