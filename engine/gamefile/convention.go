package gamefile

import (
	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// conventions are the ways to read the moves from where the scanner is, the likeliest first. The first reads nearly
// everything; the others are for texts whose signs mean something else. One text keeps to one convention, so where some
// move can only be Vietnamese, all are read so first: B3+1 beside M8+7 is a pawn's move and not an elephant's.
func conventions(s scanner) [5]parser {
	as := func(s notation.Style) parser {
		return func(p *board.Position, text string) (board.Move, error) { return notation.ParseAs(p, text, s) }
	}
	if s.vietnamese() {
		return [...]parser{as(notation.Vietnamese), notation.Parse, as(notation.UCI10), sanFrom(1), sanFrom(0)}
	}
	return [...]parser{notation.Parse, as(notation.Vietnamese), as(notation.UCI10), sanFrom(1), sanFrom(0)}
}

// vietnamese reports whether some move before the next game can only be Vietnamese.
func (s scanner) vietnamese() bool {
	moves := false
	for {
		switch t := s.next(); t.kind {
		case theEnd:
			return false
		case aTag:
			if moves {
				return false
			}
		case aWord:
			moves = true
			if text, _ := marked(t.text); notation.OnlyVietnamese(text) {
				return true
			}
		case aComment, openParen, closeParen:
		}
	}
}
