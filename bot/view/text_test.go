package view

import (
	"slices"
	"strings"
	"testing"
	"time"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/view/viewtest"
	"xiangqibot/bot/words"
)

// A sentence begins with a capital, but for one that begins with coordinates.
func TestCoordinatesStaySmall(t *testing.T) {
	for text, want := range map[string]string{"b0c2 takes": "b0c2 takes", "horse b0": "Horse b0", "đi": "Đi", "马": "马", "": ""} {
		if got := Capital(text); got != want {
			t.Errorf("%q begins a sentence as %q, want %q", text, got, want)
		}
	}
}

// A name that is written from right to left keeps its direction to itself.
func TestNamesAreIsolated(t *testing.T) {
	for name, isolated := range map[string]bool{"Alice": false, "电脑": false, "אליס": true, "علي": true, "Bob علي": true} {
		if got := Isolated(name) != name; got != isolated {
			t.Errorf("%q is isolated: %v", name, got)
		}
	}
}

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

func TestPointsInWords(t *testing.T) {
	for points, want := range map[float64]string{0: "0", 0.5: "½", 1: "1", 1.5: "1½", 2: "2"} {
		if got := PointsText(points); got != want {
			t.Errorf("%v points are written %q, want %q", points, got, want)
		}
	}
}

func TestDurationInWords(t *testing.T) {
	w := viewtest.Phrases(t).In(words.English)
	for want, d := range map[string]time.Duration{
		"0 s": 0, "59 s": 59*time.Second + 999*time.Millisecond, "1 min": time.Minute, "14 min 5 s": 14*time.Minute + 5*time.Second,
		"1 h": time.Hour + 59*time.Second, "1 day": 24 * time.Hour, "1 day 1 h": 25*time.Hour + 59*time.Minute, "60 days": 60 * 24 * time.Hour,
	} {
		if got := DurationText(w, d); got != want {
			t.Errorf("%v is %q, want %q", d, got, want)
		}
	}
}

// Each language names the notation that is usual in it and the language in which it has names of openings.
func TestEveryLanguageNamesItsNotation(t *testing.T) {
	for _, lang := range viewtest.Phrases(t).Languages() {
		w := viewtest.Phrases(t).In(lang)
		if text := w.Say("language.notation"); StyleOf("", w).String() != text {
			t.Errorf("%s: language.notation: there is no notation %s", lang, text)
		}
		text := w.Say("language.openings")
		if _, known := openingLanguages[text]; !known {
			t.Errorf("%s: language.openings: openings have no names in %s", lang, text)
		}
	}
}
