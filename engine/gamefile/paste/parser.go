package paste

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// parseLine reads moves up to the end of the game or of the variation.
func (f *gameParser) parseLine(c *lineState) {
	for {
		t := f.in.Next()
		switch t.Kind {
		case EndOfText:
			if c.depth > 0 {
				f.Report(&gamefile.Error{Problem: gamefile.Unclosed, Line: t.Line, Text: "("})
			}
			return
		case TagPair: // the next game
			f.in.at = t.At
			return
		case CloseParen:
			if c.depth > 0 {
				return
			}
		case Comment, OpenParen:
			switch goesOn, ok := f.bracketed(c, t); {
			case ok && !goesOn:
				return
			case ok:
			case t.Kind == Comment:
				f.parseComment(c, t)
			default:
				f.parenthesis(c, t)
			}
		case Word:
			if !f.parseWord(c, t) {
				return
			}
		}
	}
}

// parseComment reads a comment.
func (f *gameParser) parseComment(c *lineState, t Token) {
	if !t.closed {
		f.Report(gamefile.NewError(gamefile.Unclosed, t.Line, t.Text))
	}
	if t.toEnd {
		if moves := FindMove(t.Text); f.in.pasted || len(moves) == len(strings.TrimSpace(t.Text)) {
			f.noteHypothetical(c, t, moves) // in a PGN only where it begins with one
		}
	}
	if f.in.pasted && t.first && len(c.Moves) > 0 && f.endsLine() && isHypothetical(t.Text) {
		f.noteHypothetical(c, t, f.movesNear()) // 【变着】
	}
	f.addComment(&c.Line, t)
	if r, ok := parseResult(strings.TrimSpace(t.Text)); ok && c.depth == 0 { // {Black resigns}
		f.result = r
	}
}

// parseWord reads a word: the first that it can be is what it is. It returns false where the line ends with it.
func (f *gameParser) parseWord(c *lineState, t Token) bool {
	w := passage{f: f, c: c, t: t}
	numbered := c.numbered
	c.numbered = false
	switch {
	case w.isResult(), w.endsWithResult():
		f.result, f.ended, c.ended = w.result, true, true
		return false
	case w.isInGame() && f.isHeader(t): // 红方：占优 is no side before a move
		f.headers = append(f.headers, f.in.rest(t.At))
	case w.isNAG():
		c.AddNAG(w.nag)
	case strings.HasPrefix(t.Text, "$"): // one that means nothing
	case numbered && isLostText(t.Text): // ???? is an annotation elsewhere
		return f.stop(c, c.fault(gamefile.BadMove, t.Line, t.Text).Because(syntaxError(t.Text)))
	case !numbered && len(c.Moves) > 0 && clockOrEvaluation.MatchString(t.Text):
		f.addComment(&c.Line, t)
	case numbered && isPunctuation(t.Text) && ellipsisAt(t.Text) > 0: // dots stand for Red's move
		return c.now.SideToMove() == board.Black || f.wrongTurn(c, t, t.Text)
	case isPunctuation(t.Text), w.isSamePosition():
	case w.isPosition: // of the next game
		f.in.at, f.in.line, f.in.lineStart, c.ended = t.At, t.Line, t.first, true
		return false
	default:
		return f.parseSegments(c, t, numbered)
	}
	return true
}

// parseSegments reads a word of moves with their numbers and sides, or words about them.
func (f *gameParser) parseSegments(c *lineState, t Token, numbered bool) bool {
	all := segments(t.Text)
	left := t // what is left of the word after its moves
	for i, p := range all {
		c.counted = i == 0 && numbered || i > 0 && (all[i-1].kind == numberSegment || all[i-1].kind == dotsSegment)
		c.numbered = false
		switch p.kind {
		case numberSegment:
			if !f.checkNumber(c, p.n, i+1 < len(all) && all[i+1].kind == dotsSegment) {
				return f.wrongNumber(c, t, p)
			}
		case dotsSegment:
			if c.now.SideToMove() == board.Red {
				return f.wrongTurn(c, t, all[i-1].text+p.text)
			}
		case sideSegment:
			if i == 0 && f.isSideComment(c, t, all) {
				return f.notAMove(c, t, segment{kind: proseSegment, text: t.Text}, syntaxError(t.Text))
			}
			if !f.checkSide(c, t, p) {
				return false
			}
		case proseSegment:
			return f.notAMove(c, left, p, syntaxError(left.Text))
		case moveSegment:
			made := len(c.Moves)
			if !f.parseMove(c, left, p, i+1 == len(all)) {
				return false
			}
			if len(c.Moves) == made { // all of the word is a comment, and what follows it
				return true
			}
			if i+1 < len(all) {
				left.At, left.Text, left.first = t.At+all[i+1].at, t.Text[all[i+1].at:], false
			}
		}
	}
	return true
}

