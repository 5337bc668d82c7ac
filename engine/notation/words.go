package notation

import (
	"cmp"
	"strings"
	"unicode"
	"unicode/utf8"

	"xiangqibot/engine/board"
)

// Pinyin and English name a move in words: "pao 2 ping 5", "cannon 2=5", "horse to e4", "horse 2 to 3", "rook i0 to
// i1". They are read where nothing else reads the text: each word is put into its character, and what comes of that is
// read like every other spelling. A text with a word that is in neither list is no move.

// wordMeanings are the words in lower case with the characters that they stand for. Words that mean nothing in a move
// have an empty string.
var wordMeanings = map[string]string{
	"pao": "炮", "ma": "马", "che": "车", "ju": "车", "xiang": "相", "shi": "仕", "shuai": "帅", "jiang": "帅", "bing": "兵",
	"zu": "兵", "ping": "平", "jin": "进", "tui": "退", "qian": "前", "zhong": "中", "hou": "后",
	"yi": "1", "er": "2", "san": "3", "si": "4", "wu": "5", "liu": "6", "qi": "7", "ba": "8", "jiu": "9",

	"cannon": "炮", "horse": "马", "knight": "马", "rook": "车", "chariot": "车", "elephant": "相", "bishop": "相",
	"minister": "相", "advisor": "仕", "adviser": "仕", "guard": "仕", "king": "帅", "general": "帅", "pawn": "兵",
	"soldier": "兵", "front": "前", "middle": "中", "rear": "后", "back": "退", "backward": "退", "backwards": "退",
	"retreat": "退", "retreats": "退", "forward": "进", "forwards": "进", "advance": "进", "advances": "进",
	"sideways": "平", "across": "平", "traverse": "平", "traverses": "平", "level": "平",
	"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
	"equals": "平", "equal": "平", "plus": "进", "minus": "退",
	"on": "", "file": "", "the": "", "moves": "", "goes": "", "to": toPoint,
	"take": takesPiece, "takes": takesPiece, "capture": takesPiece, "captures": takesPiece,
}

// IsPieceName reports whether a word in letters is the name of a piece in Vietnamese, pinyin or English: Pháo, pao,
// cannon. Abbreviations are none.
func IsPieceName(word string) bool {
	return isWordFor(word, vietnamesePieces, func(r rune) bool { return kindOf(r) != board.NoKind })
}

// IsPlaceName reports whether a word in letters distinguishes a piece from another on its file: trước, hou, rear.
func IsPlaceName(word string) bool {
	return isWordFor(word, vietnamesePlaces, func(r rune) bool { return placeOf(r) != anyPlace })
}

// isWordFor reports whether a text of two letters or more is one of these in Vietnamese, or a spoken one whose
// character is of that kind.
func isWordFor(text string, these []word, ofKind func(rune) bool) bool {
	var in script
	if len(text) > MaxText || in.normalize(text) != "" || in.n < 2 {
		return false
	}
	for _, w := range these {
		if n, whole := commonPrefix(in.r[:in.n], w.text); whole && n == in.n {
			return true
		}
	}
	means, _ := utf8.DecodeRuneInString(wordMeanings[strings.ToLower(text)])
	return means > unicode.MaxASCII && ofKind(means)
}

// Signs for words for which no notation has one.
const (
	toPoint    = ">" // between a piece and the point or file to which it goes
	takesPiece = "×" // between a piece and what it captures
)

// translateWords puts a text of words into characters. last is the word at its end, empty if the text goes on after it:
// it may be the beginning of a word. It reports false where some other word is none of these, or there is no word
// at all.
func translateWords(text string) (put, last string, ok bool) {
	var out strings.Builder
	lower := []rune(strings.ToLower(text))
	for i := 0; i < len(lower); {
		if lower[i] > unicode.MaxASCII || !unicode.IsLetter(lower[i]) {
			out.WriteRune(lower[i])
			i++
			continue
		}
		end := i
		for end < len(lower) && lower[end] <= unicode.MaxASCII && unicode.IsLetter(lower[end]) {
			end++
		}
		word := string(lower[i:end])
		switch means, known := wordMeanings[word]; {
		case known:
			out.WriteString(means)
			ok = true
		case len(word) == 1 && 'a' <= word[0] && word[0] <= 'i' &&
			(strings.Contains(out.String(), toPoint) || end < len(lower) && unicode.IsDigit(lower[end])):
			out.WriteString(word) // the letter of a point
		case end == len(lower):
			last = word
		default:
			return "", "", false
		}
		i = end
	}
	return out.String(), last, ok
}

// parse reads a text in any notation, and then as words of pinyin and English.
func (w Dialect) parse(p *board.Position, text string) (board.Move, error) {
	m, err := w.parseNotation(p, text)
	if isSyntax(err) && len(text) <= MaxText {
		if spoken, why := w.parseWords(p, text); !isSyntax(why) {
			return spoken, why
		}
	}
	return m, err
}

// parseWords reads a move in words.
func (w Dialect) parseWords(p *board.Position, text string) (board.Move, error) {
	put, last, ok := translateWords(text)
	put = strings.ReplaceAll(put, takesPiece, "")
	if !ok || last != "" || len(put) > MaxText {
		return noMove(text)
	}
	piece, goal, goes := strings.Cut(put, toPoint)
	if !goes {
		m, err := w.parseNotation(p, put)
		return m, withText(err, text)
	}
	found := candidates{p: p}
	if !found.toFile(piece, goal) {
		found.toPoint(piece, goal, w.Style)
	}
	return found.one(text)
}

// toFile adds what "to" and a file leave open: "horse 2 to 3" is 马2进3 or 马2退3. It returns false where the halves are
// of another form.
func (c *candidates) toFile(piece, goal string) bool {
	piece, goal = withoutBlanks(piece), withoutBlanks(goal)
	isKind := func(r rune) bool { return kindOf(r) != board.NoKind }
	d, ok := describe([]rune(piece + "平" + goal))
	if !ok || !strings.ContainsFunc(piece, isKind) {
		return false
	}
	ways := []direction{sideways}
	if isOblique(d.kind) {
		ways = []direction{forward, back}
	}
	for _, d.dir = range ways {
		c.describe(d)
	}
	return true
}

// toPoint adds the moves of a kind of piece to a point, "horse to e4", or the one between two points, which may have the
// name of the piece before them: "rook i0 to i1".
func (c *candidates) toPoint(piece, goal string, s Style) {
	piece, goal = withoutBlanks(piece), withoutBlanks(goal)
	name, n := utf8.DecodeRuneInString(piece)
	k, from := kindOf(name), piece
	if k != board.NoKind {
		from = piece[n:]
	}
	points, ok := coordinatesOf([]rune(strings.ToUpper(cmp.Or(from, goal) + goal)))
	m, onBoard := points.moveAs(s)
	switch {
	case !ok || !onBoard || k == board.NoKind && from == "":
	case from == "":
		c.reach(k, m.To())
	case k == board.NoKind || k == c.p.At(m.From()).Kind():
		c.try(m)
	}
}

func withoutBlanks(text string) string { return strings.Join(strings.Fields(text), "") }
