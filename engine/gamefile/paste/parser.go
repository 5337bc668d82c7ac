package paste

import (
	"strings"
	"unicode/utf8"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
	"xiangqibot/engine/notation"
)

// gameParser follows the moves of a text on the board.
type gameParser struct {
	Scanner
	dialect
	count gamefile.Budget
	// spare are the courses of variations by their depth, to be used again: a file may have half a million variations.
	spareLines [gamefile.MaxDepth + 1]*lineState
	// result is what the text says after the moves, Unknown if nothing.
	result gamefile.Result
	// ended tells that it says something, and be it that the game goes on.
	ended bool
	// swapped tells that the digits of the moves are those of the other side, which began; amiss is how many are.
	sidesSwapped bool
	mismatched   int
	// starts is where the games that follow in a list of moves begin, and moved where the last move of this one ends.
	starts      []int
	lastMoveEnd int
	// heads are lines behind the last move that say who played, or the like.
	headers []string
	gamefile.Faults
	comments gamefile.CommentBuilder
	// closing is the last comment of the game itself, and closingAt how many moves precede it.
	closing   string
	closingAt int
	// passages counts the words between moves that were looked through for moves.
	searches int
	// moveless is from where on the text is known to hold nothing like a move, 0 if that is not known.
	noMovesFrom int
	// lineSearch is the line that was searched last, nearSearch what follows soon.
	lineSearch, nearSearch searched
	// doubt is about a line of words that holds moves, after so many of the game. A number that fits behind it shows
	// that it is a comment.
	hypothetical   *gamefile.Error
	hypotheticalAt int
}

// maxSearches is how many passages of words between the moves of a game are looked through. Nobody says as much: what
// follows so many is no record of a game, and its reading would take ever longer.
const maxSearches = 100_000

// lineState is how far a line has been read.
type lineState struct {
	gamefile.Line
	turnChecker
	start       board.Position // where the line begins
	now, before board.Position // where the next move is to be made, and where the last was
	ply, depth  int            // how many moves precede the line, and in how many variations it lies
	numbered    bool           // the last thing read was a number
	counted     bool           // what is read has a number right before it
	ended       bool           // the text says that the game is over
}

// parseGame reads the moves of a game and looks through what follows them.
func (f *gameParser) parseGame(start board.Position) gamefile.Line {
	c := lineState{start: start, now: start, before: start}
	c.turnChecker = turnChecker{firstSide: start.SideToMove(), everyMove: f.everyMove, lenient: !f.pasted}
	if f.pasted && start == board.StartPosition() {
		c.firstNumber = start.MoveNumber()
	}
	c.mixed = f.mixed
	f.parseLine(&c)
	if !namesBothPlayers(f.headers) {
		f.commentHeaders(&c)
	}
	if !f.ended && f.result == gamefile.Unknown && f.closingAt == len(c.Moves) {
		f.result = resultInComment(f.closing)
	}
	f.mismatched = c.mismatched
	const careful = 4 // moves with the right digits
	switch {
	case c.sidesSwapped():
		fault := gamefile.AtMove(&start, 0, false)
		fault.Problem, fault.Line, fault.Text = gamefile.WrongTurn, c.firstMismatch.line, c.firstMismatch.text
		f.Fault, f.sidesSwapped = fault, true
		c.Truncate(0)
	case f.mixed && (c.mismatchRun >= careful || c.mismatchRun > 1 && f.Fault != nil && f.Fault.Ply == len(c.Moves)+1): // a move before them is missing
		f.Fault, c.mismatches = nil, []mismatchedMove{c.mismatchRunStart}
		f.cutMismatched(&c)
	case f.hypothetical != nil && f.hypotheticalAt <= len(c.Moves): // else a fault has cut the game before it
		f.Fault = f.hypothetical
		c.Truncate(f.hypotheticalAt)
	case c.pending != nil && !c.digitsIgnored && f.pasted && f.Fault == nil && c.pending.ply >= careful:
		c.mismatches = []mismatchedMove{*c.pending}
		f.cutMismatched(&c)
	case c.ended:
		f.parseTrailing()
	}
	f.count.Report(f.Fault)
	return c.Line
}