// checkSide checks the name of a side before a move. It returns false where the other side is to move.
func (f *gameParser) checkSide(c *lineState, t Token, p segment) bool {
	if !f.in.pasted || c.side(p.side, c.now.SideToMove()) {
		return true
	}
	if c.pending != nil { // the move before it was the other side's as well
		return f.cutAt(c, *c.pending)
	}
	return f.wrongTurn(c, t, p.text)
}

// checkNumber checks a number before a move. It returns false where another one is due.
func (f *gameParser) checkNumber(c *lineState, n int, dotted bool) bool {
	sure := c.known || c.firstNumber > 0
	if !c.number(n, len(c.Moves), c.now.SideToMove(), dotted) {
		return false
	}
	if sure && c.depth == 0 && !f.dialect.everyMove {
		f.hypothetical = nil
	}
	c.numbered = true
	return true
}

// wrongNumber ends the line at a number that is not due: the first of another game, or else a move is missing or one
// too many. Within a round that may be one of the moves since the last number.
func (f *gameParser) wrongNumber(c *lineState, t Token, p segment) bool {
	if f.in.pasted && c.depth == 0 && len(c.Moves) > 2 && p.n == 1 && f.opensGame(t, p) {
		f.in.at, c.ended = t.At, true
		return false
	}
	f.wrongTurn(c, t, p.text)
	if c.now.SideToMove() == board.Black {
		c.Truncate(c.lastNumberPly)
	}
	return false
}

// parseMove makes the move that a part of a word names, together with the words after it if it is the last. It returns
// false where the line ends because there is none.
func (f *gameParser) parseMove(c *lineState, t Token, p segment, last bool) bool {
	text, signs := splitNAG(strings.TrimRightFunc(p.text, isQuote))
	m, err := f.dialect.parse(&c.now, text)
	if last && isSyntax(err) {
		if joined, ahead := f.joinWords(&c.now, text); joined != "" {
			text, signs = splitNAG(joined)
			m, err = f.dialect.parse(&c.now, text)
			f.in = ahead
		}
	}
	if err != nil {
		return f.notAMove(c, t, p, err)
	}
	if f.dialect.everyMove && c.depth == 0 && c.lastNumberPly != len(c.Moves) { // it has no number
		return f.wrongTurn(c, t, p.text)
	}
	if !f.budget.Spend(c.depth) {
		if c.depth > 0 && f.Fault != nil { // of a million faults one is reported
			f.skipVariation()
			return false
		}
		return f.stop(c, c.fault(gamefile.TooManyMoves, t.Line, p.text))
	}
	if !c.digits(mismatchedMove{len(c.Moves), text, t.Line}, c.now.SideToMove()) {
		return f.cutAt(c, *c.suspect)
	}
	if c.depth == 0 {
		f.commentHeaders(c)
		if len(c.Moves) > 0 {
			f.result = gamefile.Unknown // a comment spoke of something else
		}
	}
	c.before = c.now
	c.now.Make(m)
	c.Moves = append(c.Moves, m)
	if c.depth == 0 {
		f.lastMoveEnd = f.in.at
	}
	if mark, ok := gamefile.ParseNAG(signs); ok {
		c.AddNAG(mark)
	}
	return true
}

// longestWord is the length of the longest English word for a piece, elephant.
const longestWord = 8

