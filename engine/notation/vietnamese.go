package notation

import "xiangqibot/engine/board"

// Vietnamese names the same four things as Chinese in the same order, in letters and signs of its own: P2-5 is 炮2平5.
// Reading puts the characters in their place and leaves the rest to describe.
//
// Its letters mean other pieces to WXF (P is the cannon here and the pawn there) and two of its signs other directions
// ("." is forward here and sideways there), so a text is Vietnamese as a whole or not at all. Some write its letters
// with two signs of WXF, M8+7 and X9=8: those mean the same to both. The third, "-" for back, is sideways here.

// word is a Vietnamese word or its abbreviation in capitals, with the character that it means.
type word struct {
	text  string
	means rune
}

// tuong is the word for two pieces that only its tone distinguishes. Typed without, it means itself.
const tuong = 'T'

// Longer words come before those that they begin with. Of the accents normalize keeps only those on an O.
var (
	vietnamesePieces = []word{
		{"PHAO", '炮'}, {"P", '炮'},
		{"MA", '马'}, {"M", '马'},
		{"XE", '车'}, {"XA", '车'}, {"X", '车'},
		{"SOAI", '帅'},
		{"SI", '仕'}, {"SY", '仕'}, {"S", '仕'},
		{"TUÓNG", '帅'}, {"TG", '帅'},
		{"TUỌNG", '相'}, {"VOI", '相'}, {"V", '相'},
		{"TUONG", tuong},
		{"TÓT", '兵'}, {"TOT", '兵'}, {"CHÓT", '兵'}, {"CHOT", '兵'}, {"C", '兵'}, {"BINH", '兵'}, {"B", '兵'},
		{"T", '相'},
	}
	vietnameseDirections = []word{
		{"TAN", '进'}, {"TIEN", '进'}, {".", '进'}, {"+", '进'},
		{"THOAI", '退'}, {"THÓI", '退'}, {"THOI", '退'}, {"LUI", '退'}, {"/", '退'},
		{"BINH", '平'}, {"-", '平'}, {"=", '平'},
	}
	vietnamesePlaces = []word{
		{"TRUÓC", '前'}, {"TRUOC", '前'}, {"T", '前'},
		{"GIUA", '中'}, {"G", '中'},
		{"SAU", '后'}, {"S", '后'},
	}
)

// describeVietnamese reads a script as Vietnamese: P2-5, Pt.1, Bt4-5, Pháo 2 bình 5.
func describeVietnamese(r []rune) (d description, ok bool) {
	var put [5]rune // the longest is 兵前4平5
	piece, r := takeWord(r, vietnamesePieces)
	if piece == 0 {
		return d, false
	}
	put[0] = piece
	n := 1
	for ; len(r) > 0 && n < len(put); n++ {
		if digitOf(r[0]) != 0 {
			put[n], r = r[0], r[1:]
			continue
		}
		// Directions first: "P tấn 2" goes forward and is no front cannon.
		if put[n], r = takeWord(r, vietnameseDirections); put[n] == 0 {
			if put[n], r = takeWord(r, vietnamesePlaces); put[n] == 0 {
				return d, false
			}
		}
	}
	if len(r) > 0 {
		return d, false
	}
	if piece == tuong {
		put[0] = '帅'
		if d, ok = describe(put[:n]); !ok || d.omitsFile() {
			return d, false // it could be either piece
		}
		if !d.fitsKing() {
			d.kind = board.Elephant
		}
		return d, true
	}
	return describe(put[:n])
}

// fitsKing reports whether the description fits a king or else can only be an elephant's: kings are on files 4 to 6 and
// go one or two steps, elephants are on odd files and go to others.
func (d description) fitsKing() bool {
	return d.dir == sideways || d.file == 4 || d.file == 6 || d.file == 5 && d.number <= 2
}

// takeWord takes the first word that r begins with off it, and returns what it means, 0 if there is none.
func takeWord(r []rune, words []word) (means rune, rest []rune) {
	for _, w := range words {
		if n, whole := commonPrefix(r, w.text); whole {
			return w.means, r[n:]
		}
	}
	return 0, r
}

// commonPrefix counts the letters that r and a word have in common from their beginnings, and reports whether that is
// the whole word.
func commonPrefix(r []rune, word string) (n int, whole bool) {
	for _, want := range word {
		if n == len(r) || r[n] != want {
			return n, false
		}
		n++
	}
	return n, true
}

// isVietnamesePrefix compares what was typed with the beginning of a spelling in Chinese characters and digits, each of
// which may be typed as any of its Vietnamese words.
func isVietnamesePrefix(typed []rune, spelling ...rune) bool {
	if len(typed) == 0 || len(spelling) == 0 {
		return len(typed) == 0
	}
	want, rest := spelling[0], spelling[1:]
	words := vietnamesePieces
	switch {
	case digitOf(want) != 0:
		return typed[0] == want && isVietnamesePrefix(typed[1:], rest...)
	case directionOf(want) != 0:
		words = vietnameseDirections
	case placeOf(want) != 0:
		words = vietnamesePlaces
	}
	for _, w := range words {
		if w.means != want && (w.means != tuong || want != '帅' && want != '相') {
			continue
		}
		if n, whole := commonPrefix(typed, w.text); n == len(typed) || whole && isVietnamesePrefix(typed[n:], rest...) {
			return true
		}
	}
	return false
}

const (
	vietnameseSigns = "?./-"
	vietnamesePlace = "?tgs"
)

var vietnameseLetters = [...]string{
	board.King: "Tg", board.Advisor: "S", board.Elephant: "T", board.Horse: "M", board.Rook: "X", board.Cannon: "P", board.Pawn: "B",
}

// writeVietnamese writes a move as P2-5. Vietnamese books have no rule for pawns on two tandem files or for four on
// one; here they get the place or the count and the file, in the order of the other names: Bt4-5, B24-5.
func writeVietnamese(p *board.Position, m board.Move) string {
	n := nameOf(p, m)
	buf := append(make([]byte, 0, 8), vietnameseLetters[n.kind]...)
	switch {
	case n.isByFile():
		buf = append(buf, digit(n.file))
	case n.alike <= 3 || n.onFile == 1 || n.onFile == n.alike:
		buf = append(buf, vietnamesePlace[placeAmong(n.onFile, n.alike)])
		if n.tandems > 1 {
			buf = append(buf, digit(n.file))
		}
	default:
		buf = append(buf, digit(n.onFile), digit(n.file))
	}
	return string(append(buf, vietnameseSigns[n.dir], digit(n.number)))
}
