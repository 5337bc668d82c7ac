package rules_test

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/rules"
	"xiangqibot/engine/testcases"
)

// disputed are cycles about which books, engines and players disagree; docs/rules.md says who rules how. Each is played
// twice from its position.
var disputed = []struct {
	name, fen, cycle string
	asian, pikafish  string
}{
	{"attack against attack", "3akab2/c2R1R2c/4b4/9/9/9/9/4B4/4K4/2B6 w - - 0 1", "d8d6 d9e8 d6d8 e8d9 f8f6 f9e8 f6f8 e8f9", "draw", "black wins"},
	{"a rook that aims at what pins it", "5k3/9/9/9/9/9/7r1/9/2nRA3c/4K4 w - - 0 1", "e1f0 h3h1 f0e1 h1h3", "red wins", "draw"},
	{"a screen made and unmade", "4k4/4a4/4bn3/9/5R3/5C3/9/9/9/4K4 w - - 0 1", "f4e4 e9f9 e4f4 f9e9", "black wins", "black wins"},
	{"a king takes protection away", "4k4/9/4n4/9/3c5/9/4N4/9/9/3K5 w - - 0 1", "d0e0 e7c8 e0d0 c8e7", "black wins", "black wins"},
	{"a king steps out of a pin", "5a3/9/4k4/9/9/5cn2/9/3KN1r1c/9/9 w - - 0 1", "d2d1 g4f2 d1d2 f2g4", "draw", "black wins"},
	// Ends of played games, with their numbers in the collection.
	{"3195 of 1981", "r2akabr1/9/2n1b1n2/p1p1p1R1p/4c4/2P6/P3P2CP/2N3C2/6c1N/R1BAKAB2 w - - 0 1", "g2e2 e5g5 e2g2 g5e5", "black wins", "draw"},
	{"7914 of 2001", "3akr3/4a4/9/4P4/4r4/P5P2/9/2R1B2RB/4Ap3/c2AK4 w - - 0 1", "c2c0 a0a2 c0c2 a2a0", "black wins", "draw"},
	{"10281 of 2006", "2b2k3/9/3ab4/9/9/6P2/3r5/B2N2n2/3K5/4R4 w - - 0 1", "e0e2 g2f0 e2e0 f0g2", "black wins", "draw"},
	{"18155 of 2008", "3k2b2/4a4/9/p7p/4N1b2/3c5/Pn1p5/5A2B/3NA4/4K4 w - - 0 1", "d1b2 d3c3 b2d1 c3d3", "black wins", "draw"},
	{"18571 of 2009", "3akab2/9/4b4/8p/6p2/5r3/P3P1c1P/c3B1N2/2C1A4/1R1AK1B2 w - - 0 1", "b0b2 a2a0 b2b0 a0a2", "black wins", "draw"},
	{"21593 of 2004", "4karC1/4a4/2n1bc3/p3pR3/2p3p2/9/P1P1P1P1P/2N1B2C1/4A1r2/2BAK1N2 w - - 0 1", "h9h7 g9g7 h7h9 g7g9", "red wins", "draw"},
	{"21964 of 2003", "4kab2/4a4/b3c4/p3R3p/2p3n2/6B1P/P1P1N1r2/9/4C4/2BAKA3 w - - 0 1", "e6g6 g5e4 g6e6 e4g5", "black wins", "draw"},
}

func TestDisputed(t *testing.T) {
	for _, d := range disputed {
		record := *testcases.Record(t, d.fen, slices.Repeat(strings.Fields(d.cycle), 2)...)
		if got := rules.Judge(&record, rules.Asian()).Outcome.String(); got != d.asian {
			t.Errorf("%s: asian says %s, want %s", d.name, got, d.asian)
		}
		if got := rules.Judge(&record, rules.Pikafish()).Outcome.String(); got != d.pikafish {
			t.Errorf("%s: pikafish says %s, want %s", d.name, got, d.pikafish)
		}
	}
}
