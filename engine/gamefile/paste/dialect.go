package paste

import (
	"strings"

	"xiangqibot/engine/notation"
)

// dialect is a way to read a text. One text keeps to one.
type dialect struct {
	// parse reads one move.
	parse moveParser
	// everyMove is for texts that number the moves and not the rounds.
	everyMove bool
	// unspaced means that no blanks are within a move.
	unspaced bool
	// rival is another way to read the same signs, just as likely. Where both find a game the text has two meanings.
	rival moveParser
}

// dialects are the ways to read the text from where the scanner is, the likeliest first. The first reads nearly
// everything; the others are for texts whose signs mean something else. Where some move can only be Vietnamese, all are
// read so first: B3+1 beside M8+7 is a pawn's move and not an elephant's. Where such a text has = for sideways, its - is
// back, as in WXF.
func dialects(s Scanner) []dialect {
	fairy, winBoard := sanParser(1), sanParser(0) // chess programs agree on all but the number of the first rank
	all := []dialect{
		{parse: notation.Parse}, {parse: parseAs(notation.Vietnamese)}, {parse: parseAs(notation.UCI10)},
		{parse: fairy, unspaced: true, rival: winBoard}, {parse: winBoard, unspaced: true},
	}
	only, equals := vietnameseMoves(s)
	if only {
		all[0], all[1] = all[1], all[0]
	}
	if only && equals {
		all = append([]dialect{{parse: vietnameseWXF}}, all...)
	}
	for _, d := range all {
		d.everyMove = true
		all = append(all, d)
	}
	return all
}

// vietnameseMoves reports whether some move before the next game can only be Vietnamese, and whether some move has an
// equals sign.
func vietnameseMoves(s Scanner) (only, equals bool) {
	moves := false
	for {
		switch t := s.Next(); t.Kind {
		case EndOfText:
			return only, equals
		case TagPair:
			if moves {
				return only, equals
			}
		case Word:
			moves = true
			text, _ := splitNAG(t.Text)
			only = only || notation.OnlyVietnamese(text)
			equals = equals || len(text) < notation.MaxText && strings.Contains(text, "=") && isLatinMove(text[strings.LastIndexByte(text, '.')+1:])
		case Comment, OpenParen, CloseParen:
		}
	}
}
