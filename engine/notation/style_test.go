package notation_test

import (
	"testing"

	"xiangqibot/engine/notation"
)

func TestStyleNames(t *testing.T) {
	if all := notation.Styles(); len(all) != notation.StyleCount {
		t.Errorf("Styles returns %v, want all %d", all, notation.StyleCount)
	}
	for _, s := range notation.Styles() {
		if back, err := notation.ParseStyle(s.String()); err != nil || back != s {
			t.Errorf("style %v is read back as %v, %v", s, back, err)
		}
	}
	if _, err := notation.ParseStyle("morse"); err == nil {
		t.Error("style morse is accepted")
	}
}
