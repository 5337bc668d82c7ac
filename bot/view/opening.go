package view

import (
	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// openingName names an opening in the viewer's language, "" if there is none.
func openingName(w words.Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	switch w.Language() {
	case words.Simplified:
		return o.Name(book.Simplified)
	case words.Traditional:
		return o.Name(book.Traditional)
	case words.Vietnamese:
		return o.Name(book.Vietnamese)
	case words.English:
	}
	return o.Name(book.English)
}

// OpeningOf names the opening of a game, "" where it has none that players have a name for.
func OpeningOf(w words.Words, rec *board.Record) string { return openingName(w, book.OpeningOf(rec)) }
