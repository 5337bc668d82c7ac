package notation

import (
	"errors"
	"slices"

	"xiangqibot/engine/board"
)

// CompleteAs returns the legal moves that a partly typed text is a prefix of, in any notation that [ParseAs] reads: 炮
// gives every cannon move, 炮2 and C2 those of the second file (and C2 also the moves from that point), 前 those of front
// pieces. An empty text gives all legal moves; a text that is no prefix of a legal move gives none.
//
// The moves come in the order in which a list for people is easiest to scan: by the piece that moves, strongest first
// and from the mover's right; for each piece sideways, forward, back, and each of these by its number. That is how the
// text runs, so readers find a move as in a dictionary, and what comes first is what is played most: in 24,567 played
// games rooks, cannons and kings went sideways in half of their moves, forward in a third, back in a sixth.
//
// Where letters begin something in Vietnamese and in WXF, a person with style Vietnamese is offered the first only, so
// P gives the cannon moves and not also the pawns'; everybody else is offered Vietnamese where it is the only thing
// that begins so.
// Words of pinyin and English are completed where the text begins nothing else.
func CompleteAs(p *board.Position, typed string, s Style) []board.Move {
	return Dialect{Style: s}.Complete(p, typed)
}

// Complete is [CompleteAs] for the dialect: if P means the cannon in it, P gives the cannon moves.
func (w Dialect) Complete(p *board.Position, typed string) []board.Move {
	if moves := complete(p, typed, w); len(moves) > 0 {
		return moves
	}
	if moves := completeWords(p, typed, w); len(moves) > 0 {
		return moves
	}
	m, err := w.Parse(p, typed) // a whole move as people type it in a chat
	if several := (*AmbiguousError)(nil); errors.As(err, &several) {
		return several.Candidates
	} else if err == nil {
		return []board.Move{m}
	}
	return nil
}

// complete is [CompleteAs] without words of pinyin and English.
func complete(p *board.Position, typed string, w Dialect) []board.Move {
	var in script
	if len(typed) > MaxText || in.normalize(typed) != "" {
		return nil
	}
	c := newCompletion(p, w)
	if c.match(in.move()) || c.match(in.r[:in.n]) {
		return c.moves
	}
	// No match. The text may have an annotation after the move, or be a short prefix after a move number.
	in.trimAnnotations()
	if !c.match(in.move()) && in.moveStart < in.n {
		c.match(in.r[in.moveStart:in.n])
	}
	return c.moves
}

// completion finds the moves with a given prefix.
type completion struct {
	p       *board.Position
	writer  Dialect
	legal   []board.Move
	lineups [board.Pawn + 1]lineup
	moves   []board.Move // what was found
}

func newCompletion(p *board.Position, w Dialect) *completion {
	c := &completion{p: p, writer: w, legal: p.LegalMoves(nil)}
	for k := board.King; k <= board.Pawn; k++ {
		c.lineups[k] = newLineup(p, p.SideToMove(), k)
	}
	return c
}

// match finds the moves with a spelling that begins with the typed text, and sorts them. It reports whether there are
// any.
func (c *completion) match(typed []rune) bool {
	var points, named, vietnamese []board.Move
	for _, m := range c.legal {
		k := c.p.At(m.From()).Kind()
		n := c.lineups[k].spellingParts(k, m)
		switch {
		case beginsCoordinates(typed, m, c.writer.Style):
			points = append(points, m)
		case n.begins(typed):
			named = append(named, m)
		}
		if n.beginsVietnamese(typed) {
			vietnamese = append(vietnamese, m)
		}
	}
	if c.writer.readsVietnamese() && len(vietnamese) > 0 {
		c.moves = append(points, vietnamese...)
	} else if c.moves = append(points, named...); len(c.moves) == 0 {
		c.moves = vietnamese
	}
	slices.SortFunc(c.moves, c.compare)
	c.moves = slices.Compact(c.moves)
	return len(c.moves) > 0
}

// compare orders two moves as in a list for people.
func (c *completion) compare(a, b board.Move) int {
	ka, kb := c.p.At(a.From()).Kind(), c.p.At(b.From()).Kind()
	if ka != kb {
		return scanOrder[ka] - scanOrder[kb]
	}
	l := &c.lineups[ka]
	if a.From() != b.From() {
		return l.position(a.From()) - l.position(b.From())
	}
	dirA, numberA := directionAndNumber(l.color, ka, a)
	dirB, numberB := directionAndNumber(l.color, ka, b)
	if dirA != dirB {
		return scanDirection[dirA] - scanDirection[dirB]
	}
	return numberA - numberB
}

