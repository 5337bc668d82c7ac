package book

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

// Each signature, on a board without other moves, identifies its opening: none is hidden by another one.
func TestSignaturesIdentifyTheirOpening(t *testing.T) {
	for _, o := range openings() {
		for i := range o.signatures {
			s := &o.signatures[i]
			setup := board.Setup{Placement: s.board.pieces, SideToMove: s.next, MoveNumber: s.moveCount/2 + 1}
			p, err := board.NewPosition(setup)
			if err != nil {
				t.Errorf("%s: %v", o.Name(Simplified), err)
				continue
			}
			if found, _ := openingAt(&s.board, plies(&p), s.next); found != o {
				t.Errorf("%s looks like %s: %s", o.Name(Simplified), found.Name(Simplified), p.FEN())
			}
		}
	}
}

// A variation has more conditions than its parent.
func TestVariationsHaveMoreConditions(t *testing.T) {
	for _, o := range openings() {
		if o.Parent == nil {
			continue
		}
		for _, s := range o.signatures {
			for _, parent := range o.Parent.signatures {
				if s.count <= parent.count {
					t.Errorf("%s has %d conditions, %s has %d",
						o.Name(Simplified), s.count, o.Parent.Name(Simplified), parent.count)
				}
			}
		}
	}
}

func TestNamesRefuse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"a | b | c: h2e2", "line 1: want 4 names"},
		{"# one\na | b | c | d h2e2", "line 2: want 4 names"},
		{"a | | c | d: h2e2", "a name is missing"},
		{"a | b | c | d: h2", "h2"},
		{"a | b | c | d: h3e3", "h3e3: no piece is there"},
		{"a | b | c | d: +h3", "+h3: no piece is there at the start"},
		{"a | b | c | d: -h10", "h10"},
		{"a | b | c | d: = h2e2 b2c2", "Red makes 2 moves and Black 0"},
	} {
		if _, err := parseNames(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}
