package view

import (
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// openingLanguages are the languages in which openings have names, as phrase files call them.
var openingLanguages = map[string]book.Language{
	"en": book.English, "vi": book.Vietnamese, "zh-CN": book.Simplified, "zh-TW": book.Traditional,
}

// openingName names an opening in the language that the viewer's phrase files name for it, "" if there is none.
func openingName(w words.Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	if lang, ok := openingLanguages[w.Say("language.openings")]; ok {
		return o.Name(lang)
	}
	return o.Name(book.English)
}

// OpeningOf returns the name of a game's opening, "" if it has none.
func OpeningOf(w words.Words, rec *board.Record) string { return openingName(w, book.OpeningOf(rec)) }
