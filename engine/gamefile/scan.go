package gamefile

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner cuts the text of a record into words, comments and parentheses. It looks at every byte once.
type scanner struct {
	text string
	at   int // where the next token begins
	line int // the line of at, from 1
	// fresh tells that only blanks are before at on its line.
	fresh bool
	// pasted tells a text of people from one that programs write.
	pasted bool
	// mixed is for a pasted text with Chinese digits as well as others.
	mixed bool
	// enclosed is for a pasted text whose numbers are in brackets.
	enclosed bool
	// noTag is up to where no tag begins: the end of one was looked for in vain.
	noTag int
}

func newScanner(text string) scanner { return scanner{text: text, line: 1, fresh: true} }

type tokenKind uint8

const (
	theEnd     tokenKind = iota
	aWord                // anything between blanks and brackets: a move, a number, a result
	aComment             // text in braces or square brackets, or after a semicolon, without these
	openParen            // a variation begins, or a comment
	closeParen           // and ends
	aTag                 // [Name "value"]: the text is all of it
)

type token struct {
	kind   tokenKind
	text   string
	at     int // where it begins
	line   int
	first  bool // it is the first of its line
	closed bool // a comment that has its end
	toEnd  bool // a comment that ends with its line
}

// next returns the next token and goes on behind it.
func (s *scanner) next() token {
	s.blanks()
	t := token{at: s.at, line: s.line, first: s.fresh, closed: true}
	if s.at == len(s.text) {
		return t
	}
	s.fresh = false
	r, size := utf8.DecodeRuneInString(s.text[s.at:])
	switch r {
	case '(', '（':
		s.at += size
		t.kind = openParen
	case ')', '）':
		s.at += size
		t.kind = closeParen
	case '{', '｛', '【', '「', '［', '〔', '〖':
		s.at += size
		t.kind = aComment
		t.text, t.closed = s.upTo(closing(r))
	case ';', '；':
		s.at += size
		t.kind, t.toEnd = aComment, true
		t.text = s.rest(s.at)
	case '[':
		if n := s.tag(); n > 0 {
			t.kind, t.text = aTag, s.text[s.at:s.at+n]
			s.at += n
			break
		}
		s.at += size
		t.kind = aComment
		n := strings.IndexAny(s.text[s.at:], "]\n")
		if n < 0 {
			n = len(s.text) - s.at
		}
		t.text = s.text[s.at : s.at+n]
		s.at += n
	default:
		t.kind = aWord
		if n := spacedNumber(s.text[s.at:]); s.pasted && n > 0 {
			t.text = s.text[s.at : s.at+n]
			s.at += n
			break
		}
		t.text = s.word()
	}
	return t
}

// partsMoves reports whether a semicolon parts moves: a move, a number or nothing at all follows it on its line. In a
// PGN it begins a comment.
func (s *scanner) partsMoves(r rune, size int) bool {
	if r != '；' && (r != ';' || !s.pasted) {
		return false
	}
	const far = 64 // bytes; most moves are nearer
	line, _, _ := strings.Cut(s.text[s.at+size:min(s.at+size+far, len(s.text))], "\n")
	line = strings.TrimLeftFunc(line, func(r rune) bool { return separates(r) || r == ';' || r == '；' })
	bare := strings.TrimLeft(line, "(（[【")
	switch {
	case line == "" || isSpokenMove(line):
		return true
	case isNote(line):
		return false
	case len(bare) < len(line): // (2)
		_, n, _ := numeral(bare)
		return n > 0 && strings.IndexAny(bare[n:], ")）]】") == 0
	}
	if end := strings.IndexFunc(line, func(r rune) bool { return separates(r) || opens(r) }); end >= 0 {
		line = line[:end]
	}
	all := parts(line)
	if len(all) == 0 { // signs alone
		return false
	}
	switch first := all[0]; first.kind {
	case prose:
		return false
	case aMove:
		return hanMove(first.text) > 0 || isLatinMove(first.text)
	case aNumber, dots, aSide:
	}
	return true
}

// isNote tells one Chinese move and Chinese words about it, 马二进三是正着: that is said of a move and does not play it.
func isNote(line string) bool {
	n := hanMove(line)
	if n == 0 {
		return false
	}
	words := strings.TrimFunc(line[n:], func(r rune) bool { return unicode.IsSpace(r) || unicode.IsPunct(r) })
	first, _ := utf8.DecodeRuneInString(words)
	_, isResult := resultOf(words)
	return unicode.Is(unicode.Han, first) && !isResult && findHan(words) < 0
}

