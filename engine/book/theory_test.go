package book_test

import (
	"strings"
	"testing"

	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// Every line of theory is legal, long enough to be useful, and has the name that its moves have by the list of names.
func TestTheory(t *testing.T) {
	lines := book.Theory()
	names := map[string]bool{}
	for _, line := range lines {
		o := book.OpeningOf(&board.Record{Start: board.StartPosition(), Moves: line.Moves})
		if o == nil || o.Name(book.Simplified) != line.Name {
			t.Errorf("the line of %s is classified as %v", line.Name, o)
		}
		if len(line.Moves) < 10 {
			t.Errorf("%s has only %d moves", line.Name, len(line.Moves))
		}
		names[line.Name] = true
	}
	if len(lines) < 150 || len(names) < 80 {
		t.Errorf("%d lines of %d openings, want 150 of 80 at least", len(lines), len(names))
	}
}

func TestParseTheoryRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"name h2e2", "line 1"},
		{"\nname: h2e2", "line 2"},
		{"name x: h2e2", `weight "x"`},
		{"name 0: h2e2", `weight "0"`},
		{"name 1: h2h2", "h2h2"},
		{"name 1: h2e2\n# " + strings.Repeat("long", 1<<15) + "\nname", "line 3"},
		{"name 1: h2e2 h2e2", "move 2, h2e2, is not legal"},
	} {
		if _, err := book.ParseTheory(c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
}
