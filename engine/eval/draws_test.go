package eval

import (
	"testing"

	"xiangqibot/engine/board"
)

// TestWinnable: the lead of Red counts as much as books of endings say, and with one thing changed that the draw rests
// on, it counts in full.
func TestWinnable(t *testing.T) {
	for _, c := range []struct {
		name, fen string
		scale     int
	}{
		{"单车必胜单缺士", "2bak1b2/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", full},
		{"单车难胜士象全", "2bakab2/9/9/9/9/9/9/9/9/R4K3 w - - 0 1", held},
		{"a king that left its last rank", "2ba1ab2/4k4/9/9/9/9/9/9/9/R4K3 w - - 0 1", full},
		{"单马必胜单士", "3ak4/9/9/9/9/9/9/9/9/N4K3 w - - 0 1", full},
		{"单马难胜单象", "2b1k4/9/9/9/9/9/9/9/9/N4K3 w - - 0 1", slim},
		{"单马不胜双士", "3aka3/9/9/9/9/9/9/9/9/N4K3 w - - 0 1", hopeless},
		{"炮仕必胜双士", "3aka3/9/9/9/9/9/9/9/9/C2A1K3 w - - 0 1", full},
		{"炮仕不胜双象", "2b1k1b2/9/9/9/9/9/9/9/9/C2A1K3 w - - 0 1", hopeless},
		{"单炮不胜光将", "4k4/9/9/9/9/9/9/9/9/C4K3 w - - 0 1", hopeless},
		{"单兵胜光将", "4k4/9/9/3P5/9/9/9/9/9/5K3 w - - 0 1", full},
		{"单兵不胜单士", "3ak4/9/9/3P5/9/9/9/9/9/5K3 w - - 0 1", hopeless},
		{"双兵必胜双士", "3aka3/9/9/3P1P3/9/9/9/9/9/5K3 w - - 0 1", full},
		{"双兵难胜士象", "3akab2/9/9/3P1P3/9/9/9/9/9/5K3 w - - 0 1", hopeless},
		{"马兵胜双士", "3aka3/9/9/3P5/9/9/9/9/9/N4K3 w - - 0 1", full},
		{"马兵难胜士象全 counts in full", "2bakab2/9/9/3P5/9/9/9/9/9/N4K3 w - - 0 1", full},
		{"马底兵不胜单缺士", "P2k1ab2/9/4b4/9/9/9/9/9/9/N4K3 w - - 0 1", hopeless},
		{"老兵不胜光将", "P8/4k4/9/9/9/9/9/9/9/5K3 w - - 0 1", hopeless},
		{"底兵 and another pawn against an advisor", "P8/4k4/3a5/9/7P1/9/9/9/9/5K3 w - - 0 1", full},
		{"底兵 and another pawn against an elephant", "P8/4k4/4b4/9/7P1/9/9/9/9/5K3 w - - 0 1", hopeless},
		{"炮底兵不胜光将", "P8/4k4/9/9/7C1/9/9/9/9/5K3 w - - 0 1", hopeless},
		{"单马难胜单马", "4k4/9/9/n8/9/9/9/9/9/N4K3 w - - 0 1", slim},
		{"单马难胜单士单卒", "4k4/4a4/9/9/9/9/p8/9/9/N4K3 w - - 0 1", hopeless},
		{"炮仕 against a pawn", "4k4/4a4/9/9/9/9/p8/9/9/C2A1K3 w - - 0 1", full},
		{"炮仕难胜单马单士", "4k4/4a4/9/n8/9/9/9/9/9/C2A1K3 w - - 0 1", hopeless},
		{"炮兵无仕难胜双象", "2b1k1b2/9/9/3P5/9/9/9/9/9/C4K3 w - - 0 1", hopeless},
		{"炮兵有仕", "2b1k1b2/9/9/3P5/9/9/9/9/9/C2A1K3 w - - 0 1", full},
		{"双炮无仕难胜双象", "2b1k1b2/9/9/9/9/9/9/9/9/CC3K3 w - - 0 1", slim},
		{"双炮有仕", "2b1k1b2/9/9/9/9/9/9/9/9/CC1A1K3 w - - 0 1", full},
		{"马炮必胜士象全", "2bakab2/9/9/9/9/9/9/9/9/NC3K3 w - - 0 1", full},
		{"guards alone", "4k4/9/9/9/9/9/9/9/9/3A1K3 w - - 0 1", hopeless},
		{"三低兵难胜士象全", "4ka3/2P1a4/2P1b1P2/9/6b2/9/9/9/9/4K4 w - - 0 1", held},
		{"一高兵", "4ka3/2P1a4/2P1b4/6P2/6b2/9/9/9/9/4K4 w - - 0 1", full},
		{"单缺象", "4ka3/2P1a4/2P3P2/9/6b2/9/9/9/9/4K4 w - - 0 1", full},
		{"马低兵难胜单炮", "3k1a3/2P1a4/9/9/4c4/9/3N5/9/9/4K4 w - - 0 1", held},
		{"马高兵", "3k1a3/4a4/9/2P6/4c4/9/3N5/9/9/4K4 w - - 0 1", full},
		{"单炮单士", "3k5/2P1a4/9/9/4c4/9/3N5/9/9/4K4 w - - 0 1", full},
		{"一车难胜马炮", "3k1ab2/4a4/4b4/9/3n5/9/8R/6c2/4A4/4KA3 w - - 0 1", held},
		{"马炮双士", "3k1a3/4a4/9/9/3n5/9/8R/6c2/4A4/4KA3 w - - 0 1", full},
		{"车兵", "3k1ab2/4a4/4b4/9/3n5/P8/8R/6c2/4A4/4KA3 w - - 0 1", full},
		{"双车双士难胜车马单缺士", "3k2b2/4a4/4b4/9/3n5/R8/8R/6r2/4A4/4KA3 w - - 0 1", slim},
		{"车马双士", "3k1a3/4a4/9/9/3n5/R8/8R/6r2/4A4/4KA3 w - - 0 1", full},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := Winnable(&p, board.Red); got != c.scale {
			t.Errorf("%s: the lead counts %d 64ths, want %d", c.name, got, c.scale)
		}
	}
}
