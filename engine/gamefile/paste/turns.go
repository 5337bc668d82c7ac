package paste

import "xiangqibot/engine/board"

// turnChecker compares what a text says about whose turn it is with the board: the numbers before the moves, the sides
// named before them, and the digits, Chinese for Red and Arabic for Black. A move that is missing or written twice
// makes another game, and often a legal one.
type turnChecker struct {
	firstSide   board.Color // who made the first move of the line
	firstNumber int         // the number that the first move must have, 0 if any will do
	// everyMove means that the moves are numbered one by one and not by rounds.
	everyMove bool
	// lenient is for PGN, whose numbers may skip: only a move of Red where one of Black is due is a fault, and a number
	// without a move.
	lenient bool

	known      bool
	lastNumber int       // the last number
	rounds     [2]rounds // the ways to count that fit so far: a round begins with Red, or with who moved first
	// numbers counts those that fit, lastNumberPly is how many moves preceded the last of them.
	numbers, lastNumberPly int
	// sided means that the last move but sinceSide had its side before it.
	sided     bool
	sinceSide int
	// mixed is for texts with both kinds of digits. suspect is the last move that has the other side's, where no number
	// says that it is right.
	mixed   bool
	suspect *mismatchedMove
	// pending is the first such move since the last number, nil once a number showed one to be right: digitsIgnored.
	pending       *mismatchedMove
	digitsIgnored bool
	// chinese counts the moves in Chinese characters, arabic those with Arabic digits, mismatched those with the other
	// side's, of which firstMismatch is the first, whatever the numbers say.
	chinese, arabic, mismatched int
	firstMismatch               mismatchedMove
	// mismatchRun counts the last moves that all have them, mismatchRunStart is the first of these.
	mismatchRun      int
	mismatchRunStart mismatchedMove
}

// rounds is one way to count rounds: the number of the first move's.
type rounds struct {
	offset int
	dead   bool
}

// mismatchedMove is a move with the other side's digits: how many moves of the line are before it, what it is, and
// where.
type mismatchedMove struct {
	ply  int
	text string
	line int
}

// index returns how many rounds are complete after so many moves.
func (t *turnChecker) index(way, ply int) int {
	switch {
	case t.everyMove:
		return ply
	case way == 0 && t.firstSide == board.Black:
		return (ply + 1) / 2
	}
	return ply / 2
}

// number reports whether a number may be before the move that follows ply others. Before the second move of a round
// it is the number of the first, said again, or has dots for that one after it.
func (t *turnChecker) number(n, ply int, side board.Color, dotted bool) bool {
	fits := false
	for way := range t.rounds {
		fits = t.fits(way, n, ply, dotted) || fits
	}
	if !fits && t.lenient && t.known && side == board.Red && ply > t.lastNumberPly { // not where the moves themselves are lost
		t.rounds[0], fits = rounds{offset: n - t.index(0, ply)}, true
	}
	if !fits {
		return false
	}
	for way := range t.rounds {
		r := &t.rounds[way]
		r.dead = r.dead || r.offset+t.index(way, ply) != n
	}
	t.digitsIgnored = t.digitsIgnored || t.pending != nil
	t.known, t.lastNumber, t.lastNumberPly, t.suspect, t.pending = true, n, ply, nil, nil
	t.numbers++
	return true
}

// fits reports whether a number fits a way to count rounds. The first number says where these begin.
func (t *turnChecker) fits(way, n, ply int, dotted bool) bool {
	r, i := &t.rounds[way], t.index(way, ply)
	switch {
	case r.dead, !dotted && t.isSecond(way, ply) && (!t.known || n != t.lastNumber):
		return false
	case t.known:
		return r.offset+i == n
	case t.firstNumber == 0, n-i == t.firstNumber, n == 0 && ply == 0:
		r.offset = n - i
		return true
	}
	return false
}

// isSecond reports whether the move that follows ply others is the second of its round.
func (t *turnChecker) isSecond(way, ply int) bool {
	return ply > 0 && t.index(way, ply) == t.index(way, ply-1)
}

// side reports whether the name of a side may be before the move of mover. Each names one move.
func (t *turnChecker) side(named, mover board.Color) bool {
	fits := named == mover && (!t.sided || t.sinceSide <= 1)
	t.sided, t.sinceSide = true, 0
	return fits
}

// digits notes a move and returns false where it and the suspect one shortly before have the digits of the other side.
func (t *turnChecker) digits(m mismatchedMove, mover board.Color) bool {
	const near = 4 // moves
	t.sinceSide++
	ofBlack := endsInArabic(m.text)
	if hanMove(m.text) == 0 {
		return true
	}
	if t.chinese++; ofBlack {
		t.arabic++
	}
	if ofBlack == (mover == board.Black) {
		t.mismatchRun = 0
		return true
	}
	if t.mismatched++; t.mismatched == 1 {
		t.firstMismatch = m
	}
	if t.mismatchRun++; t.mismatchRun == 1 {
		t.mismatchRunStart = m
	}
	if !t.mixed {
		return true
	}
	if t.pending == nil && !t.digitsIgnored {
		t.pending = &m
	}
	if t.numbers > 0 && m.ply < t.lastNumberPly+2 {
		return true
	}
	if t.suspect != nil && m.ply-t.suspect.ply <= near {
		return false
	}
	t.suspect = &m
	return true
}

// sidesSwapped reports whether there are both kinds of digits and most moves have those of the other side: it is that
// side that began.
func (t *turnChecker) sidesSwapped() bool {
	return t.mismatched > 1 && t.mismatched*2 > t.chinese && min(t.arabic, t.chinese-t.arabic)*mixedPart >= t.chinese
}

// mixedPart is the part of the moves of a text that have either kind of digits, if both mean something there: a fourth.
const mixedPart = 4

// isMixed recognizes a text in which a fourth of the Chinese moves or more have Chinese digits, and a fourth or more
// have others.
func isMixed(text string) bool {
	all, arabic, _ := countHan(text)
	return all > 0 && min(arabic, all-arabic)*mixedPart >= all
}
