package paste

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Scanner cuts the text of a record into words, comments and parentheses. It looks at every byte once.
type Scanner struct {
	text string
	at   int // the index at which the next token begins
	line int // the line of at, from 1
	// lineStart means that only blanks are before at on its line.
	lineStart bool
	// pasted means that people wrote the text, and not a program.
	pasted bool
	// mixed is for a pasted text with Chinese digits as well as others.
	mixed bool
	// enclosed is for a pasted text whose numbers are in brackets.
	enclosed bool
	// tagsFrom is up to where no tag begins: the end of one was looked for in vain.
	tagsFrom int
}

// NewScanner returns a scanner of a text that begins on a line.
func NewScanner(text string, line int) Scanner {
	return Scanner{text: text, line: line, lineStart: true}
}

// near returns the text from a place on, at most so many bytes of it.
func (s *Scanner) near(at, most int) string { return s.text[at:min(len(s.text), at+most)] }

// Rest returns the text that was not scanned.
func (s *Scanner) Rest() string { return s.text[s.at:] }

// TokenKind is what a token is.
type TokenKind uint8

// The kinds of tokens.
const (
	EndOfText  TokenKind = iota
	Word                 // anything between blanks and brackets: a move, a number, a result
	Comment              // text in braces or square brackets, or after a semicolon, without these
	OpenParen            // a variation begins, or a comment
	CloseParen           // and ends
	TagPair              // [Name "value"]: the text is all of it
)

// Token is a word, a comment, a parenthesis or a tag of a text.
type Token struct {
	Kind   TokenKind
	Text   string
	At     int  // the index of its first byte
	Line   int  // from 1
	first  bool // it is the first of its line
	closed bool // a comment that has its end
	toEnd  bool // a comment that ends with its line
}

// Next returns the next token and goes on after it.
func (s *Scanner) Next() Token {
	s.blanks()
	t := Token{At: s.at, Line: s.line, first: s.lineStart, closed: true}
	if s.at == len(s.text) {
		return t
	}
	s.lineStart = false
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch r {
	case '(', '（':
		s.at += size
		t.Kind = OpenParen
	case ')', '）':
		s.at += size
		t.Kind = CloseParen
	case '{', '｛', '【', '「', '［', '〔', '〖':
		s.at += size
		t.Kind = Comment
		t.Text, t.closed = s.upTo(closing[r])
	case ';', '；':
		s.at += size
		t.Kind, t.toEnd = Comment, true
		t.Text = s.rest(s.at)
	case '[':
		if n := s.tag(); n > 0 {
			t.Kind, t.Text = TagPair, s.take(n)
			break
		}
		s.at += size
		t.Kind = Comment
		t.Text = s.take(strings.IndexAny(s.Rest(), "]\n"))
	default:
		t.Kind = Word
		if n := spacedNumber(s.Rest()); s.pasted && n > 0 {
			t.Text = s.take(n)
			break
		}
		t.Text = s.take(strings.IndexFunc(s.Rest(), func(r rune) bool { return isBlank(r) || isBracket(r) }))
	}
	return t
}

// isMoveSeparator reports whether a semicolon parts moves: a move, a number or nothing at all follows it on its line.
// In a PGN it begins a comment.
func (s *Scanner) isMoveSeparator(r rune, size int) bool {
	if r != '；' && (r != ';' || !s.pasted) {
		return false
	}
	const far = 64 // bytes; most moves are nearer
	line, _, _ := strings.Cut(s.near(s.at+size, far), "\n")
	line = strings.TrimLeftFunc(line, func(r rune) bool { return isBlank(r) || r == ';' || r == '；' })
	bare := strings.TrimLeft(line, "(（[【")
	switch {
	case line == "" || isSpokenMove(line):
		return true
	case isNote(line):
		return false
	case len(bare) < len(line): // (2)
		return bracketedNumber.MatchString(bare)
	}
	if end := strings.IndexFunc(line, func(r rune) bool { return isBlank(r) || isBracket(r) }); end >= 0 {
		line = line[:end]
	}
	all := segments(line)
	if len(all) == 0 { // signs alone
		return false
	}
	switch first := all[0]; first.kind {
	case proseSegment:
		return false
	case moveSegment:
		return hanMove(first.text) > 0 || isLatinMove(first.text)
	case numberSegment, dotsSegment, sideSegment:
	}
	return true
}

