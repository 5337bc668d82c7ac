package pattern_test

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/engine/pattern"
	"xiangqibot/engine/testcases"
)

// TestNames has an example of each name, with only the pieces that it needs; other names that apply are in the list.
func TestNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range []struct{ fen, moves, want string }{
		{"3k5/9/9/9/9/5R3/9/9/9/5K3 w", "f4e4 d9d8 e4e7 d8d9 e7e8", "kunbi"},
		{"4kab2/4a4/4b4/9/9/6B2/6C2/6C2/9/3K5 w", "g3g9 e7g9 g2g9", "shuangbei"},
		{"9/9/5k3/9/5P3/r8/9/C8/5p3/4K4 w", "a2f2 a4f4 f5f6 f7f8 f6f7 f8f9 f7f8", "songfo duimian"},
		{"3k5/9/9/9/9/2C1R4/9/3r5/9/4K4 w", "c4c9 d2d5 e4e9 d9d8 c9d9 d5g5 e9e6 d8d9 e6d6", "haidi duimian"},
		{"4kab2/1N2a4/4b4/3N5/9/9/9/9/4A4/4KA3 w", "d6c8 e9d9 c8e7 d9e9 e7g8", "shuangma wocao"},
		{"3ak4/4aR3/9/9/9/2R6/9/3p1p3/3r1r3/4K4 w", "f8e8 d9e8 c4c9", "dadan duimian"},
		{"1Cbak4/3PaP3/4b4/9/9/9/9/9/9/4K4 w", "d8e8", "xiaodao ergui"},
		{"R2Ck4/1R7/7c1/8p/6p2/2B1r4/P1c3P1P/2N1B1N2/3r5/3AKA3 w", "d9d7", "paonian shuangche"},
		{"2bakab2/1R7/2N6/4C4/9/9/9/9/9/4K4 w", "b8e8", "pingding diaoyu lima sanzi shuangzhao"},
		{"1Cbak4/4a2R1/4b4/4C4/9/3R5/9/9/9/5K3 w", "d4d9", "tiandi"},
		{"5k3/9/4b2R1/9/9/9/4C4/9/9/3K5 w", "h7f7", "tiemen"},
		{"C2k1ab2/1CR1a4/4b4/9/9/9/9/9/9/4K4 w", "c8c9 d9d8 a9a8 d8d7 c9c7", "jiache"},
		{"3aka3/9/9/9/4C4/5C3/9/9/9/3K5 w", "f4e4", "chongpao"},
		{"4k4/9/4N4/9/9/C8/9/9/9/3K5 w", "a4e4", "mahoupao"},
		{"4ka3/4a4/9/9/9/9/9/7C1/4A4/4K4 w", "h2h9", "mengong"},
		{"3aka3/4n4/9/3R5/9/9/9/9/9/3K5 w", "d6d9", "mensha duimian"},
		{"3a2P2/4ak3/6R2/6N2/9/9/9/9/9/3K5 w", "g7e7", "bahuang cemian"},
		{"5k3/9/3N3R1/9/9/9/9/9/9/3K5 w", "h7f7", "bajiao guajiao"},
		{"2baka3/1P7/4b4/7N1/9/9/C8/9/9/4K4 w", "h6f7 e9e8 a3a8", "guajiao"},
		{"3aka3/7R1/9/3N5/9/9/9/9/9/3K5 w", "d6c8", "wocao"},
		{"4k4/R8/2N6/9/9/9/9/9/9/3K5 w", "a8a9", "diaoyu"},
		{"3a1k3/4a4/7R1/6N2/9/9/9/9/9/4K4 w", "h7h9", "cemian"},
		{"4k4/5R3/6N2/9/9/9/9/9/9/3K5 w", "f8f9", "diaoyu lima"},
		{"4k4/3PaP3/9/9/9/9/9/9/4A4/5K3 w", "f8e8", "xiaodao ergui duimian"},
		{"4k4/R8/4b2R1/9/9/9/9/9/9/3K5 w", "a8a9 e9e8 h7h8", "shuangche"},
		{"3k5/4P4/9/4p3p/1N7/9/9/9/9/5K3 w", "b5c7", "diaoyu xiaogui"},
		{"4k1P2/R8/4N4/9/9/9/9/9/9/3K5 w", "g9f9", "laozu"},
		{"9/4R4/3k5/3N5/2b2C2p/9/9/9/4A4/4KA3 w", "f5d5", "sanzi"},
		{"3a5/4ak3/9/5N3/5c3/5C3/9/9/9/3K5 w", "f6h7", "shuangzhao"},
		{"r4k3/9/9/9/9/4R4/9/9/9/4K4 w", "e4f4", "duimian"},
	} {
		rec := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
		got := ids(pattern.Names(&rec))
		if !slices.Equal(got, strings.Fields(c.want)) {
			t.Errorf("%s %s: %v, want %s", c.fen, c.moves, got, c.want)
		}
		for _, name := range got {
			seen[name] = true
		}
	}
	for _, n := range pattern.AllNames() {
		if !seen[string(n)] {
			t.Errorf("no example of %s", n)
		}
	}
	names, motifs := len(pattern.AllNames()), len(pattern.AllMotifs())
	if names < 30 || motifs < 12 {
		t.Errorf("%d names and %d motifs, want 30 and 12", names, motifs)
	}
}

// TestSpectatorsHaveNoName has a piece where a name has one, while another piece mates.
func TestSpectatorsHaveNoName(t *testing.T) {
	for _, c := range []struct{ fen, moves, not string }{
		{"C2a5/3k5/7R1/1N7/4P4/9/4C4/9/9/5K3 w", "h7d7", "tiandi"},        // the cannon on a9
		{"4k4/R8/4b2R1/9/6N2/9/9/9/9/3K5 w", "a8a9 e9e8 h7h8", "cemian"},  // the horse has not reached g6
		{"4k4/R8/4b2R1/N8/9/9/9/9/9/3K5 w", "a8a9 e9e8 h7h8", "shuangma"}, // there is only one horse
		{"3aka3/4n4/9/3R5/9/9/9/9/9/1C1K5 w", "d6d9", "mengong"},          // a rook mates, not the cannon
		{"4ka3/4a4/9/9/2N6/9/9/7C1/4A4/4K4 w", "h2h9", "wocao"},           // the horse is far away
		{"2bakab2/1R7/2N6/9/9/9/9/9/9/3K5 w", "b8e8", "pingding"},         // no cannon behind
		{"4k4/R8/2N6/9/9/9/9/9/9/3K4C w", "a8a9", "sanzi"},                // the cannon is at home
		{"3aka3/7R1/9/3N5/9/9/9/9/9/3K3R1 w", "d6c8", "shuangche"},        // the horse mates
		{"r4k3/9/9/9/4P4/4R4/9/9/9/4K4 w", "e4f4", "duimian"},             // a pawn is before the general
		{"4k4/9/4N4/9/9/C8/9/9/9/3K5 w", "a4a5", "mahoupao"},              // nobody is mated
		{"4k4/9/9/9/4N4/C8/9/9/9/3K5 w", "a4e4", "mahoupao"},              // the horse covers no flight, and the king escapes
		{"4k4/9/9/9/9/9/4p4/9/9/3K5 b", "e9e8", "duimian"},                // nor here
		{"rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", "h2e2 h9g7", "chongpao"},
	} {
		rec := *testcases.Record(t, c.fen, strings.Fields(c.moves)...)
		if got := ids(pattern.Names(&rec)); slices.Contains(got, c.not) {
			t.Errorf("%s %s: %v, want no %s", c.fen, c.moves, got, c.not)
		}
	}
}