// parseLine reads moves up to the end of the game or of the variation.
func (f *gameParser) parseLine(c *lineState) {
	for {
		t := f.Next()
		switch t.Kind {
		case EndOfText:
			if c.depth > 0 {
				f.Report(&gamefile.Error{Problem: gamefile.Unclosed, Line: t.Line, Text: "("})
			}
			return
		case TagPair: // the next game
			f.at = t.At
			return
		case CloseParen:
			if c.depth > 0 {
				return
			}
		case Comment:
			if f.text[t.At] != '{' && f.isEnclosed(c, t.first) {
				if n, ok := onlyMoveNumber(t.Text); ok { // 【1】
					if f.enclosed = true; !f.checkNumber(c, n, false) {
						f.wrongTurn(c, t, t.Text)
						return
					}
					continue
				}
			}
			if !t.closed {
				f.Report(gamefile.NewError(gamefile.Unclosed, t.Line, t.Text))
			}
			if t.toEnd {
				if moves := FindMove(t.Text); f.pasted || len(moves) == len(strings.TrimSpace(narrow(t.Text))) {
					f.noteHypothetical(c, t, moves) // in a PGN only where it begins with one
				}
			}
			if bare := strings.ReplaceAll(t.Text, "如图", ""); f.pasted && t.first && len(c.Moves) > 0 && f.endsLine() && isHypothetical(bare) {
				f.noteHypothetical(c, t, f.movesNear()) // 【变着】
			}
			f.addComment(&c.Line, t)
			if c.depth == 0 {
				f.closing, f.closingAt = t.Text, len(c.Moves)
			}
		case OpenParen:
			if !f.parenthesis(c, t) {
				return
			}
		case Word:
			if !f.parseWord(c, t) {
				return
			}
		}
	}
}

// parseWord reads a word. It tells false where the line ends with it.
func (f *gameParser) parseWord(c *lineState, t Token) bool {
	if c.depth == 0 {
		r, ok := ParseResult(t.Text)
		if !ok && len(c.Moves) > 0 {
			if r, ok = f.resultAhead(t); !ok {
				r, ok = f.scoreAhead(c, t)
			}
		}
		if ok && !f.isBullet(t) {
			f.result, f.ended, c.ended = r, true, true
			return false
		}
		if len(c.Moves) > 0 && f.keepHeader(t) {
			return true
		}
	}
	if mark, ok := gamefile.ParseNAG(t.Text); ok {
		c.AddNAG(mark)
		return true
	}
	numbered := c.numbered
	c.numbered = false
	back := f.Scanner
	back.at, back.fresh = t.At, t.first
	switch {
	case strings.HasPrefix(t.Text, "$"):
		return true
	case numbered && isLostText(t.Text):
		fault := c.atNext()
		fault.Line, fault.Text, fault.Problem = t.Line, gamefile.Cut(t.Text, notation.MaxText), gamefile.BadMove
		fault.Cause = &notation.SyntaxError{Text: fault.Text}
		return f.stop(c, fault)
	case !numbered && len(c.Moves) > 0 && isClockOrEvaluation(t.Text):
		f.addComment(&c.Line, t)
		return true
	case IsPunctuation(t.Text):
		return !numbered || ellipsisAt(t.Text) == 0 || c.now.SideToMove() == board.Black || f.wrongTurn(c, t, t.Text)
	case f.pasted && c.depth == 0 && t.first && IsFEN(t.Text):
		if p, err := board.ParseFEN(f.fen(t.Text)); err == nil {
			if p.Placement() == c.now.Placement() { // a diagram
				return true
			}
			f.Scanner, c.ended = back, true // another game
			return false
		}
	}
	all := segments(t.Text)
	left := t // what is left of the word behind its moves
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
				return f.notAMove(c, t, segment{kind: proseSegment, text: t.Text}, &notation.SyntaxError{Text: gamefile.Cut(t.Text, notation.MaxText)})
			}
			if f.pasted && !c.side(p.side, c.now.SideToMove()) {
				if c.pending != nil && !c.digitsIgnored && c.depth == 0 { // the move before it was the other side's as well
					c.mismatches = []mismatchedMove{*c.pending}
					return f.cutMismatched(c)
				}
				return f.wrongTurn(c, t, p.text)
			}
		case proseSegment:
			return f.notAMove(c, left, p, &notation.SyntaxError{Text: gamefile.Cut(left.Text, notation.MaxText)})
		case moveSegment:
			made := len(c.Moves)
			if !f.parseMove(c, left, p, i+1 == len(all)) {
				return false
			}
			if len(c.Moves) == made { // all of the word is a comment, and what is behind it
				return true
			}
			if i+1 < len(all) {
				left.At, left.Text, left.first = t.At+all[i+1].at, t.Text[all[i+1].at:], false
			}
		}
	}
	return true
}

