package notation

import (
	"errors"
	"slices"
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

// parseWords reads a move in words.
func parseWords(p *board.Position, text string, s Style) (board.Move, error) {
	put, last, ok := translateWords(text)
	put = strings.ReplaceAll(put, takesPiece, "")
	if !ok || last != "" || len(put) > MaxText {
		return noMove(text)
	}
	piece, point, goes := strings.Cut(put, toPoint)
	if !goes {
		m, err := parse(p, put, s)
		return m, withText(err, text)
	}
	if spellings := withoutTo(p, piece, point, s); len(spellings) > 0 {
		return parseAny(p, spellings, text, s)
	}
	return arrive(p, text, piece, point, s)
}

// reach returns the one legal move of a piece of a kind to one of the points. If there is none, the reason is the one
// that comes nearest.
func reach(p *board.Position, text string, k board.Kind, points ...board.Square) (board.Move, error) {
	var fits []board.Move
	for _, m := range p.LegalMoves(nil) {
		if slices.Contains(points, m.To()) && p.At(m.From()).Kind() == k {
			fits = append(fits, m)
		}
	}
	switch own := newLineup(p, p.SideToMove(), k); {
	case len(fits) == 1:
		return fits[0], nil
	case len(fits) > 1:
		return board.NoMove, &AmbiguousError{Text: text, Candidates: fits}
	case own.n == 0:
		return board.NoMove, &IllegalError{Text: text, Piece: board.MakePiece(p.SideToMove(), k), Reason: NoSuchPiece}
	default:
		var nearest *IllegalError
		for _, from := range own.all() {
			for _, to := range points {
				if refusal := explain(p, board.NewMove(from, to)); nearest == nil || refusal.Reason > nearest.Reason {
					nearest = refusal
				}
			}
		}
		nearest.Text = text
		return board.NoMove, nearest
	}
}

// withoutTo spells what "to" leaves open in the other notations: "horse 2 to 3" is 马2进3 or 马2退3, "rook i0 to i1" and
// "i0 to i1" are coordinates. It returns nothing where the halves are of another form, as in "horse to e4", or where
// another piece than the one that is named is on the point.
func withoutTo(p *board.Position, piece, goal string, s Style) []string {
	piece, goal = strings.Join(strings.Fields(piece), ""), strings.Join(strings.Fields(goal), "")
	k, bare := board.NoKind, piece
	for at, r := range piece { // a place may be in front of the name: 前炮
		if k == board.NoKind && kindOf(r) != board.NoKind {
			k, bare = kindOf(r), piece[at+utf8.RuneLen(r):]
		}
	}
	if digits := []rune(goal); len(digits) == 1 && digitOf(digits[0]) != 0 {
		switch {
		case k == board.NoKind:
			return nil
		case isOblique(k):
			return []string{piece + "进" + goal, piece + "退" + goal}
		}
		return []string{piece + "平" + goal}
	}
	from, ok := coordinatesOf([]rune(strings.ToUpper(bare + goal)))
	if !ok {
		return nil
	}
	first, shown := from.explicitFirstRank()
	if !shown {
		first = s.FirstRank()
	}
	if m, ok := from.move(first); !ok || k != board.NoKind && p.At(m.From()).Kind() != k {
		return nil
	}
	return []string{bare + goal}
}

// parseAny reads spellings of which one is meant, and calls them all by the text that was typed. If none is legal, the
// reason is the one that comes nearest.
func parseAny(p *board.Position, spellings []string, text string, s Style) (board.Move, error) {
	var fits []board.Move
	var nearest error
	noFile := false
	for _, spelling := range spellings {
		m, err := parse(p, spelling, s)
		var several *AmbiguousError
		var illegal, before *IllegalError
		switch {
		case err == nil:
			fits = append(fits, m)
		case errors.As(err, &several):
			fits, noFile = append(fits, several.Candidates...), noFile || several.MissingFile
		case nearest == nil, errors.As(err, &illegal) && errors.As(nearest, &before) && illegal.Reason > before.Reason:
			nearest = err
		}
	}
	switch {
	case len(fits) == 1 && !noFile:
		return fits[0], nil
	case len(fits) > 0:
		return board.NoMove, &AmbiguousError{Text: text, Candidates: fits, MissingFile: noFile}
	}
	return board.NoMove, withText(nearest, text)
}

// arrive reads the two halves of "horse to e4". The point is counted as style s does, unless a rank 0 or 10 shows how.
func arrive(p *board.Position, text, piece, point string, s Style) (board.Move, error) {
	name := []rune(strings.TrimSpace(piece))
	if len(name) != 1 {
		return noMove(text)
	}
	file, rank, rest := coordinate([]rune(strings.ToUpper(strings.TrimSpace(point))))
	first, shown := (coordinates{rankA: rank, rankB: rank}).explicitFirstRank()
	if !shown {
		first = s.FirstRank()
	}
	rank -= first
	k := kindOf(name[0])
	if k == board.NoKind || file < 0 || len(rest) > 0 || rank < 0 || rank >= board.Ranks {
		return noMove(text)
	}
	return reach(p, text, k, board.SquareAt(file, rank))
}

// completeWords returns the moves that a text in words can still become.
func completeWords(p *board.Position, typed string, w Dialect) []board.Move {
	put, last, ok := translateWords(typed)
	put = strings.ReplaceAll(put, takesPiece, "")
	if last == "" && !ok || len(typed) > MaxText {
		return nil
	}
	endings := []string{""}
	if last != "" {
		endings = nil
		for word, means := range wordMeanings {
			if strings.HasPrefix(word, last) {
				endings = append(endings, means)
			}
		}
	}
	found := make(map[board.Move]bool)
	for _, ending := range endings {
		text := put + ending
		piece, point, goes := strings.Cut(text, toPoint)
		for _, spelling := range withoutTo(p, piece, point, w.Style) {
			for _, m := range complete(p, spelling, w) {
				found[m] = true
			}
		}
		switch name := []rune(strings.TrimSpace(piece)); {
		case !goes && strings.TrimSpace(text) != "":
			for _, m := range complete(p, text, w) {
				found[m] = true
			}
		case goes && len(name) == 1:
			for _, m := range p.LegalMoves(nil) {
				if p.At(m.From()).Kind() == kindOf(name[0]) && beginsPoint(strings.TrimSpace(point), m.To(), w.Style) {
					found[m] = true
				}
			}
		}
	}
	var moves []board.Move
	for _, m := range complete(p, "", w) { // in the order of a list for people
		if found[m] {
			moves = append(moves, m)
		}
	}
	return moves
}

// beginsPoint reports whether what was typed, in lower case, begins the name of a point as style s counts, or as a rank
// 0 or 10 shows that it is counted.
func beginsPoint(typed string, at board.Square, s Style) bool {
	for first := range 2 {
		number := at.Rank() + first
		if (first == s.FirstRank() || number == 0 || number == board.Ranks) &&
			strings.HasPrefix(strings.ToLower(pointName(at, first)), typed) {
			return true
		}
	}
	return false
}

// withText gives an error the text that was typed.
func withText(err error, text string) error {
	switch e := err.(type) { //nolint:errorlint // parse wraps nothing
	case *IllegalError:
		e.Text = text
	case *AmbiguousError:
		e.Text = text
	}
	return err
}
