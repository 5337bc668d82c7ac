package view

import (
	"slices"
	"strings"
	"testing"

	"xiangqibot/bot/discord"
)

// Discord shows no markdown in alternative text.
func TestAlternativeTextsHaveNoMarkdown(t *testing.T) {
	for marked, want := range map[string]string{
		Escaped("R4-5"): "R4-5", Plain("*Bob_"): Isolated("*Bob_"), "**R4\\-5**: 2 votes": "R4-5: 2 votes", "rook e0 (file 5)": "rook e0 (file 5)",
	} {
		if got := Unmarked(marked); got != want {
			t.Errorf("%q is described as %q, want %q", marked, got, want)
		}
	}
}

// A list that is too long for a message loses whole lines: no link and no mention is cut.
func TestLongListsLoseWholeLines(t *testing.T) {
	line := strings.Repeat("*", 100) + "<@18446744073709551615>"
	text := FitLines(append([]string{"head"}, slices.Repeat([]string{line}, 40)...))
	kept := strings.Split(text, "\n")
	fits, last := text == discord.Cut(text, discord.TextLimit), len(kept)-1
	if !fits || len(kept) < 15 || kept[last] != "…" || kept[last-1] != line {
		t.Errorf("the list is cut to %d lines: %s", len(kept), text)
	}
	if text := FitLines([]string{"head", line}); text != "head\n"+line {
		t.Errorf("a short list is cut to %s", text)
	}
}
