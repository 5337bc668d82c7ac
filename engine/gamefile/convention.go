package gamefile

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// conventions are the ways to read the moves from where the scanner is, the likeliest first. The first reads nearly
// everything; the others are for texts whose signs mean something else. One text keeps to one convention, so where some
// move can only be Vietnamese, all are read so first: B3+1 beside M8+7 is a pawn's move and not an elephant's. Where
// such a text has = for sideways, its - is back, as in WXF.
func conventions(s scanner) []parser {
	all := []parser{notation.Parse, vietnamese, parseAs(notation.UCI10), sanFrom(1), sanFrom(0)}
	only, equals := s.vietnamese()
	if only {
		all[0], all[1] = all[1], all[0]
	}
	if only && equals {
		all = append([]parser{vietnameseWXF}, all...)
	}
	return all
}

// parseAs reads moves as those write who use a style.
func parseAs(s notation.Style) parser {
	return func(p *board.Position, text string) (board.Move, error) { return notation.ParseAs(p, text, s) }
}

// vietnamese reads P2-5, M8.7, X1/2.
func vietnamese(p *board.Position, text string) (board.Move, error) {
	return notation.ParseAs(p, text, notation.Vietnamese)
}

// vietnameseWXF reads P2=5, M8+7, X1-2: letters of Vietnamese and signs of WXF.
func vietnameseWXF(p *board.Position, text string) (board.Move, error) {
	return vietnamese(p, strings.ReplaceAll(text, "-", "/"))
}

// vietnamese reports whether some move before the next game can only be Vietnamese, and whether some move has an
// equals sign.
func (s scanner) vietnamese() (only, equals bool) {
	moves := false
	for {
		switch t := s.next(); t.kind {
		case theEnd:
			return only, equals
		case aTag:
			if moves {
				return only, equals
			}
		case aWord:
			moves = true
			text, _ := marked(t.text)
			only = only || notation.OnlyVietnamese(text)
			equals = equals || len(text) < notation.MaxText && strings.Contains(text, "=") && isLatinMove(text[strings.LastIndexByte(text, '.')+1:])
		case aComment, openParen, closeParen:
		}
	}
}
