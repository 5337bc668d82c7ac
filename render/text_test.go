package render

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestClusters(t *testing.T) {
	for text, want := range map[string][]string{
		"Bob":              {"B", "o", "b"},
		"e\u0301":          {"é"},
		"x\u0301y":         {"x\u0301", "y"},
		"a\u00a0\tb":       {"a", " ", " ", "b"},
		"👨\u200d👩\u200d👧!": {"👨👩👧", "!"},
		"👍🏽":               {"👍🏽"},
		"🇻🇳🇨🇳":             {"🇻🇳", "🇨🇳"},
		"❤\ufe0f":          {"❤"},
		"\u202eabc\u0000":  {"a", "b", "c"},
		"\u200d":           nil,
		"\u0301":           {"\u0301"},
		"a\xffb":           {"a", "\ufffd", "b"},
		"":                 nil,
	} {
		if diff := cmp.Diff(want, clusters(text)); diff != "" {
			t.Errorf("clusters(%q) (-want +got):\n%s", text, diff)
		}
	}
}

// vietnamese has every letter with every tone.
const vietnamese = "aàảãáạăằẳẵắặâầẩẫấậeèẻẽéẹêềểễếệiìỉĩíịoòỏõóọôồổỗốộơờởỡớợuùủũúụưừửữứựyỳỷỹýỵđ"

// TestAllLetters makes sure that Vietnamese, the Chinese on the board and Latin names are drawn, not replaced by
// placeholders.
func TestAllLetters(t *testing.T) {
	f := newFonts()
	for _, text := range []string{
		vietnamese, strings.ToUpper(vietnamese), "帥仕相俥傌炮兵將士象車馬砲卒帅车马炮将楚河漢界紅黑方勝和困毙",
		"ÀÉÎÕÜßçñøåŁžğİ", "Иван Ωμέγα", "0123456789:·…—“”",
	} {
		for _, c := range clusters(text) {
			if _, _, ok := f.drawn(c); !ok {
				t.Errorf("%s in %q has no shape", c, text)
			}
		}
	}
}

// TestVietnameseLetters makes sure that no two letters look alike, not even in the smallest size of names.
func TestVietnameseLetters(t *testing.T) {
	f := newFonts()
	for _, size := range []float64{13, 19, 24} {
		seen := map[string]string{}
		for _, c := range clusters(vietnamese + strings.ToUpper(vietnamese)) {
			look := fmt.Sprint(f.glyph(c, size).mask)
			if other, ok := seen[look]; ok {
				t.Errorf("in size %v, %s looks like %s", size, c, other)
			}
			seen[look] = c
		}
	}
}

func TestFit(t *testing.T) {
	f := newFonts()
	const name = "Wolfeschlegelsteinhausenbergerdorff"
	whole := f.fit(name, 24, 1e6)
	if len(whole.glyphs) != len(name) {
		t.Fatalf("with enough space %d letters of %d remain", len(whole.glyphs), len(name))
	}
	for width := 0.0; width < whole.width; width += 7 {
		cut := f.fit(name, 24, width)
		if cut.width > width && len(cut.glyphs) > 1 {
			t.Errorf("cut to %.0f, the name is %.1f wide", width, cut.width)
		}
		if len(cut.glyphs) >= len(name) {
			t.Errorf("in %.0f of %.1f pixels the name is not cut", width, whole.width)
		}
	}
	if exact := f.fit(name, 24, whole.width); len(exact.glyphs) != len(name) {
		t.Error("a name that just fits is cut")
	}
}

func TestUnknownCharacters(t *testing.T) {
	f := newFonts()
	for _, text := range []string{"𠮷", "👨\u200d👩", "🇻🇳", "م", "\U000e0fff"} {
		if c := clusters(text); len(c) != 1 || f.hasGlyphs(text) || f.glyph(c[0], 24).mask == nil {
			t.Errorf("%q is not shown as one placeholder", text)
		}
	}
	if f.hasGlyphs("𠮷 👍") || !f.hasGlyphs("𠮷 王") {
		t.Error("hasGlyphs does not distinguish the names that have a glyph")
	}
}

// TestGlyphCacheIsBounded makes sure that rare characters cannot fill the memory.
func TestGlyphCacheIsBounded(t *testing.T) {
	f := newFonts()
	for r := rune(0x4e00); r < 0x4e00+2*maxGlyphs; r++ {
		f.glyph(string(r), 24)
	}
	if n := len(f.glyphs); n > maxGlyphs {
		t.Errorf("%d glyphs are cached, want at most %d", n, maxGlyphs)
	}
}

// TestClustersEnd: a mark ends a sequence of joiners, and clusters are bounded however many marks a text has.
func TestClustersEnd(t *testing.T) {
	if got := clusters("a\u200d\u0301b"); len(got) != 2 || got[1] != "b" {
		t.Errorf("a letter with a mark and another letter become %q", got)
	}
	for _, text := range []string{"a" + strings.Repeat("\u0301", 100_000), strings.Repeat("\u200da", 100_000)} {
		if got := clusters(text); len(got) != 1 || len(got[0]) > 2*maxCluster {
			t.Errorf("%.20q… becomes %d characters, the first of %d bytes", text, len(got), len(got[0]))
		}
	}
}