// joinWords reads a move whose parts are separated, as 炮 二 平 五 and Pháo 2 bình 5 do, and returns where the text goes
// on. It is empty if a word and those after it on the line are no move.
func (f *gameParser) joinWords(p *board.Position, word string) (text string, ahead Scanner) {
	ahead = f.in
	near := f.in.near(f.in.at, notation.MaxText)
	if f.dialect.unspaced || utf8.RuneCountInString(word) > longestWord || !strings.ContainsFunc(near, isDigitRune) {
		return "", ahead
	}
	for range 3 {
		t := ahead.Next()
		if t.Kind != Word || t.first || len(word)+len(t.Text) > notation.MaxText {
			break
		}
		word += t.Text
		bare, _ := splitNAG(word)
		if _, err := f.dialect.parse(p, bare); !isSyntax(err) {
			return word, ahead
		}
	}
	return "", ahead
}

// notAMove reads a part of a word that is no move: it is damaged, or a comment. It returns false where the line ends.
func (f *gameParser) notAMove(c *lineState, t Token, p segment, err error) bool {
	w := passage{f: f, c: c, t: t}
	switch {
	case !isSyntax(err) || c.depth > 0 || resemblesMove(p.text) || !w.search(): // no comment is made of a move
	case w.isInterjection():
		f.in = w.next
		t.Text = w.said
		f.addComment(&c.Line, t)
		return true
	case w.isRemark():
		f.in = w.next
		f.noteHypothetical(c, t, w.moves)
		if w.moves == "" && f.in.pasted && len(c.Moves) > 0 && (isHypothetical(w.words) || introducesMove(w.words)) { // 参考：
			f.noteHypothetical(c, t, f.movesNear())
		}
		if !isLink(w.words) {
			t.Text = w.words
			f.addComment(&c.Line, t)
			if r, ok := parseResult(score.FindString(w.words)); ok && c.depth == 0 { // resigns 1-0
				f.result = r
			}
		}
		return true
	}
	if c.suspect != nil {
		return f.cutAt(c, *c.suspect)
	}
	return f.stop(c, c.fault(gamefile.BadMove, t.Line, p.text).Because(err))
}

// cutAt ends the game before a move that has the other side's digits.
func (f *gameParser) cutAt(c *lineState, first mismatchedMove) bool {
	c.now = c.start
	for _, m := range c.Moves[:first.ply] {
		c.now.Make(m)
	}
	c.Truncate(first.ply)
	return f.wrongTurn(c, Token{Line: first.line}, first.text)
}

// isSideComment reports whether the name of a side, with which a word begins, begins a sentence about that side:
// something else than a move is after it on its line. Red has the initiative.
func (f *gameParser) isSideComment(c *lineState, t Token, all []segment) bool {
	if ahead := f.in; len(all) == 1 {
		if after := ahead.Next(); after.Kind == Word && !after.first {
			all = append(all, segments(after.Text)...)
		}
	}
	if len(all) == 1 {
		return false
	}
	next := all[1]
	text, _ := splitNAG(strings.TrimRightFunc(next.text, isQuote))
	switch {
	case next.kind == proseSegment:
		return findHan(t.Text) < 0
	case next.kind != moveSegment || isPunctuation(text) || resemblesMove(text) || isMoveFragment([]string{text}):
		return false
	}
	_, err := f.dialect.parse(&c.now, text)
	return isSyntax(err)
}

// commentHeaders makes comments of the lines that seemed to say who played: moves follow them, so they are about these.
func (f *gameParser) commentHeaders(c *lineState) {
	for _, line := range f.headers {
		f.addComment(&c.Line, Token{Text: line})
	}
	f.headers = f.headers[:0]
}

// wrongTurn stops at what belongs to another move than the one that is due.
func (f *gameParser) wrongTurn(c *lineState, t Token, text string) bool {
	return f.stop(c, c.fault(gamefile.WrongTurn, t.Line, text))
}

// stop ends a line with a fault. It returns false, as what reads a word does then.
func (f *gameParser) stop(c *lineState, fault *gamefile.Error) bool {
	f.Report(fault)
	if c.depth > 0 {
		f.skipVariation()
	}
	return false
}

// noteHypothetical notes that a line of words holds moves, if any: if they belong to the game, it ends before them.
func (f *gameParser) noteHypothetical(c *lineState, t Token, moves string) {
	if moves != "" && f.hypothetical == nil && c.depth == 0 {
		f.hypothetical = c.fault(gamefile.Unread, t.Line, moves)
		f.hypotheticalAt = len(c.Moves)
	}
}

