package view

import (
	"slices"
	"strings"

	"xiangqibot/bot/words"
	"xiangqibot/engine/board"
)

// This file puts boards into words, for those who cannot see them. Points are named as the viewer's notation does,
// and the pieces in the order of their worth.

// DescribePieces says where the pieces stand at the end of a record, and what the last move was.
func DescribePieces(record *board.Record, r Viewer) string {
	p := record.Position()
	text := Armies(&p, r)
	if last := len(record.Moves) - 1; last >= 0 {
		then := record.UpTo(last).Position()
		text = r.Sentences(text, r.Say("describe.last", words.Vars{"Move": moveExactly(&then, record.Moves[last], r)}))
	}
	return text
}

// DescribeTurn says whether the side to move at the end of a record is mated or in check, and whose turn it is; where
// the game ended there, its result instead.
func DescribeTurn(record *board.Record, result string, r Viewer) string {
	p, check := record.Position(), ""
	switch {
	case Mated(&p):
		check = CheckmateText(record, r.Words)
	case p.InCheck():
		check = Capital(r.Say("describe.check", words.Vars{"Side": SideName(r.Words, p.SideToMove())}))
	}
	if result != "" {
		return r.Sentences(check, r.Say("describe.over", words.Vars{"Result": result}))
	}
	return r.Sentences(check, r.Say(ofSide(p.SideToMove(), "describe.red-turn", "describe.black-turn")))
}

// Mated reports whether the side to move is checkmated.
func Mated(p *board.Position) bool { return p.InCheck() && len(p.LegalMoves(nil)) == 0 }

// Armies names the pieces of both sides, a sentence each.
func Armies(p *board.Position, r Viewer) string {
	army := func(c board.Color) string {
		return Capital(r.Say("describe.side", words.Vars{
			"Side": SideName(r.Words, c), "Pieces": piecesOn(p, c, r, func(board.Square) bool { return true }),
		}))
	}
	return r.Sentences(army(board.Red), army(board.Black))
}

// Attacked names the pieces of a side that the other one attacks, but not the king.
func Attacked(p *board.Position, c board.Color, r Viewer) string {
	return piecesOn(p, c, r, func(s board.Square) bool {
		return p.At(s).Kind() != board.King && !p.AttackersTo(s, c.Opponent(), p.Occupied()).Empty()
	})
}

// piecesOn lists those of the pieces of a side that are on points for which which is true.
func piecesOn(p *board.Position, c board.Color, r Viewer, which func(board.Square) bool) string {
	var groups []string
	for _, kind := range byWorth {
		squares := lineUp(p.Pieces(c, kind), c)
		squares = slices.DeleteFunc(squares, func(s board.Square) bool { return !which(s) })
		if len(squares) == 0 {
			continue
		}
		groups = append(groups, r.Say("describe.group", words.Vars{
			"Piece":  PieceName(r.Words, board.MakePiece(c, kind), len(squares)),
			"Points": strings.Join(NamePoints(r.Exactly, squares, c), r.Say("list.comma")),
		}))
	}
	return strings.Join(groups, r.Say("describe.between"))
}
