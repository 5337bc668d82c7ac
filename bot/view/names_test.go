package view

import (
	"testing"

	"xiangqibot/bot/view/viewtest"
)

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
