package view

import (
	"slices"
	"strings"

	"xiangqibot/bot/discord"
	"xiangqibot/bot/game"
	"xiangqibot/bot/game/clocks"
	"xiangqibot/bot/words"
	"xiangqibot/engine"
	"xiangqibot/engine/board"
	"xiangqibot/engine/book"
	"xiangqibot/engine/pattern"
	"xiangqibot/engine/rules"
)

// This file names sides, pieces, levels, rules, results, mates and openings in the language of a reader.

func ofSide[T any](c board.Color, red, black T) T {
	if c == board.Red {
		return red
	}
	return black
}

// SideName names a side.
func SideName(w words.Words, c board.Color) string { return w.Say(ofSide(c, "side.red", "side.black")) }

// SideShort names a side as shortly as the language can, beside a piece or in a verdict.
func SideShort(w words.Words, c board.Color) string {
	return w.Say(ofSide(c, "side.red-short", "side.black-short"))
}

// TurnText says which side is to move.
func TurnText(w words.Words, c board.Color) string { return w.Say(ofSide(c, "turn.red", "turn.black")) }

// Disc is a sign for a side that everybody's Discord can show.
func Disc(c board.Color) string { return ofSide(c, "🔴", "⚫") }

// Colors of the edge of an embed: the side to move, or the winner.
const (
	RedEdge   = 0xC0392B
	blackEdge = 0x23272A
	DrawEdge  = 0x95A5A6
)

// EdgeColor is the color of the edge of an embed about a side.
func EdgeColor(c board.Color) int { return ofSide(c, RedEdge, blackEdge) }

// PieceName names a piece; n is how many, for languages with plurals. NoPiece has no name.
func PieceName(w words.Words, p board.Piece, n int) string {
	if p == board.NoPiece {
		return ""
	}
	return w.Count("piece."+p.Color().String()+"."+p.Kind().String(), n)
}

// SidedPieces names pieces with their side, those of a kind together: "Red's rook", 红车.
func SidedPieces(w words.Words, pieces []board.Piece) string {
	var names []string
	for i, p := range pieces {
		if slices.Contains(pieces[:i], p) {
			continue
		}
		n := 0
		for _, other := range pieces {
			if other == p {
				n++
			}
		}
		names = append(names, w.Say("piece.sided", words.Vars{
			"Side": SideShort(w, p.Color()), "Piece": PieceName(w, p, n),
		}))
	}
	return w.List(names)
}

// byWorth lists the kinds of pieces, the king first and then the strongest.
var byWorth = [...]board.Kind{board.King, board.Rook, board.Cannon, board.Horse, board.Pawn, board.Elephant, board.Advisor}

// Pieces lists the pieces of both sides, Red's first, each in the order of [byWorth].
func Pieces() (list []board.Piece) {
	for _, c := range []board.Color{board.Red, board.Black} {
		for _, kind := range byWorth {
			list = append(list, board.MakePiece(c, kind))
		}
	}
	return list
}

// LevelName names a level of the bot: "level 5, club player".
func LevelName(w words.Words, level engine.Level) string {
	if level == game.LevelOutside {
		return w.Say("level.outside") // nobody knows now which one it was
	}
	if level < engine.LevelMin || level > engine.LevelMax {
		return level.String()
	}
	return w.Say("level.text", words.Vars{"Number": level.String(), "Name": w.Say("level.name-" + level.String())})
}

// OutsideName marks the name of an engine that is not the bot's own.
func OutsideName(name string, w words.Words) string {
	return w.Say("level.outside-named", words.Vars{"Engine": Plain(name)})
}

// ClassName names a class of games.
func ClassName(w words.Words, c clocks.Class) string { return w.Say("class." + c.String()) }

// RulesetName names the rules by which a game is judged: "Asian rules".
func RulesetName(w words.Words, ruleset rules.Ruleset) string { return w.Say("rules." + ruleset.Name) }

// OutcomeText is the result of a game that is over, in two words: "Red wins".
func OutcomeText(w words.Words, o rules.Outcome) string {
	switch o {
	case rules.RedWins:
		return w.Say("result.red-wins")
	case rules.BlackWins:
		return w.Say("result.black-wins")
	case rules.Ongoing:
		return w.Say("result.aborted")
	default:
		return w.Say("result.draw")
	}
}

// ResultColor is the color of the edge of an embed about a game that is over.
func ResultColor(o rules.Outcome) int {
	if loser, decided := o.Loser(); decided {
		return EdgeColor(loser.Opponent())
	}
	return DrawEdge
}

// ResultMark is a result as tables write it, Red's score first.
func ResultMark(o rules.Outcome) string {
	switch o {
	case rules.RedWins:
		return "1-0"
	case rules.BlackWins:
		return "0-1"
	case rules.Draw:
		return "½-½"
	case rules.Ongoing: // called off
	}
	return "–"
}

// maxMateNames is how many names of a mate are given: the first says most, and a third says nothing new.
const maxMateNames = 2

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
	for _, n := range names[:min(len(names), maxMateNames)] {
		texts = append(texts, w.Say("mate."+string(n)))
	}
	return strings.Join(texts, " · ")
}

// MotifName returns the players' name of a motif, "" for none.
func MotifName(w words.Words, m pattern.Motif) string {
	if m == pattern.NoMotif {
		return ""
	}
	return w.Say("motif." + string(m))
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

// Label is a short text that is produced in every language, since the definition of a command has all languages at
// once.
type Label func(words.Words) string

// Phrase returns the label with the text of a phrase.
func Phrase(key string) Label { return func(w words.Words) string { return w.Say(key) } }

// LevelLabel labels a level of the bot with its rating, which shows how large the steps are.
func LevelLabel(level engine.Level) Label {
	return func(w words.Words) string {
		text := w.Say("level.choice", words.Vars{"Level": LevelName(w, level), "Rating": Rounded(level.Rating())})
		return discord.Cut(text, discord.ChoiceNameLimit)
	}
}

// OutsideLabel labels the outside engine by its name.
func OutsideLabel(name string) Label {
	return func(w words.Words) string { return discord.Cut(OutsideName(name, w), discord.ChoiceNameLimit) }
}
