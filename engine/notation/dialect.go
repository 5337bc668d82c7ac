package notation

import (
	"slices"

	"xiangqibot/engine/board"
)

// Dialect says how a person writes moves, to decide what an ambiguous text means. P2-5 is never a legal move in WXF, so
// it can only mean the cannon; P8.7 can be a pawn move, and then the dialect decides. The zero Dialect is UCI.
type Dialect struct {
	Style Style // in which they are shown moves
	// Vietnamese reports whether the person's language is Vietnamese, whatever the style. They know P as the cannon, so
	// it means the cannon unless their style is WXF.
	Vietnamese bool
	// inFile is for texts that were not typed by a person who can be asked: what a sign means in the style is not given
	// up because no piece moves so.
	inFile bool
}

// readsVietnamese reports whether Vietnamese is preferred for ambiguous letters.
func (w Dialect) readsVietnamese() bool {
	return w.Style == Vietnamese || w.Vietnamese && w.Style != WXF
}

// meanings returns what a script means, the likelier first. Letters and signs may mean one thing in WXF and another in
// Vietnamese: the second is there only where it may be tried because the first is illegal.
func (w Dialect) meanings(r []rune) (all []description) {
	other, isOther := describe(r)
	vietnamese, isVietnamese := describeVietnamese(r)
	switch {
	case !isOther && !isVietnamese:
		return nil
	case !isOther:
		return []description{vietnamese}
	case !isVietnamese || other == vietnamese:
		return []description{other}
	case w.Style == Vietnamese && !slices.Contains(r, '+') && !slices.Contains(r, '='): // signs that Vietnamese borrows
		return []description{vietnamese}
	case w.readsVietnamese():
		return []description{vietnamese, other}
	case w.Vietnamese || other.impossible() && !w.inFile:
		return []description{other, vietnamese}
	}
	return []description{other}
}

// OnlyVietnamese reports whether a text can be a move in Vietnamese and in no other notation, as M8.7, X1/2 and S4+5
// can. It does not ask whether the move is legal. Whoever writes so writes P2-5 and B3+1 in Vietnamese as well.
func OnlyVietnamese(text string) bool {
	var in script
	if len(text) > MaxText || in.normalize(text) != "" {
		return false
	}
	in.trimAnnotations()
	_, isPoints := coordinatesOf(in.move())
	_, isOther := describe(in.move())
	_, isVietnamese := describeVietnamese(in.move())
	return isVietnamese && !isOther && !isPoints
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

// parseNotation reads a text without words of pinyin and English.
func (w Dialect) parseNotation(p *board.Position, text string) (board.Move, error) {
	if len(text) > MaxText {
		return noMove(text)
	}
	var in script
	if bad := in.normalize(text); bad != "" {
		return board.NoMove, &SyntaxError{Text: text, Bad: bad}
	}
	in.trimAnnotations()
	if c, ok := coordinatesOf(in.move()); ok {
		return c.find(p, text, w.Style)
	}
	meanings := w.meanings(in.move())
	if len(meanings) == 0 { // 3. 卒进1 is shorter than a move
		meanings = w.meanings(in.r[in.moveStart:max(in.moveStart, in.n)])
	}
	if len(meanings) == 0 {
		return noMove(text)
	}
	m, err := meanings[0].find(p, text)
	if len(meanings) > 1 && isIllegal(err) {
		if other, otherErr := meanings[1].find(p, text); !isIllegal(otherErr) {
			return other, otherErr
		}
	}
	return m, err
}
