package classical

import (
	"regexp"
	"strings"
	"testing"
)

// The embedded file, without its comments, is what String writes.
func TestWeightsString(t *testing.T) {
	w := Standard()
	if have := regexp.MustCompile(`(?m)^#.*\n`).ReplaceAllString(standardText, ""); have != w.String() {
		t.Errorf("the file is\n%sand would be written as\n%s", have, w.String())
	}
}

func TestWrongWeightsAreRefused(t *testing.T) {
	for _, c := range []struct{ old, new, says string }{
		{"Tempo ", "Time ", `"Time" instead of Tempo`},
		{"Piece 0,0 ", "Piece ", `Piece[7]: "Square[0][0]"`},
		{"Piece 0,0 ", "Piece 0,40000 ", "no weight can be 0,40000"},
		{"Piece 0,0 ", "Piece 0 ", `Piece[0]: "0"`},
		{"SafeCheck ", "SafeCheck 1,2 ", "follows the last one"},
	} {
		if _, err := ParseWeights(strings.Replace(standardText, c.old, c.new, 1)); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%q instead of %q: error %v, want %q", c.new, c.old, err, c.says)
		}
	}
}