// isNote recognizes one Chinese move and Chinese words about it, 马二进三是正着: that is said of a move and does not play it.
func isNote(line string) bool {
	n := hanMove(line)
	if n == 0 {
		return false
	}
	words := strings.TrimFunc(line[n:], func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	first, _ := utf8.DecodeRuneInString(words)
	return unicode.Is(unicode.Han, first) && !isResultText(words) && findHan(words) < 0
}

// blanks skips what parts words. A line that begins with % is for other programs.
func (s *Scanner) blanks() {
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		switch {
		case r == '\n':
			s.line++
			s.lineStart = true
			if strings.HasPrefix(s.text[s.at+1:], "%") {
				line, _, _ := strings.Cut(s.text[s.at+1:], "\n")
				size += len(line)
			}
		case isBlank(r), s.isMoveSeparator(r, size):
		default:
			return
		}
		s.at += size
	}
}

// isBlank recognizes what is between words and means nothing.
func isBlank(r rune) bool {
	if r = narrowRune(r); r < utf8.RuneSelf {
		return r <= ' ' || strings.ContainsRune(",}]|<>`\"", r) // also a bracket that nothing opened
	}
	isTableLine := 0x2500 <= r && r < 0x2580
	return isTableLine || strings.ContainsRune("\uFEFF、】」〕〗→⇒➡•●■◆", r) || unicode.IsSpace(r)
}

// isBracket recognizes the brackets and the semicolon, with which something else than a word begins.
func isBracket(r rune) bool { return strings.ContainsRune("([{;【「〔〖)", narrowRune(r)) }

// take takes so many bytes of a line, or all that is left where n is negative.
func (s *Scanner) take(n int) string {
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.at += n
	return s.text[s.at-n : s.at]
}

// rest takes what is from a place on the present line to the end of that line.
func (s *Scanner) rest(from int) string {
	s.take(strings.IndexByte(s.Rest(), '\n'))
	return s.text[from:s.at]
}

// upTo takes the text up to a mark and goes on after it, or takes all.
func (s *Scanner) upTo(mark string) (text string, found bool) {
	text, _, found = strings.Cut(s.text[s.at:], mark)
	s.skip(len(text))
	if found {
		s.at += len(mark)
	}
	return text, found
}

// inParens takes the text up to the parenthesis that closes one just opened.
func (s *Scanner) inParens() (text string, found bool) {
	depth := 1
	for i, r := range s.text[s.at:] {
		switch r {
		case '(', '（':
			depth++
		case ')', '）':
			depth--
		}
		if depth == 0 {
			text = s.text[s.at : s.at+i]
			s.skip(i + utf8.RuneLen(r))
			return text, true
		}
	}
	text = s.text[s.at:]
	s.skip(len(text))
	return text, false
}

// skip goes over text in which lines may end.
func (s *Scanner) skip(n int) {
	s.line += strings.Count(s.text[s.at:s.at+n], "\n")
	s.at += n
}

// closing are the ends of comments by their beginnings.
var closing = map[rune]string{'{': "}", '｛': "｝", '【': "】", '「': "」", '［': "］", '〔': "〕", '〖': "〗"}

var (
	// tagPair is a tag on one line. A quotation mark within the value ends it only where a bracket follows.
	tagPair  = regexp.MustCompile(`^\[([0-9A-Za-z_]+) *"((?:\\[^\n]|[^\\\n])*?)" *\]`)
	tagBegin = regexp.MustCompile(`^\[[0-9A-Za-z_]+ *"`)
)

// tag returns the length of the tag that begins here, 0 if none does.
func (s *Scanner) tag() int {
	if s.at < s.tagsFrom {
		return 0
	}
	text := s.text[s.at:]
	if at := tagPair.FindStringIndex(text); at != nil {
		return at[1]
	}
	if tagBegin.MatchString(text) {
		line, _, _ := strings.Cut(text, "\n")
		s.tagsFrom = s.at + len(line)
	}
	return 0
}

// SplitTag returns the name and the value of a tag. A quotation mark or a backslash may have a backslash before it.
func SplitTag(text string) (name, value string) {
	m := tagPair.FindStringSubmatch(text)
	return m[1], strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(m[2])
}

// soleInBrackets reads a segment alone in brackets, which begin with a token: (1), 【红】.
func soleInBrackets(s Scanner, t Token) (p segment, after Scanner, ok bool) {
	after = s
	switch t.Kind {
	case OpenParen:
		if t = after.Next(); t.Kind != Word || after.Next().Kind != CloseParen {
			return p, after, false
		}
	case Comment:
		if s.text[t.At] == '{' {
			return p, after, false
		}
	default:
		return p, after, false
	}
	if all := segments(strings.TrimSpace(t.Text)); len(all) == 1 {
		return all[0], after, true
	}
	return p, after, false
}