// The orders of a list for people: the most frequently moved pieces and directions first.
var (
	scanOrder     = [...]int{board.Rook: 1, board.Cannon: 2, board.Horse: 3, board.Pawn: 4, board.Elephant: 5, board.Advisor: 6, board.King: 7}
	scanDirection = [...]int{sideways: 1, forward: 2, back: 3}
)

// position returns the index in the lineup of the piece on s.
func (l *lineup) position(s board.Square) int { return slices.Index(l.squares[:l.n], s) }

var (
	kindRunes      = [...]rune{board.King: '帅', board.Advisor: '仕', board.Elephant: '相', board.Horse: '马', board.Rook: '车', board.Cannon: '炮', board.Pawn: '兵'}
	directionRunes = [...]rune{forward: '进', back: '退', sideways: '平'}
	placeRunes     = [...]rune{front: '前', middle: '中', rear: '后'}
)

// spellingParts are the characters of the spellings of one move: the inverse of describe.
type spellingParts struct {
	piece, file, dir, number rune
	pawn, tandem             bool
	// Of a piece in tandem: its place (0 where it has none), its count on the file, its count over all tandem files and
	// the letter of that count.
	place, onFile, inAll, letter rune
}

func (l *lineup) spellingParts(k board.Kind, m board.Move) spellingParts {
	file := fileNumber(l.color, m.From())
	dir, number := directionAndNumber(l.color, k, m)
	alike := l.on[file]
	n := spellingParts{
		piece: kindRunes[k], file: numeral(file), dir: directionRunes[dir], number: numeral(number),
		pawn: k == board.Pawn, tandem: alike > 1,
	}
	if n.tandem {
		onFile, inAll := l.ranks(m.From())
		n.onFile, n.inAll, n.letter = numeral(onFile), numeral(inAll), 'A'+rune(inAll)-1
		if onFile == 1 || onFile == alike || alike == 3 {
			n.place = placeRunes[placeAmong(onFile, alike)]
		}
	}
	return n
}

// begins reports whether a spelling in Chinese or WXF begins with what was typed.
func (n *spellingParts) begins(typed []rune) bool {
	if n.pieceFirst(typed, false) || n.place != 0 && isPrefix(typed, n.place, n.piece, n.dir, n.number) {
		return true
	}
	if !n.pawn || !n.tandem {
		return false
	}
	return isPrefix(typed, n.inAll, n.piece, n.dir, n.number) || isPrefix(typed, n.piece, n.letter, n.dir, n.number) ||
		isPrefix(typed, n.onFile, n.file, n.dir, n.number) || isPrefix(typed, n.onFile, n.piece, n.file, n.dir, n.number) ||
		n.place != 0 && (isPrefix(typed, n.place, n.file, n.dir, n.number) || isPrefix(typed, n.place, n.piece, n.file, n.dir, n.number))
}

// beginsVietnamese reports whether a Vietnamese spelling begins with what was typed.
func (n *spellingParts) beginsVietnamese(typed []rune) bool { return n.pieceFirst(typed, true) }

// pieceFirst tries the spellings that name the piece first; Vietnamese has no others.
func (n *spellingParts) pieceFirst(typed []rune, vietnamese bool) bool {
	begins := func(spelling ...rune) bool {
		if vietnamese {
			return isVietnamesePrefix(typed, spelling...)
		}
		return isPrefix(typed, spelling...)
	}
	switch {
	case begins(n.piece, n.file, n.dir, n.number) || begins(n.piece, n.dir, n.number):
		return true
	case n.place != 0 && begins(n.piece, n.place, n.dir, n.number):
		return true
	case !n.pawn || !n.tandem:
		return false
	}
	return begins(n.piece, n.onFile, n.file, n.dir, n.number) || n.place != 0 && begins(n.piece, n.place, n.file, n.dir, n.number)
}

func numeral(n int) rune { return '0' + rune(n) }

// isPrefix compares what was typed with the beginning of a spelling, in which pieces, directions and places are
// Chinese. Typed letters and signs match the characters they stand for.
func isPrefix(typed []rune, spelling ...rune) bool {
	if len(typed) > len(spelling) {
		return false
	}
	for i, t := range typed {
		want := spelling[i]
		if t == want {
			continue
		}
		if want < 0x80 ||
			(kindOf(want) == 0 || kindOf(want) != kindOf(t)) &&
				(placeOf(want) == 0 || placeOf(want) != placeOf(t)) &&
				(directionOf(want) == 0 || directionOf(want) != directionOf(t)) {
			return false
		}
	}
	return true
}
