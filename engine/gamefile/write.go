package gamefile

import (
	"fmt"

	"xiangqibot/engine/board"
	"xiangqibot/engine/notation"
)

// Write writes a game in a format; moves are written in the style where the format leaves a choice. What [Read] makes
// of the text is the same game, as far as the format can hold it: docs/formats.md lists what is lost.
//
// PGN has no names for coordinates with ranks 1..10 and for Vietnamese notation: other programs could not read them.
// The first are written as ICCS, the others as WXF. So they are in a list of moves where their letters and digits spell
// another legal game, which can be when it starts from a position of its own. A list leaves signs out of its title, or
// all of it, where they would make another game of what follows. FEN is the position at the end of the game. The
// other formats cannot be written.
func Write(g *Game, f Format, s notation.Style) ([]byte, error) {
	if err := check(&g.Line, g.Start); err != nil {
		return nil, err
	}
	switch f {
	case PGN:
		return []byte(writePGN(g, s)), nil
	case DhtmlXQ:
		return []byte(writeDhtmlXQ(g)), nil
	case MoveList:
		return writeList(g, s), nil
	case FEN:
		record := g.Record()
		p := record.Position()
		return []byte(p.FEN() + "\n"), nil
	case XQF, WXF, CBR, CBL, CBF:
	}
	return nil, fmt.Errorf("game format %v cannot be written; want pgn, dhtmlxq, moves or fen", f)
}

// named is the style nearest to s that programs know by a name, and that cannot be taken for another.
func named(s notation.Style) notation.Style {
	switch s {
	case notation.UCI10:
		return notation.ICCS
	case notation.Vietnamese:
		return notation.WXF
	default:
		return s
	}
}

// check reports whether a line can be written: its moves are legal and its variations leave it.
func check(l *Line, p board.Position) error {
	variations := l.Variations
	for i, m := range l.Moves {
		if !p.IsLegal(m) {
			return fmt.Errorf("game cannot be written: move %d, %v, is not legal in %s", i+1, m, p.FEN())
		}
		for ; len(variations) > 0 && variations[0].Ply == i; variations = variations[1:] {
			if len(variations[0].Moves) == 0 {
				return fmt.Errorf("game cannot be written: a variation at move %d has no moves", i+1)
			}
			if err := check(&variations[0].Line, p); err != nil {
				return err
			}
		}
		p.Make(m)
	}
	if len(variations) > 0 {
		return fmt.Errorf("game cannot be written: a variation at index %d of %d moves is out of order or leaves no move", variations[0].Ply, len(l.Moves))
	}
	return nil
}
