package book

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
)

// Each lot of signs, on a board where nothing else has happened, is called what it is the sign of. So no opening hides
// behind another one.
func TestSignsTellTheirOpening(t *testing.T) {
	for _, o := range openings() {
		for i := range o.signs {
			s := &o.signs[i]
			setup := board.Setup{Placement: s.board.pieces, SideToMove: s.next, MoveNumber: s.moves/2 + 1}
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

// A branch has more signs than what it is a branch of.
func TestBranchesSayMore(t *testing.T) {
	for _, o := range openings() {
		if o.Of == nil {
			continue
		}
		for _, s := range o.signs {
			for _, trunk := range o.Of.signs {
				if s.count <= trunk.count {
					t.Errorf("%s has %d signs, %s has %d", o.Name(Simplified), s.count, o.Of.Name(Simplified), trunk.count)
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
			t.Errorf("%q: error %v, want one that says %q", c.text, err, c.want)
		}
	}
}
