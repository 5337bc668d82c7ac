package notation

import "xiangqibot/engine/board"

// Dialect says how a person writes moves, to decide what an ambiguous text means. P2-5 is never a legal move in WXF, so
// it can only mean the cannon; P8.7 can be a pawn move, and then the dialect decides. The zero Dialect is UCI.
type Dialect struct {
	Style Style // in which they are shown moves
	// Vietnamese reports whether the person's language is Vietnamese, whatever the style. They know P as the cannon, so
	// it means the cannon unless their style is WXF.
	Vietnamese bool
}

// Parse parses a move as [ParseAs] does with the dialect's style, except for texts with one meaning in WXF and another
// in Vietnamese. Of these it takes the one that the dialect prefers, or the only legal one. For people who do not use
// Vietnamese, the text is read as Vietnamese only if no piece ever moves as it says in WXF: a wrong number should be
// reported, and not be played as the move of another piece.
//
// A text that is no move in any notation is read as people type in a chat: with marks and words around the move
// (**炮二平五**, 我走炮二平五吧), by the initials of pinyin (p2p5), "cannon e2", "cannon takes horse". Last of all it is read by
// its sounds (跑二平五): such a move is never returned, but is the candidate of an *[AmbiguousError] with Sound.
func (w Dialect) Parse(p *board.Position, text string) (board.Move, error) {
	m, err := w.parse(p, text)
	if isSyntax(err) {
		if read, why := w.parseChat(p, text, false); !isSyntax(why) {
			return read, why
		}
	}
	return m, err
}

// parse is [Parse] for texts in a notation.
func (w Dialect) parse(p *board.Position, text string) (board.Move, error) {
	letters, two := twoMeanings(text)
	if !two || w.Style == Vietnamese {
		return ParseAs(p, text, w.Style)
	}
	first, second := w.Style, Vietnamese
	switch {
	case w.readsVietnamese():
		first, second = second, first
	case !w.Vietnamese && !letters.impossible():
		return ParseAs(p, text, w.Style)
	}
	m, err := ParseAs(p, text, first)
	if isIllegal(err) {
		if other, otherErr := ParseAs(p, text, second); !isIllegal(otherErr) {
			return other, otherErr
		}
	}
	return m, err
}

// readsVietnamese reports whether Vietnamese is preferred for ambiguous letters.
func (w Dialect) readsVietnamese() bool {
	return w.Style == Vietnamese || w.Vietnamese && w.Style != WXF
}

// twoMeanings reports whether a text has different meanings in WXF and in Vietnamese, and returns the one in WXF.
func twoMeanings(text string) (letters description, two bool) {
	letters, vietnamese, ok, isVietnamese := readings(text)
	return letters, ok && isVietnamese && letters != vietnamese
}

// OnlyVietnamese reports whether a text can be a move in Vietnamese and in no other notation, as M8.7, X1/2 and S4+5
// can. It does not ask whether the move is legal. Whoever writes so writes P2-5 and B3+1 in Vietnamese as well.
func OnlyVietnamese(text string) bool {
	_, _, ok, isVietnamese := readings(text)
	return isVietnamese && !ok
}

// readings returns what a text that is no coordinates means in Vietnamese, and in the other notations.
func readings(text string) (other, vietnamese description, isOther, isVietnamese bool) {
	var in script
	if len(text) > MaxText || in.normalize(text) != "" {
		return other, vietnamese, false, false
	}
	in.trimAnnotations()
	r := in.move()
	if _, ok := coordinatesOf(r); ok {
		return other, vietnamese, false, false
	}
	other, isOther = describe(r)
	vietnamese, isVietnamese = describeVietnamese(r)
	return other, vietnamese, isOther, isVietnamese
}

// impossible reports whether no piece can ever move as described: a pawn that goes back or further than one step, an
// elephant that goes sideways. The other WXF letters are not used in Vietnamese, or their pieces can go anywhere.
func (d description) impossible() bool {
	switch {
	case d.kind == board.Pawn && d.dir == sideways:
		return d.file != 0 && distance(d.file, d.number) != 1
	case d.kind == board.Pawn:
		return d.dir == back || d.number > 1
	case d.kind == board.Elephant:
		return d.dir == sideways || d.file != 0 && distance(d.file, d.number) != 2
	}
	return false
}