// checkNumber checks a number before a move. It tells false where another one is due.
func (f *gameParser) checkNumber(c *lineState, n int, dotted bool) bool {
	sure := c.known || c.firstNumber > 0
	if !c.number(n, len(c.Moves), c.now.SideToMove(), dotted) {
		return false
	}
	if sure && c.depth == 0 && !f.everyMove {
		f.hypothetical = nil
	}
	c.numbered = true
	return true
}

// wrongNumber ends the line at a number that is not due: the first of another game, or else a move is missing or one
// too many. Within a round that may be one of the moves since the last number.
func (f *gameParser) wrongNumber(c *lineState, t Token, p segment) bool {
	if f.pasted && c.depth == 0 && len(c.Moves) > 1 && p.n == 1 && f.opensGame(t, p) {
		f.at, c.ended = t.At, true
		return false
	}
	f.wrongTurn(c, t, p.text)
	if c.now.SideToMove() == board.Black {
		c.Truncate(c.lastNumberPly)
	}
	return false
}

// parseMove makes the move that a part of a word names, together with the words behind it if it is the last. It tells false
// where the line ends because there is none.
func (f *gameParser) parseMove(c *lineState, t Token, p segment, last bool) bool {
	text, signs := splitNAG(strings.TrimRightFunc(p.text, isQuote))
	m, err := f.parse(&c.now, text)
	if last && isSyntax(err) {
		if joined, ahead := f.joinWords(&c.now, text); joined != "" {
			text, signs = splitNAG(joined)
			m, err = f.parse(&c.now, text)
			f.Scanner = ahead
		}
	}
	if err != nil {
		return f.notAMove(c, t, p, err)
	}
	if f.everyMove && c.depth == 0 && c.lastNumberPly != len(c.Moves) { // it has no number
		return f.wrongTurn(c, t, p.text)
	}
	if !f.count.Spend(c.depth) {
		if f.Fault == nil || c.depth == 0 {
			fault := c.atNext()
			fault.Line, fault.Text, fault.Problem = t.Line, gamefile.Cut(p.text, notation.MaxText), gamefile.TooManyMoves
			f.Report(fault)
		}
		if c.depth > 0 {
			f.count.Dropped += 1 + f.skipVariation()
		}
		return false
	}
	if !c.digits(mismatchedMove{len(c.Moves), text, t.Line}, c.now.SideToMove()) {
		return f.cutMismatched(c)
	}
	if c.depth == 0 {
		f.commentHeaders(c)
	}
	c.before = c.now
	c.now.Make(m)
	c.Moves = append(c.Moves, m)
	if c.depth == 0 {
		f.lastMoveEnd = f.at
	}
	if mark, ok := gamefile.ParseNAG(signs); ok {
		c.AddNAG(mark)
	}
	return true
}

// longestWord is the length of the longest English word for a piece, elephant.
const longestWord = 8

