package bot

import (
	"strings"
	"testing"
)

// While a line is typed the next move is offered whatever stands between the moves before it.
func TestCompletionOfALine(t *testing.T) {
	tb := newTable(t)
	tb.human()
	for _, between := range []string{" ", ", ", "，", "、", "；", "→"} {
		offers := tb.completions(bao, "conditional", "moves", "moves", "炮二平五"+between+"马8")
		if len(offers) != 2 {
			t.Errorf("after %q are offered %+v, want the two moves of a horse", between, offers)
		}
		for _, o := range offers {
			if !strings.HasPrefix(o.Name, "炮二平五 马８进") {
				t.Errorf("after %q is offered %q", between, o.Name)
			}
		}
	}
}
