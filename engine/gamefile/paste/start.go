package paste

import (
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// moveStart is where the moves of a list may begin.
type moveStart struct {
	Scanner      // before the first move, or its number
	title    int // where what is before ends
	numbered bool
}

// titleMoves is how many moves a title may name.
const titleMoves = 3

// parseList reads a list of moves in one dialect. It is nil for a text without moves.
func (d dialect) parseList(s Scanner, start board.Position) *gameParser {
	all := d.moveStarts(s, start)
	if len(all) == 0 {
		return nil
	}
	o := all[0]
	if len(all) > 1 && !countsMoreMoves(s.text[o.at:all[1].at], titleMoves) {
		o = all[1]
	}
	title := s.text[s.at:o.title]
	if moves := FindMove(title); moves != "" && (!o.numbered || countsMoreMoves(title, titleMoves)) {
		f := &gameParser{in: s, dialect: d, start: start, title: title}
		f.Report(unreadIn(title, s.line))
		return f
	}
	r := d.parseGame(o.Scanner, start)
	if len(r.Moves) == 0 && r.Fault == nil {
		return nil
	}
	if line := title[strings.LastIndexByte(title, '\n')+1:]; !o.numbered && start == board.StartPosition() && namesAlternative(line) {
		r.Report(unreadIn(s.text[o.title:], o.line))
		r.Truncate(0)
	}
	r.title, r.numbered = title, o.numbered
	return r
}

// unreadIn returns a fault about the first move in a text that begins on a line.
func unreadIn(text string, line int) *gamefile.Error {
	at := findMove(text)
	return gamefile.NewError(gamefile.Unread, line+strings.Count(text[:at], "\n"), text[at:])
}

// startFinder looks for where the moves of a list may begin.
type startFinder struct {
	in              Scanner
	dialect         dialect
	position        board.Position // in which the first move is made
	number, comment *moveStart     // where the number of the next move is, and a comment before it
	inBrackets      bool           // the first number is
	found           []moveStart
}

// moveStarts returns where the moves may begin: at the first thing that looks like one, or else at the first with the
// number of the first move, for a title may name moves.
func (d dialect) moveStarts(s Scanner, start board.Position) []moveStart {
	f := startFinder{in: s, dialect: d, position: start}
	for {
		before := f.in
		t := f.in.Next()
		switch t.Kind {
		case EndOfText, TagPair:
			return f.found
		case Comment, OpenParen:
			if p, after, ok := soleInBrackets(f.in, t); ok && p.kind == numberSegment {
				f.in, f.number = after, &moveStart{before, t.At, f.isFirst(p.n)}
				f.inBrackets = f.inBrackets || f.number.numbered
			} else if f.in.text[t.At] == '{' {
				f.comment = &moveStart{before, t.At, false}
			}
		case Word:
			if f.word(t) {
				return f.found
			}
		case CloseParen:
		}
	}
}

// word looks for a start in a word and returns true once the first move has its number.
func (f *startFinder) word(t Token) (done bool) {
	if isPunctuation(t.Text) {
		return false
	}
	for _, p := range segments(t.Text) {
		here := moveStart{Scanner: f.in, title: t.At + p.at}
		here.at, here.line, here.lineStart = here.title, t.Line, t.first && p.at == 0
		switch p.kind {
		case numberSegment:
			marked := isRound(p.text)
			here.numbered = f.isFirst(p.n) && (t.first || marked)
			if f.number = &here; !here.numbered && !marked && !t.first { // bàn 3
				f.number = nil
			}
		case sideSegment:
			if f.number == nil {
				f.number = &here
			}
		case dotsSegment:
		case moveSegment, proseSegment:
			if f.begin(here, t, p) {
				return true
			}
		}
	}
	return false
}

// begin adds a start if a part of a word may be the first move, and returns true once it has its number.
func (f *startFinder) begin(here moveStart, t Token, p segment) (done bool) {
	number, comment := f.number, f.comment
	if number != nil && !number.numbered && number.line < t.Line && !isRound(f.in.text[number.at:t.At]) {
		number = nil // 第3局, 12
	}
	f.number, f.comment = nil, nil
	at, isMove := f.dialect.begins(&f.position, f.in, p, number != nil)
	if !isMove {
		return false
	}
	here.at += at
	for _, earlier := range []*moveStart{number, comment} {
		if earlier != nil {
			here.Scanner, here.title = earlier.Scanner, earlier.title
			here.numbered = here.numbered || earlier.numbered
		}
	}
	here.enclosed = f.inBrackets
	if len(f.found) == 0 || here.numbered {
		f.found = append(f.found, here)
	}
	return here.numbered
}

// isRound recognizes the number of a round that nobody takes for another one.
func isRound(text string) bool {
	text = strings.Trim(strings.TrimSpace(text), "()（）[]【】［］")
	return strings.HasPrefix(text, "第") || strings.TrimRight(text, numberEnd) != text
}

// isFirst recognizes the number of the first move. Some count from 0.
func (f *startFinder) isFirst(n int) bool { return n == 1 || n == 0 || n == f.position.MoveNumber() }

// begins reports whether the moves can begin with a part of a word: it is a move, legal or not, or looks like one that
// is misspelled. The move may be after a label.
func (d dialect) begins(start *board.Position, s Scanner, p segment, numbered bool) (at int, ok bool) {
	if p.kind != moveSegment {
		return 0, false
	}
	text := strings.TrimRightFunc(p.text, isQuote)
	if at = labelEnd(text); at > 0 {
		text = text[at:]
	}
	bare, _ := splitNAG(text)
	f := gameParser{in: s, dialect: d}
	switch _, err := d.parse(start, bare); {
	case err == nil:
		return at, true
	case !isSyntax(err):
		return at, numbered || hanMove(bare) > 0 || isLatinMove(bare)
	}
	if joined, _ := f.joinWords(start, bare); joined != "" {
		return at, true
	}
	return at, resemblesChineseMove(bare) || resemblesLatinMove(bare) || numbered && resemblesMove(bare)
}

// labelEnd returns where a move in letters and digits is after a label in the same word, 0 if none does:
// Moves:h2e2, moves=C2=5.
func labelEnd(word string) int {
	const far = 64 // bytes
	for i, r := range gamefile.Cut(word, far) {
		if _, size := utf8.DecodeRuneInString(word[i:]); strings.ContainsRune(":：=＝", r) && isLatinMove(word[i+size:]) {
			return i + size
		}
	}
	return 0
}