// blanks skips what parts words. A line that begins with % is for other programs.
func (s *scanner) blanks() {
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		switch {
		case r == '\n':
			s.line++
			s.fresh = true
			if strings.HasPrefix(s.text[s.at+1:], "%") {
				if end := strings.IndexByte(s.text[s.at+1:], '\n'); end >= 0 {
					size = 1 + end
				} else {
					size = len(s.text) - s.at
				}
			}
		case separates(r), s.partsMoves(r, size):
		default:
			return
		}
		s.at += size
	}
}

// separates recognizes what is between words and means nothing.
func separates(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || strings.ContainsRune(",}]|<>`\"", r) // also a bracket that nothing opened
	}
	if isWide(r) {
		return separates(r - wideToNarrow)
	}
	if 0x2500 <= r && r < 0x2580 { // the lines of a drawn table
		return true
	}
	switch r {
	case '\uFEFF', '、', '】', '」', '〕', '〗', '→', '⇒', '➡', '•', '●', '■', '◆':
		return true
	}
	return unicode.IsSpace(r)
}

// opens tells the brackets and the semicolon, with which something else than a word begins.
func opens(r rune) bool {
	switch r {
	case '(', '（', ')', '）', '{', '｛', '[', '【', '「', '［', '〔', '〖', ';', '；':
		return true
	}
	return false
}

// word takes what is up to the next blank or bracket.
func (s *scanner) word() string {
	start := s.at
	for s.at < len(s.text) {
		r, size := utf8.DecodeRuneInString(s.text[s.at:])
		if separates(r) || opens(r) {
			break
		}
		s.at += size
	}
	return s.text[start:s.at]
}

// rest takes what is from a place on the present line to the end of that line.
func (s *scanner) rest(from int) string {
	n := strings.IndexByte(s.text[s.at:], '\n')
	if n < 0 {
		n = len(s.text) - s.at
	}
	s.at += n
	return s.text[from:s.at]
}

// upTo takes the text up to a mark and goes on behind it, or takes all.
func (s *scanner) upTo(mark string) (text string, found bool) {
	text, _, found = strings.Cut(s.text[s.at:], mark)
	s.skip(len(text))
	if found {
		s.at += len(mark)
	}
	return text, found
}

// inParens takes the text up to the parenthesis that closes one just opened.
func (s *scanner) inParens() (text string, found bool) {
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
func (s *scanner) skip(n int) {
	s.line += strings.Count(s.text[s.at:s.at+n], "\n")
	s.at += n
}

func closing(opened rune) string {
	switch opened {
	case '{':
		return "}"
	case '｛':
		return "｝"
	case '【':
		return "】"
	case '［':
		return "］"
	case '〔':
		return "〕"
	case '〖':
		return "〗"
	}
	return "」"
}

// tag returns the length of the tag that begins here, 0 if none does. A tag is [Name "value"] on one line.
func (s *scanner) tag() int {
	if s.at < s.noTag {
		return 0
	}
	text := s.text[s.at:]
	name, rest := tagName(text)
	if name == "" {
		return 0
	}
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\n':
			s.noTag = len(s.text) - len(rest) + i
			return 0
		case '\\':
			if i+1 < len(rest) && rest[i+1] != '\n' {
				i++
			}
		case '"': // a quotation mark within the value ends it only where a bracket follows
			if after := strings.TrimLeft(rest[i+1:min(len(rest), i+8)], " "); strings.HasPrefix(after, "]") {
				return len(text) - len(rest) + strings.IndexByte(rest[i:], ']') + i + 1
			}
		}
	}
	s.noTag = len(s.text)
	return 0
}

// tagName returns the name of the tag with which a text begins and the text from the quotation mark on.
func tagName(text string) (name, rest string) {
	if !strings.HasPrefix(text, "[") {
		return "", ""
	}
	n := 1
	for n < len(text) && isNameByte(text[n]) {
		n++
	}
	rest = strings.TrimLeft(text[n:], " ")
	if n == 1 || !strings.HasPrefix(rest, `"`) {
		return "", ""
	}
	return text[1:n], rest
}

func isNameByte(b byte) bool {
	return 'a' <= b && b <= 'z' || 'A' <= b && b <= 'Z' || '0' <= b && b <= '9' || b == '_'
}