// joinWords reads a move whose parts are separated, as 炮 二 平 五 and Pháo 2 bình 5 do, and returns where the text goes on.
// It is empty if a word and those behind it on the line are no move.
func (f *gameParser) joinWords(p *board.Position, word string) (text string, ahead Scanner) {
	ahead = f.Scanner
	near := f.text[f.at:min(len(f.text), f.at+notation.MaxText)]
	if _, ok := onlyMoveNumber(word); ok || f.unspaced || utf8.RuneCountInString(word) > longestWord || !strings.ContainsFunc(near, isDigitRune) {
		return "", ahead
	}
	for range 3 {
		t := ahead.Next()
		if t.Kind != Word || t.first || len(word)+len(t.Text) > notation.MaxText {
			break
		}
		word += t.Text
		bare, _ := splitNAG(word)
		if _, err := f.parse(p, bare); !isSyntax(err) {
			return word, ahead
		}
	}
	return "", ahead
}

// notAMove deals with a part of a word that is no move. Words of a line by themselves are a comment, and so are words at
// the end of a line where nothing looks like a move. It tells false where the line ends.
func (f *gameParser) notAMove(c *lineState, t Token, p segment, err error) bool {
	if c.depth == 0 && isSyntax(err) && !resemblesMove(p.text) && f.searches < maxSearches {
		f.searches++
		ahead := f.Scanner
		words := ahead.rest(t.At)
		moves := f.movesIn(t.At, ahead.at)
		switch {
		case f.interjection(c, t):
			return true
		case moves != "" && !t.first, moves == "" && f.replacesMove(c, words, ahead.at):
		case t.first, isLink(words),
			isPlainProse(words) && (t.Text[0] >= utf8.RuneSelf || t.Text[0] == '#' || strings.HasPrefix(t.Text, "//") || !f.movesFollow(ahead.at)):
			f.Scanner = ahead
			f.noteHypothetical(c, t, moves)
			if moves == "" && f.pasted && len(c.Moves) > 0 && (isHypothetical(words) || introducesMove(words)) { // 参考：
				f.noteHypothetical(c, t, f.movesNear())
			}
			if !isLink(words) {
				t.Text = words
				f.addComment(&c.Line, t)
			}
			return true
		}
	}
	if len(c.mismatches) > 0 && c.depth == 0 {
		return f.cutMismatched(c)
	}
	fault := c.atNext()
	fault.Line, fault.Text, fault.Problem, fault.Cause = t.Line, gamefile.Cut(p.text, notation.MaxText), gamefile.BadMove, err
	return f.stop(c, fault)
}

// interjection takes words within a line for a comment, from a word on, if the number of the move that is due follows them on
// it, or dots where Black's is due, and no move is among them: 2. H2+3 R9=8 and now 3. R1=2.
func (f *gameParser) interjection(c *lineState, t Token) bool {
	if t.first || !c.known {
		return false
	}
	words := f.text[t.At:f.at]
	for ahead := f.Scanner; ; {
		behind := ahead
		next := ahead.Next()
		if next.Kind != Word || next.first {
			return false
		}
		all := segments(next.Text)
		black := c.now.SideToMove() == board.Black
		if isDots := len(all) > 0 && all[0].kind != numberSegment && black && IsPunctuation(next.Text) && ellipsisAt(next.Text) > 0; !isDots {
			if len(all) == 0 || all[0].kind != numberSegment {
				words = f.text[t.At:ahead.at]
				continue
			}
			due := c.turnChecker
			if !due.number(all[0].n, len(c.Moves), c.now.SideToMove(), len(all) > 1 && all[1].kind == dotsSegment) {
				return false
			}
		}
		if !isPlainProse(words) || FindMove(words) != "" || isHypothetical(strings.ReplaceAll(words, "如图", "")) && !isSentence(words) {
			return false
		}
		f.Scanner = behind
		t.Text = words
		f.addComment(&c.Line, t)
		return true
	}
}

// cutMismatched ends the game before the first of the last moves that have the other side's digits.
func (f *gameParser) cutMismatched(c *lineState) bool {
	first := c.mismatches[0]
	c.now = c.start
	for _, m := range c.Moves[:first.ply] {
		c.now.Make(m)
	}
	c.Truncate(first.ply)
	return f.wrongTurn(c, Token{Line: first.line}, first.text)
}

