package game_test

import (
	"strings"
	"testing"
	"unicode"

	"pgregory.net/rapid"

	"xiangqibot/bot/game"
)

func TestSanitize(t *testing.T) {
	for text, want := range map[string]string{
		"红 Alice":                         "红 Alice",
		"Nguyễn Văn Cường":                "Nguyễn Văn Cường",
		"\u202Ecilá\u202C":                "cilá",
		"a\u2066b\u2069\u061Cc\u200E":     "abc",
		"two\nlines\t\u2028 three\u00A0":  "two lines three",
		"\u200B\uFEFF\u2060x\u00AD\u0000": "x",
		"\u3164\u115F\u2800":              "", // looks empty, and is
		"👨\u200D👩\u200D👧 ❤\uFE0F":         "👨\u200D👩\u200D👧 ❤\uFE0F",
		"می\u200Cخواهم":                   "می\u200Cخواهم",
		"\u200Da\u200D\u200D b\u200D":     "a b",
		"":                                "",
	} {
		if got := game.Sanitize(text); got != want {
			t.Errorf("Sanitize(%q) = %q, want %q", text, got, want)
		}
	}
}

// Whatever a text holds, what is left of it is one line of visible characters, and tidying it again changes nothing.
func TestSanitizeLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		odd := rapid.SampledFrom([]rune("ab象 \n\t\u200B\u200C\u200D\u202E\u2066\u2069\u00AD\uFEFF\u3164\u0301\U000E0041"))
		text := rapid.OneOf(rapid.String(), rapid.StringOf(odd)).Draw(t, "text")
		got := game.Sanitize(text)
		if again := game.Sanitize(got); again != got {
			t.Fatalf("%q becomes %q, and then %q", text, got, again)
		}
		if strings.Contains(got, "  ") || strings.TrimSpace(got) != got {
			t.Fatalf("%q becomes %q", text, got)
		}
		for _, r := range got {
			if r != ' ' && r != '\u200c' && r != '\u200d' && (unicode.IsSpace(r) || unicode.Is(unicode.C, r)) {
				t.Fatalf("%q keeps %U", text, r)
			}
		}
	})
}