// opensGame reports whether the first move of a game follows a number.
func (f *gameParser) opensGame(t Token, number segment) bool {
	const far = 256 // bytes: a word may be a million letters, with as many numbers in it
	s := f.in
	s.at = t.At + number.at + len(number.text)
	s.text = gamefile.Cut(s.text, s.at+far)
	next := s.Next()
	if next.Kind != Word {
		return false
	}
	start := board.StartPosition()
	for _, p := range segments(next.Text) {
		if p.kind != moveSegment {
			continue
		}
		text, _ := splitNAG(strings.TrimRightFunc(p.text, isQuote))
		_, err := f.dialect.parse(&start, text)
		return err == nil
	}
	return false
}

// bracketed reads the number of a round or the name of a side in brackets. A number is that of a round where there are
// such from the first move on, or where it is the first that a line begins with; others are seconds, or notes. It is
// not ok where something else is in the brackets, and goesOn is false where the line ends with what is there.
func (f *gameParser) bracketed(c *lineState, t Token) (goesOn, ok bool) {
	p, after, sole := soleInBrackets(f.in, t)
	switch {
	case !sole || !f.in.pasted:
	case p.kind == sideSegment && p.side == c.now.SideToMove():
		f.in = after
		return true, true
	case p.kind == numberSegment && c.depth == 0 && (f.in.enclosed || !c.known && (len(c.Moves) == 0 || t.first)):
		f.in, f.in.enclosed = after, true
		return f.checkNumber(c, p.n, false) || f.wrongNumber(c, t, p), true
	}
	return false, false
}

// parenthesis reads what is in one: a variation, if it begins with a number or with what notation knows as a move, legal
// or not, else a comment.
func (f *gameParser) parenthesis(c *lineState, t Token) {
	first := f.firstWord()
	switch {
	case !f.opensVariation(c, first):
		t.Text, t.closed = f.in.inParens()
		if r, ok := parseResult(strings.TrimSpace(t.Text)); ok && c.depth == 0 && r != gamefile.Unknown {
			f.result = r
			return
		}
		if !t.closed {
			f.Report(gamefile.NewError(gamefile.Unclosed, t.Line, "("))
		}
		f.addComment(&c.Line, t)
	case c.depth == gamefile.MaxDepth:
		f.Report(gamefile.NewError(gamefile.TooDeep, t.Line, first.Text))
		f.skipVariation()
	default:
		f.parseVariation(c)
	}
}

// firstWord returns the next token that is no comment.
func (f *gameParser) firstWord() Token {
	ahead := f.in
	for {
		if t := ahead.Next(); t.Kind != Comment {
			return t
		}
	}
}

// opensVariation reports whether a variation begins with a word.
func (f *gameParser) opensVariation(c *lineState, first Token) bool {
	if first.Kind != Word || len(c.Moves) == 0 {
		return false
	}
	all := segments(first.Text)
	switch {
	case len(all) == 0 || all[0].kind == proseSegment || all[0].kind == sideSegment:
		return false
	case all[0].kind == moveSegment:
		text, _ := splitNAG(all[0].text)
		_, err := f.dialect.parse(&c.before, text)
		return !isSyntax(err) && !slices.ContainsFunc(all, func(p segment) bool { return p.kind == proseSegment }) // （炮八平五亦可）
	}
	return true
}

// parseVariation reads a variation that replaces the last move.
func (f *gameParser) parseVariation(c *lineState) {
	at, depth := len(c.Moves)-1, c.depth+1
	v := &lineState{start: c.before, now: c.before, before: c.before, ply: c.ply + at, depth: depth}
	v.turnChecker = turnChecker{firstSide: c.before.SideToMove(), everyMove: f.dialect.everyMove, lenient: true}
	if f.parseLine(v); len(v.Moves) > 0 {
		c.Variations = append(c.Variations, gamefile.Variation{Ply: at, Line: v.Line})
	}
}

// skipVariation skips the rest of a variation.
func (f *gameParser) skipVariation() {
	for depth := 1; depth > 0; {
		switch t := f.in.Next(); t.Kind {
		case OpenParen:
			depth++
		case CloseParen:
			depth--
		case TagPair:
			f.in.at = t.At
			return
		case EndOfText:
			return
		case Word, Comment:
		}
	}
}
