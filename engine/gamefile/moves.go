package gamefile

import (
	"slices"
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// follower follows the moves of a text on the board.
type follower struct {
	scanner
	manner
	count budget
	// spare are the courses of variations by their depth, to be used again: a file may have half a million variations.
	spare [MaxDepth + 1]*course
	// result is what the text says after the moves, Unknown if nothing.
	result Result
	// ended tells that it says something, and be it that the game goes on.
	ended bool
	// swapped tells that the digits of the moves are those of the other side, which began; amiss is how many are.
	swapped bool
	amiss   int
	// starts is where the games that follow in a list of moves begin, and moved where the last move of this one ends.
	starts []int
	moved  int
	// heads are lines behind the last move that say who played, or the like.
	heads []string
	faults
	said talk
	// closing is the last comment of the game itself, and closingAt how many moves precede it.
	closing   string
	closingAt int
	// passages counts the words between moves that were looked through for moves.
	passages int
	// moveless is from where on the text is known to hold nothing like a move, 0 if that is not known.
	moveless int
	// onLine is the line that was searched last, around what follows soon.
	onLine, around searched
	// doubt is about a line of words that holds moves, after so many of the game. A number that fits behind it shows
	// that it is a comment.
	doubt   *Error
	doubtAt int
}

// maxPassages is how many passages of words between the moves of a game are looked through. Nobody says as much: what
// follows so many is no record of a game, and its reading would take ever longer.
const maxPassages = 100_000

// course is how far a line has been read.
type course struct {
	Line
	turns
	from        board.Position // where the line begins
	now, before board.Position // where the next move is to be made, and where the last was
	ply, depth  int            // how many moves precede the line, and in how many variations it lies
	numbered    bool           // the last thing read was a number
	counted     bool           // what is read has a number right before it
	over        bool           // the text says that the game is over
}

// game reads the moves of a game and looks through what follows them.
func (f *follower) game(start board.Position) Line {
	c := course{from: start, now: start, before: start}
	c.turns = turns{first: start.SideToMove(), everyMove: f.everyMove, lenient: !f.pasted}
	if f.pasted && start == board.StartPosition() {
		c.start = start.MoveNumber()
	}
	c.mixed = f.mixed
	f.line(&c)
	if !namesBoth(f.heads) {
		f.sayHeads(&c)
	}
	if !f.ended && f.result == Unknown && f.closingAt == len(c.Moves) {
		f.result = resultInComment(f.closing)
	}
	f.amiss = c.amiss
	const careful = 4 // moves with the right digits
	switch {
	case c.isSwapped():
		fault := atMove(&start, 0, false)
		fault.Problem, fault.Line, fault.Text = WrongTurn, c.firstAmiss.line, c.firstAmiss.text
		f.err, f.swapped = fault, true
		c.cut(0)
	case f.mixed && (c.run >= careful || c.run > 1 && f.err != nil && f.err.Ply == len(c.Moves)+1): // a move before them is missing
		f.err, c.contrary = nil, []contraryMove{c.runFirst}
		f.cutContrary(&c)
	case f.doubt != nil && f.doubtAt <= len(c.Moves): // else a fault has cut the game before it
		f.err = f.doubt
		c.cut(f.doubtAt)
	case c.pending != nil && !c.careless && f.pasted && f.err == nil && c.pending.ply >= careful:
		c.contrary = []contraryMove{*c.pending}
		f.cutContrary(&c)
	case c.over:
		f.behind()
	}
	f.count.tell(f.err)
	return c.Line
}

// line reads moves up to the end of the game or of the variation.
func (f *follower) line(c *course) {
	for {
		t := f.next()
		switch t.kind {
		case theEnd:
			if c.depth > 0 {
				f.fault(&Error{Problem: Unclosed, Line: t.line, Text: "("})
			}
			return
		case aTag: // the next game
			f.at = t.at
			return
		case closeParen:
			if c.depth > 0 {
				return
			}
		case aComment:
			if f.text[t.at] != '{' && f.isEnclosed(c, t.first) {
				if n, ok := soleNumber(t.text); ok { // 【1】
					if f.enclosed = true; !f.number(c, n, false) {
						f.wrongTurn(c, t, t.text)
						return
					}
					continue
				}
			}
			if !t.closed {
				f.fault(&Error{Problem: Unclosed, Line: t.line, Text: cut(t.text, notation.MaxText)})
			}
			if t.toEnd {
				if moves := findMove(t.text); f.pasted || len(moves) == len(strings.TrimSpace(narrow(t.text))) {
					f.doubtful(c, t, moves) // in a PGN only where it begins with one
				}
			}
			if bare := strings.ReplaceAll(t.text, "如图", ""); f.pasted && t.first && len(c.Moves) > 0 && f.endsLine() && isDoubtful(bare) {
				f.doubtful(c, t, f.movesNear()) // 【变着】
			}
			f.comment(&c.Line, t)
			if c.depth == 0 {
				f.closing, f.closingAt = t.text, len(c.Moves)
			}
		case openParen:
			if !f.parenthesis(c, t) {
				return
			}
		case aWord:
			if !f.word(c, t) {
				return
			}
		}
	}
}

// word reads a word. It tells false where the line ends with it.
func (f *follower) word(c *course, t token) bool {
	if c.depth == 0 {
		r, ok := resultOf(t.text)
		if !ok && len(c.Moves) > 0 {
			if r, ok = f.resultAhead(t); !ok {
				r, ok = f.scoreAhead(c, t)
			}
		}
		if ok && !f.isBullet(t) {
			f.result, f.ended, c.over = r, true, true
			return false
		}
		if len(c.Moves) > 0 && f.head(t) {
			return true
		}
	}
	if mark, ok := marksIn(t.text); ok {
		c.addMark(mark)
		return true
	}
	numbered := c.numbered
	c.numbered = false
	back := f.scanner
	back.at, back.fresh = t.at, t.first
	switch {
	case strings.HasPrefix(t.text, "$"):
		return true
	case numbered && isLost(t.text):
		fault := c.atNext()
		fault.Line, fault.Text, fault.Problem = t.line, cut(t.text, notation.MaxText), BadMove
		fault.Cause = &notation.SyntaxError{Text: fault.Text}
		return f.stop(c, fault)
	case !numbered && len(c.Moves) > 0 && isReading(t.text):
		f.comment(&c.Line, t)
		return true
	case isFiller(t.text):
		return !numbered || dotsAt(t.text) == 0 || c.now.SideToMove() == board.Black || f.wrongTurn(c, t, t.text)
	case f.pasted && c.depth == 0 && t.first && isFEN(t.text):
		if p, err := board.ParseFEN(f.fen(t.text)); err == nil {
			if p.Placement() == c.now.Placement() { // a diagram
				return true
			}
			f.scanner, c.over = back, true // another game
			return false
		}
	}
	all := parts(t.text)
	left := t // what is left of the word behind its moves
	for i, p := range all {
		c.counted = i == 0 && numbered || i > 0 && (all[i-1].kind == aNumber || all[i-1].kind == dots)
		c.numbered = false
		switch p.kind {
		case aNumber:
			if !f.number(c, p.n, i+1 < len(all) && all[i+1].kind == dots) {
				return f.wrongNumber(c, t, p)
			}
		case dots:
			if c.now.SideToMove() == board.Red {
				return f.wrongTurn(c, t, all[i-1].text+p.text)
			}
		case aSide:
			if i == 0 && f.speaks(c, t, all) {
				return f.unread(c, t, part{kind: prose, text: t.text}, &notation.SyntaxError{Text: cut(t.text, notation.MaxText)})
			}
			if f.pasted && !c.side(p.side, c.now.SideToMove()) {
				if c.pending != nil && !c.careless && c.depth == 0 { // the move before it was the other side's as well
					c.contrary = []contraryMove{*c.pending}
					return f.cutContrary(c)
				}
				return f.wrongTurn(c, t, p.text)
			}
		case prose:
			return f.unread(c, left, p, &notation.SyntaxError{Text: cut(left.text, notation.MaxText)})
		case aMove:
			made := len(c.Moves)
			if !f.move(c, left, p, i+1 == len(all)) {
				return false
			}
			if len(c.Moves) == made { // all of the word is a comment, and what is behind it
				return true
			}
			if i+1 < len(all) {
				left.at, left.text, left.first = t.at+all[i+1].at, t.text[all[i+1].at:], false
			}
		}
	}
	return true
}

// number checks a number before a move. It tells false where another one is due.
func (f *follower) number(c *course, n int, dotted bool) bool {
	sure := c.known || c.start > 0
	if !c.number(n, len(c.Moves), c.now.SideToMove(), dotted) {
		return false
	}
	if sure && c.depth == 0 && !f.everyMove {
		f.doubt = nil
	}
	c.numbered = true
	return true
}

// wrongNumber ends the line at a number that is not due: the first of another game, or else a move is missing or one
// too many. Within a round that may be one of the moves since the last number.
func (f *follower) wrongNumber(c *course, t token, p part) bool {
	if f.pasted && c.depth == 0 && len(c.Moves) > 1 && p.n == 1 && f.opensGame(t, p) {
		f.at, c.over = t.at, true
		return false
	}
	f.wrongTurn(c, t, p.text)
	if c.now.SideToMove() == board.Black {
		c.cut(c.last)
	}
	return false
}

// move makes the move that a part of a word names, together with the words behind it if it is the last. It tells false
// where the line ends because there is none.
func (f *follower) move(c *course, t token, p part, last bool) bool {
	text, signs := marked(strings.TrimRightFunc(p.text, isQuote))
	m, err := f.parse(&c.now, text)
	if last && isSyntax(err) {
		if joined, ahead := f.joined(&c.now, text); joined != "" {
			text, signs = marked(joined)
			m, err = f.parse(&c.now, text)
			f.scanner = ahead
		}
	}
	if err != nil {
		return f.unread(c, t, p, err)
	}
	if f.everyMove && c.depth == 0 && c.last != len(c.Moves) { // it has no number
		return f.wrongTurn(c, t, p.text)
	}
	if !f.count.spend(c.depth) {
		if f.err == nil || c.depth == 0 {
			fault := c.atNext()
			fault.Line, fault.Text, fault.Problem = t.line, cut(p.text, notation.MaxText), TooManyMoves
			f.fault(fault)
		}
		if c.depth > 0 {
			f.count.left += 1 + f.leave()
		}
		return false
	}
	if !c.digits(contraryMove{len(c.Moves), text, t.line}, c.now.SideToMove()) {
		return f.cutContrary(c)
	}
	if c.depth == 0 {
		f.sayHeads(c)
	}
	c.before = c.now
	c.now.Make(m)
	c.Moves = append(c.Moves, m)
	if c.depth == 0 {
		f.moved = f.at
	}
	if mark, ok := marksIn(signs); ok {
		c.addMark(mark)
	}
	return true
}

// longestWord is the length of the longest English word for a piece, elephant.
const longestWord = 8

// joined reads a move whose parts are separated, as 炮 二 平 五 and Pháo 2 bình 5 do, and returns where the text goes on.
// It is empty if a word and those behind it on the line are no move.
func (f *follower) joined(p *board.Position, word string) (text string, ahead scanner) {
	ahead = f.scanner
	near := f.text[f.at:min(len(f.text), f.at+notation.MaxText)]
	if _, ok := soleNumber(word); ok || f.whole || utf8.RuneCountInString(word) > longestWord || !strings.ContainsFunc(near, isDigitRune) {
		return "", ahead
	}
	for range 3 {
		t := ahead.next()
		if t.kind != aWord || t.first || len(word)+len(t.text) > notation.MaxText {
			break
		}
		word += t.text
		bare, _ := marked(word)
		if _, err := f.parse(p, bare); !isSyntax(err) {
			return word, ahead
		}
	}
	return "", ahead
}

// unread deals with a part of a word that is no move. Words of a line by themselves are a comment, and so are words at
// the end of a line where nothing looks like a move. It tells false where the line ends.
func (f *follower) unread(c *course, t token, p part, err error) bool {
	if c.depth == 0 && isSyntax(err) && !isNearly(p.text) && f.passages < maxPassages {
		f.passages++
		ahead := f.scanner
		words := ahead.rest(t.at)
		moves := f.movesIn(t.at, ahead.at)
		switch {
		case f.aside(c, t):
			return true
		case moves != "" && !t.first, moves == "" && f.hidesMove(c, words, ahead.at):
		case t.first, isAdvert(words),
			isProse(words) && (t.text[0] >= utf8.RuneSelf || t.text[0] == '#' || strings.HasPrefix(t.text, "//") || !f.movesFollow(ahead.at)):
			f.scanner = ahead
			f.doubtful(c, t, moves)
			if moves == "" && f.pasted && len(c.Moves) > 0 && (isDoubtful(words) || isNaming(words)) { // 参考：
				f.doubtful(c, t, f.movesNear())
			}
			if !isAdvert(words) {
				t.text = words
				f.comment(&c.Line, t)
			}
			return true
		}
	}
	if len(c.contrary) > 0 && c.depth == 0 {
		return f.cutContrary(c)
	}
	fault := c.atNext()
	fault.Line, fault.Text, fault.Problem, fault.Cause = t.line, cut(p.text, notation.MaxText), BadMove, err
	return f.stop(c, fault)
}

// aside takes words within a line for a comment, from a word on, if the number of the move that is due follows them on
// it, or dots where Black's is due, and no move is among them: 2. H2+3 R9=8 and now 3. R1=2.
func (f *follower) aside(c *course, t token) bool {
	if t.first || !c.known {
		return false
	}
	words := f.text[t.at:f.at]
	for ahead := f.scanner; ; {
		behind := ahead
		next := ahead.next()
		if next.kind != aWord || next.first {
			return false
		}
		all := parts(next.text)
		black := c.now.SideToMove() == board.Black
		if isDots := len(all) > 0 && all[0].kind != aNumber && black && isFiller(next.text) && dotsAt(next.text) > 0; !isDots {
			if len(all) == 0 || all[0].kind != aNumber {
				words = f.text[t.at:ahead.at]
				continue
			}
			due := c.turns
			if !due.number(all[0].n, len(c.Moves), c.now.SideToMove(), len(all) > 1 && all[1].kind == dots) {
				return false
			}
		}
		if !isProse(words) || findMove(words) != "" || isDoubtful(strings.ReplaceAll(words, "如图", "")) && !isSentence(words) {
			return false
		}
		f.scanner = behind
		t.text = words
		f.comment(&c.Line, t)
		return true
	}
}

// cutContrary ends the game before the first of the last moves that have the other side's digits.
func (f *follower) cutContrary(c *course) bool {
	first := c.contrary[0]
	c.now = c.from
	for _, m := range c.Moves[:first.ply] {
		c.now.Make(m)
	}
	c.cut(first.ply)
	return f.wrongTurn(c, token{line: first.line}, first.text)
}

// speaks reports whether the name of a side, with which a word begins, begins a sentence about that side: something else
// than a move is behind it on its line. Red has the initiative.
func (f *follower) speaks(c *course, t token, all []part) bool {
	next := all[len(all)-1]
	if len(all) == 1 {
		ahead := f.scanner
		behind := ahead.next()
		if behind.kind != aWord || behind.first {
			return false
		}
		following := parts(behind.text)
		if len(following) == 0 {
			return false
		}
		next = following[0]
	} else if len(all) > 2 {
		return false
	}
	text, _ := marked(strings.TrimRightFunc(next.text, isQuote))
	switch {
	case next.kind == prose:
		return findHan(t.text) < 0
	case next.kind != aMove || isFiller(text) || isNearly(text) || isStump([]string{text}):
		return false
	}
	_, err := f.parse(&c.now, text)
	return isSyntax(err)
}

// head keeps a line that says who played, or the like, until it is known whether moves follow it. It tells false where
// the line with which a word begins is none.
func (f *follower) head(t token) bool {
	if !f.pasted || !t.first {
		return false
	}
	line, _, _ := strings.Cut(f.text[t.at:min(len(f.text), t.at+nearby)], "\n")
	if !isHead(line) {
		return false
	}
	f.heads = append(f.heads, f.rest(t.at))
	return true
}

// sayHeads makes comments of the lines that seemed to say who played: moves follow them, so they are about these.
func (f *follower) sayHeads(c *course) {
	for _, line := range f.heads {
		f.comment(&c.Line, token{text: line})
	}
	f.heads = f.heads[:0]
}

// doubtful notes that a line of words holds moves, if any: if they belong to the game, it ends before them.
func (f *follower) doubtful(c *course, t token, moves string) {
	if moves != "" && f.doubt == nil && c.depth == 0 {
		f.doubt = c.atNext()
		f.doubt.Line, f.doubt.Text, f.doubt.Problem = t.line, cut(moves, notation.MaxText), Unread
		f.doubtAt = len(c.Moves)
	}
}

// wrongTurn stops at what belongs to another move than the one that is due.
func (f *follower) wrongTurn(c *course, t token, text string) bool {
	fault := c.atNext()
	fault.Line, fault.Text, fault.Problem = t.line, cut(text, notation.MaxText), WrongTurn
	return f.stop(c, fault)
}

// stop ends a line with a fault. It returns false, as what reads a word does then.
func (f *follower) stop(c *course, fault *Error) bool {
	f.fault(fault)
	if c.depth > 0 {
		f.leave()
	}
	return false
}

// atNext returns an error that tells of the next move.
func (c *course) atNext() *Error { return atMove(&c.now, c.ply+len(c.Moves), c.depth > 0) }

// atMove returns an error that tells of the move that is to be made in p, which ply others precede.
func atMove(p *board.Position, ply int, inVariation bool) *Error {
	return &Error{Ply: ply + 1, Number: p.MoveNumber(), Side: p.SideToMove(), InVariation: inVariation, Before: *p}
}

// cut drops all that is behind the first n moves.
func (l *Line) cut(n int) {
	n = min(n, len(l.Moves))
	if l.Moves = l.Moves[:n]; n == 0 {
		l.Moves = nil
	}
	l.Comments.drop(n)
	l.NAGs.drop(n)
	l.Variations = slices.DeleteFunc(l.Variations, func(v Variation) bool { return v.Ply >= n })
}

// isBullet tells an asterisk that begins a line of a list and does not stand for the result.
func (f *follower) isBullet(t token) bool {
	ahead := f.scanner
	if !f.pasted || t.text != "*" || !t.first {
		return false
	}
	behind := ahead.next()
	return behind.kind != theEnd && !behind.first
}
