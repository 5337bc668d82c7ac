package search

import (
	"slices"
	"testing"
	"xiangqibot/engine/testcases"
)

// TestNewLine gives a root move new lines: one that is only a shorter version of the old one replaces it if its score
// is within the window, any other always.
func TestNewLine(t *testing.T) {
	moves := func(texts ...string) (l pvLine) {
		for i, text := range texts {
			m := testcases.Move(t, text)
			l.moves[i] = m
		}
		l.n = len(texts)
		return l
	}
	older := []string{"h2e2", "h9g7", "h0g2"}
	for _, c := range []struct {
		name   string
		rest   []string
		within bool
		want   []string
	}{
		{"a bound alone", nil, false, older},
		{"a bound with the same reply", older[1:2], false, older},
		{"a bound with another reply", []string{"h7e7"}, false, []string{"h2e2", "h7e7"}},
		{"as long", older[1:], false, older},
		{"longer", []string{"h9g7", "h0g2", "i9h9"}, false, []string{"h2e2", "h9g7", "h0g2", "i9h9"}},
		{"a score within the window", older[1:2], true, older[:2]},
	} {
		line := moves(older...)
		r := rootMove{pv: &line}
		r.Move = r.pv.moves[0]
		rest, want := moves(c.rest...), moves(c.want...)
		if r.updatePV(&rest, c.within); !slices.Equal(r.pv.moves[:r.pv.n], want.moves[:want.n]) {
			t.Errorf("%s: %v, want %v", c.name, r.pv.moves[:r.pv.n], c.want)
		}
	}
}
