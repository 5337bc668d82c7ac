package nnue

import (
	"testing"

	"xiangqibot/engine/board"
)

// Drawn endings of the books are nearly even for the standard network, from both sides; with one thing changed that
// the draw rests on, the lead counts in full.
func TestDrawnEndings(t *testing.T) {
	e := New(Standard())
	for _, c := range []struct {
		name, fen string
		scale     int
	}{
		{"三低兵难胜士象全", "4ka3/2P1a4/2P1b1P2/9/6b2/9/9/9/9/4K4 w - - 0 1", scaleHeld},
		{"一高兵", "4ka3/2P1a4/2P1b4/6P2/6b2/9/9/9/9/4K4 w - - 0 1", scaleFull},
		{"单缺象", "4ka3/2P1a4/2P3P2/9/6b2/9/9/9/9/4K4 w - - 0 1", scaleFull},
		{"马低兵难胜单炮", "3k1a3/2P1a4/9/9/4c4/9/3N5/9/9/4K4 w - - 0 1", scaleHeld},
		{"马高兵", "3k1a3/4a4/9/2P6/4c4/9/3N5/9/9/4K4 w - - 0 1", scaleFull},
		{"单炮单士", "3k5/2P1a4/9/9/4c4/9/3N5/9/9/4K4 w - - 0 1", scaleFull},
		{"一车难胜马炮", "3k1ab2/4a4/4b4/9/3n5/9/8R/6c2/4A4/4KA3 w - - 0 1", scaleHeld},
		{"马炮双士", "3k1a3/4a4/9/9/3n5/9/8R/6c2/4A4/4KA3 w - - 0 1", scaleFull},
		{"车兵", "3k1ab2/4a4/4b4/9/3n5/P8/8R/6c2/4A4/4KA3 w - - 0 1", scaleFull},
		{"双车双士难胜车马单缺士", "3k2b2/4a4/4b4/9/3n5/R8/8R/6r2/4A4/4KA3 w - - 0 1", scaleSlim},
		{"车马双士", "3k1a3/4a4/9/9/3n5/R8/8R/6r2/4A4/4KA3 w - - 0 1", scaleFull},
	} {
		p, err := board.ParseFEN(c.fen)
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		if got := drawScale(&p, board.Red); got != c.scale {
			t.Errorf("%s: the lead counts %d 64ths, want %d", c.name, got, c.scale)
		}
		if got := drawScale(&p, board.Black); got != scaleFull {
			t.Errorf("%s: the other side would lead by %d 64ths, want all", c.name, got)
		}
		e.Reset(&p)
		if got, most := e.Score(&p), 150*c.scale/scaleSlim; c.scale != scaleFull && (got > most || got < -most) {
			t.Errorf("%s: %d, want at most %d", c.name, got, most)
		}
		u := p.MakeNull()
		if got, most := e.Score(&p), 150*c.scale/scaleSlim; c.scale != scaleFull && (got > most || got < -most) {
			t.Errorf("%s, the other side to move: %d, want at most %d", c.name, got, most)
		}
		p.UnmakeNull(u)
	}
}
