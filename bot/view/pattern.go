package view

import (
	"strings"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/pattern"
)

// mostNames is how many names of a mate are given: the first says most, and a third says nothing new.
const mostNames = 2

// CheckmateText says that the side to move is mated, and what players call such a mate: "Checkmate · Horse-Cannon!".
func CheckmateText(rec *board.Record, w words.Words) string {
	names := MateNames(w, pattern.Names(rec))
	if names == "" {
		return w.Say("end.checkmate")
	}
	return w.Say("mate.named", words.Vars{"Names": names})
}

// MateNames are what players call a mate, "" for one without a name.
func MateNames(w words.Words, names []pattern.Name) string {
	var texts []string
	for _, n := range names[:min(len(names), mostNames)] {
		texts = append(texts, w.Say("mate."+n.String()))
	}
	return strings.Join(texts, " · ")
}

// MotifName returns the players' name of a motif, "" for none.
func MotifName(w words.Words, m pattern.Motif) string {
	if m == pattern.NoMotif {
		return ""
	}
	return w.Say("motif." + m.String())
}

// openingLanguages are the languages in which openings have names, as phrase files call them.
var openingLanguages = map[string]book.Language{
	"en": book.English, "vi": book.Vietnamese, "zh-CN": book.Simplified, "zh-TW": book.Traditional,
}

// OpeningName names an opening in the language that the viewer's phrase files name for it, "" if there is none.
func OpeningName(w words.Words, o *book.Opening) string {
	if o == nil {
		return ""
	}
	if lang, ok := openingLanguages[w.Say("language.openings")]; ok {
		return o.Name(lang)
	}
	return o.Name(book.English)
}

// OpeningOf returns the name of a game's opening, "" if it has none.
func OpeningOf(w words.Words, rec *board.Record) string { return OpeningName(w, book.OpeningOf(rec)) }