// isSideComment reports whether the name of a side, with which a word begins, begins a sentence about that side: something else
// than a move is behind it on its line. Red has the initiative.
func (f *gameParser) isSideComment(c *lineState, t Token, all []segment) bool {
	next := all[len(all)-1]
	if len(all) == 1 {
		ahead := f.Scanner
		behind := ahead.Next()
		if behind.Kind != Word || behind.first {
			return false
		}
		following := segments(behind.Text)
		if len(following) == 0 {
			return false
		}
		next = following[0]
	} else if len(all) > 2 {
		return false
	}
	text, _ := splitNAG(strings.TrimRightFunc(next.text, isQuote))
	switch {
	case next.kind == proseSegment:
		return findHan(t.Text) < 0
	case next.kind != moveSegment || IsPunctuation(text) || resemblesMove(text) || isMoveFragment([]string{text}):
		return false
	}
	_, err := f.parse(&c.now, text)
	return isSyntax(err)
}

// keepHeader keeps a line that says who played, or the like, until it is known whether moves follow it. It tells false where
// the line with which a word begins is none.
func (f *gameParser) keepHeader(t Token) bool {
	if !f.pasted || !t.first {
		return false
	}
	line, _, _ := strings.Cut(f.text[t.At:min(len(f.text), t.At+nearby)], "\n")
	if !isHeader(line) {
		return false
	}
	f.headers = append(f.headers, f.rest(t.At))
	return true
}

// commentHeaders makes comments of the lines that seemed to say who played: moves follow them, so they are about these.
func (f *gameParser) commentHeaders(c *lineState) {
	for _, line := range f.headers {
		f.addComment(&c.Line, Token{Text: line})
	}
	f.headers = f.headers[:0]
}

// noteHypothetical notes that a line of words holds moves, if any: if they belong to the game, it ends before them.
func (f *gameParser) noteHypothetical(c *lineState, t Token, moves string) {
	if moves != "" && f.hypothetical == nil && c.depth == 0 {
		f.hypothetical = c.atNext()
		f.hypothetical.Line, f.hypothetical.Text, f.hypothetical.Problem = t.Line, gamefile.Cut(moves, notation.MaxText), gamefile.Unread
		f.hypotheticalAt = len(c.Moves)
	}
}

// wrongTurn stops at what belongs to another move than the one that is due.
func (f *gameParser) wrongTurn(c *lineState, t Token, text string) bool {
	fault := c.atNext()
	fault.Line, fault.Text, fault.Problem = t.Line, gamefile.Cut(text, notation.MaxText), gamefile.WrongTurn
	return f.stop(c, fault)
}

// stop ends a line with a fault. It returns false, as what reads a word does then.
func (f *gameParser) stop(c *lineState, fault *gamefile.Error) bool {
	f.Report(fault)
	if c.depth > 0 {
		f.skipVariation()
	}
	return false
}

// atNext returns an error that tells of the next move.
func (c *lineState) atNext() *gamefile.Error {
	return gamefile.AtMove(&c.now, c.ply+len(c.Moves), c.depth > 0)
}

// isBullet tells an asterisk that begins a line of a list and does not stand for the result.
func (f *gameParser) isBullet(t Token) bool {
	ahead := f.Scanner
	if !f.pasted || t.Text != "*" || !t.first {
		return false
	}
	behind := ahead.Next()
	return behind.Kind != EndOfText && !behind.first
}

// addComment adds a text at the end of a line.
func (f *gameParser) addComment(l *gamefile.Line, t Token) {
	if !f.comments.Add(l, len(l.Moves), t.Text) && f.Fault == nil {
		f.Report(gamefile.NewError(gamefile.TooLong, t.Line, t.Text))
	}
}

// splitNAG splits a word into the move and the symbols at its end.
func splitNAG(word string) (move, signs string) {
	move = strings.TrimRight(word, "!?！？")
	return move, word[len(move):]
}
