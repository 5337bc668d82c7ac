package notation

import "xiangqibot/engine/board"

// Dialect is a person who types moves, as far as that tells what they mean. P2-5 is no legal move of WXF, so whoever
// types it can only mean the cannon; P8.7 can be a pawn's, and then it counts who types it. The zero Writer writes UCI.
type Dialect struct {
	Style Style // in which they are shown moves
	// Vietnamese tells that it is their language, whatever the style. They have learned P for the cannon, so it is that
	// to them, unless they are shown the letters of WXF.
	Vietnamese bool
}

// Parse reads a move as ParseAs does for the writer's style, but for texts that have a meaning in WXF and another in
// Vietnamese. Of these it takes the one that the writer means, or the only one that is legal. For people who have
// nothing to do with Vietnamese, that one is Vietnamese only where no piece ever moves as the text says in WXF: a wrong
// number should be told, and not be played as the move of another piece.
func (w Dialect) Parse(p *board.Position, text string) (board.Move, error) {
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

// readsVietnamese reports whether letters are Vietnamese to the writer where they can be.
func (w Dialect) readsVietnamese() bool {
	return w.Style == Vietnamese || w.Vietnamese && w.Style != WXF
}

// twoMeanings reports whether a text can be a move in WXF and another in Vietnamese, and what it says in WXF.
func twoMeanings(text string) (letters description, two bool) {
	var in script
	if len(text) > MaxText || in.normalize(text) != "" {
		return letters, false
	}
	in.trimAnnotations()
	r := in.move()
	if _, ok := coordinatesOf(r); ok {
		return letters, false
	}
	vietnamese, isVietnamese := describeVietnamese(r)
	letters, ok := describe(r)
	return letters, ok && isVietnamese && letters != vietnamese
}

// impossible reports whether no piece ever moves as the description says: a pawn that goes back or further than a
// step, an elephant that goes sideways. Other letters of WXF are not Vietnamese, or their pieces go everywhere.
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
