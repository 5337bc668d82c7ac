package notation

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxText is the maximum length, in bytes, of a text that [Parse] accepts. The longest spelling with a move number and
// annotations has about half of it.
const MaxText = 64

// script is a move text in the few characters that the grammar knows: Latin letters in upper case, ASCII digits, + - =
// . / and one Chinese character for each piece, direction and place. Chinese pieces stay apart from Latin letters,
// because a letter may also be a file.
type script struct {
	r [MaxText]rune
	n int
	// moveStart is where the move begins if the digits in front are a move number, otherwise 0: "15.6" is the first
	// pawn of the fifth file, "15. 炮二平五" the fifteenth move.
	moveStart int
}

// move returns the text without a move number. Leading digits are one only if a complete move follows.
func (s *script) move() []rune {
	if s.n-s.moveStart >= shortest {
		return s.r[s.moveStart:s.n]
	}
	return s.r[:s.n]
}

const (
	maxNumber = 3 // digits of a move number
	shortest  = 4 // characters of the shortest complete move
)

// trimAnnotations removes annotations such as !? after the move, which itself ends in a digit. A plus sign is a check
// mark if the rest can be a move without it.
func (s *script) trimAnnotations() {
	for s.n > 0 && (strings.ContainsRune("!?.,:)…#", s.r[s.n-1]) || s.r[s.n-1] == '+' && s.n > shortest) {
		s.n--
	}
}

// normalize reads text into s. It returns the first part that belongs to no notation as bad.
func (s *script) normalize(text string) (bad string) {
	const (
		inNumber    = iota // only digits so far
		afterNumber        // digits, then a space or a mark: perhaps a move number
		inMove
	)
	state, number, tail := inNumber, 0, 0
	for i, raw := range text {
		r, tone := fold(raw), rune(0)
		if r == unknown {
			r, tone = foldAccented(text[i:])
		}
		switch {
		case r == skip:
			if state == inNumber && s.n > 0 {
				state, number, tail = afterNumber, s.n, s.n
			}
			continue
		case r == unknown:
			return text[i:endOfUnknown(text, i)]
		case r == acute || r == dotBelow:
			s.mark(r)
			continue
		case state == inNumber && !isNumeral(raw):
			state = inMove
			if strings.ContainsRune(".:),…", r) {
				state, number, tail = afterNumber, s.n, s.n+1
			}
		case state == afterNumber:
			if strings.ContainsRune(".:),…", r) && tail == s.n {
				tail++
			} else {
				state = inMove
			}
		}
		s.r[s.n] = r
		s.n++
		s.mark(tone)
	}
	soleDot := tail == 1 && s.r[0] == '.' // ".P=6" is a middle pawn
	if state == inMove && number <= maxNumber && !soleDot {
		s.moveStart = tail
	}
	return ""
}

// mark applies a tone to the preceding letter if it distinguishes two words: Tướng is the king, Tượng the elephant. All
// other Vietnamese diacritics are dropped, because many people type without them.
func (s *script) mark(tone rune) {
	switch {
	case s.n == 0 || s.r[s.n-1] != 'O':
	case tone == acute:
		s.r[s.n-1] = 'Ó'
	case tone == dotBelow:
		s.r[s.n-1] = 'Ọ'
	}
}

const (
	skip    rune = -1 // ignored: spaces, invisible characters, accents
	unknown rune = -2 // belongs to no notation

	acute    rune = '\u0301'
	dotBelow rune = '\u0323'
)

// isNumeral reports whether r is an Arabic digit, ASCII or full-width, as in move numbers.
func isNumeral(r rune) bool { return '0' <= r && r <= '9' || '０' <= r && r <= '９' }

// endOfUnknown returns the end of a run of unknown characters.
func endOfUnknown(text string, from int) int {
	for i, raw := range text[from:] {
		r := fold(raw)
		if r == unknown {
			r, _ = foldAccented(text[from+i:])
		}
		if r != unknown {
			return from + i
		}
	}
	return len(text)
}

// foldAccented folds the first character of text to its base letter, and returns its tone if that is the acute or the
// dot below. It also folds the Chinese compatibility characters of old code pages.
func foldAccented(text string) (r, tone rune) {
	parts := norm.NFD.PropertiesString(text).Decomposition()
	bare, n := utf8.DecodeRune(parts)
	if n == 0 {
		return unknown, 0
	}
	for _, mark := range string(parts[n:]) {
		switch f := fold(mark); f {
		case acute, dotBelow:
			tone = f
		case unknown:
			return unknown, 0
		}
	}
	return fold(bare), tone
}

// fold maps every way to write a character to one of them.
func fold(r rune) rune {
	const fullWidth = 'Ａ' - 'A'
	if '！' <= r && r <= '～' {
		r -= fullWidth
	}
	switch {
	case 'a' <= r && r <= 'z':
		return r - 'a' + 'A'
	case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
		return r
	}
	switch r {
	case '+', '-', '=', '.', '/', '!', '?', ',', ':', ')', '#', acute, dotBelow:
		return r
	case '−', '‐', '‑', '‒', '–', '—', '―', 'ー':
		return '-'
	case '\u0338': // a stroke through a sign makes it another: ≠
		return unknown
	case '·', '。':
		return '.'
	case '…', '⋯':
		return '…'
	case '、', ';':
		return ','
	case '‼', '⁇', '⁈', '⁉':
		return '!'
	}
	if usual := Han(r); usual != 0 {
		return usual
	}
	if unicode.IsSpace(r) || unicode.In(r, unicode.Cf, unicode.Mn) {
		return skip
	}
	return unknown
}

// Han returns the character by which one is read that may be in a Chinese move: 车 for 車, 俥 and 伡, 进 for 進 and 上, the
// digit 1 for 一 and 壹. It is 0 for every other character.
func Han(r rune) rune { return hanForms[r] }

// hanForms are those characters, each with the one by which it is read.
var hanForms = func() map[rune]rune {
	read := map[rune]rune{}
	for as, forms := range map[rune]string{
		'帅': "帅帥将將🩠🩧", // the last two are Unicode's signs of the game, Red's and Black's
		'仕': "仕士🩡🩨", '相': "相象🩢🩩", '马': "马馬傌㐷🩣🩪", '车': "车車俥伡🩤🩫", '炮': "炮砲包礮🩥🩬", '兵': "兵卒卆🩦🩭",
		'进': "进進上", '退': "退下", '平': "平", '前': "前", '中': "中", '后': "后後",
		'1': "一壹", '2': "二贰貳", '3': "三叁參叄", '4': "四肆", '5': "五伍", '6': "六陆陸", '7': "七柒", '8': "八捌", '9': "九玖",
	} {
		for _, form := range forms {
			read[form] = as
		}
	}
	return read
}()
