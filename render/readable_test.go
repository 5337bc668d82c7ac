package render

import (
	"math"
	"testing"

	"xiangqibot/engine/board"
)

// TestReadable holds what makes a disc of 30 pixels readable in every theme: its sign against its face, as strongly as
// is asked of small print, and the disc against the field by its face or its rim.
func TestReadable(t *testing.T) {
	for _, theme := range Themes() {
		st := &styles[theme]
		for _, c := range []board.Color{board.Red, board.Black} {
			d := st.disc[c]
			for _, face := range []rgb{d.faceLit, d.faceLow} {
				if v := contrast(d.ink, face); v < 4.5 {
					t.Errorf("%v: a sign of %v has the contrast %.1f to its face, want 4.5", theme, c, v)
				}
			}
			if v := max(contrast(d.rim, st.field), contrast(d.faceLow, st.field)); v < 3 {
				t.Errorf("%v: a disc of %v has the contrast %.1f to the field, want 3", theme, c, v)
			}
		}
		if v := contrast(st.numeral, st.frame); v < 4.5 {
			t.Errorf("%v: the names of the points have the contrast %.1f, want 4.5", theme, v)
		}
		if v := contrast(st.clockText.mix(st.bar, 0.35), st.clock); v < 4.5 {
			t.Errorf("%v: a clock at rest has the contrast %.1f, want 4.5", theme, v)
		}
	}
}

// TestSafeForTheColorBlind: in the two themes for them the sides are light and dark, which everybody sees.
func TestSafeForTheColorBlind(t *testing.T) {
	for _, theme := range []Theme{Contrast, ContrastDark} {
		st := &styles[theme]
		if v := contrast(st.disc[board.Red].faceLow, st.disc[board.Black].faceLit); v < 7 {
			t.Errorf("%v: the faces of the two sides have the contrast %.1f, want 7", theme, v)
		}
	}
}

// contrast is that of two colors from 1 to 21, as the Web Content Accessibility Guidelines count it.
func contrast(a, b rgb) float64 {
	light := func(c rgb) float64 {
		sum := 0.0
		for i, v := range c.channels() {
			v /= 255
			if v <= 0.04045 {
				v /= 12.92
			} else {
				v = math.Pow((v+0.055)/1.055, 2.4)
			}
			sum += v * [3]float64{0.2126, 0.7152, 0.0722}[i]
		}
		return sum + 0.05
	}
	x, y := light(a), light(b)
	return max(x, y) / min(x, y)
}
