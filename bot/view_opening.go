package bot

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
)

// openingName names an opening in the reader's language, "" if there is none.
func openingName(w Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	switch w.Language() {
	case Simplified:
		return o.Name(book.Simplified)
	case Traditional:
		return o.Name(book.Traditional)
	case Vietnamese:
		return o.Name(book.Vietnamese)
	case English:
	}
	return o.Name(book.English)
}

// openingOf names the opening of a game, "" where it has none that players have a name for.
func openingOf(w Words, rec *board.Record) string { return openingName(w, book.OpeningOf(rec)) }
