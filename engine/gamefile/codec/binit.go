package codec

import (
	"strings"

	"xiangqibot/engine/board"
	"xiangqibot/engine/gamefile"
)

// pieceOrder is the order in which [DhtmlXQ] and XQF list the pieces of a side, Red's first: the back rank from one
// corner to the other, cannons, pawns.
var pieceOrder = [16]board.Kind{
	board.Rook, board.Horse, board.Elephant, board.Advisor, board.King, board.Advisor, board.Elephant, board.Horse, board.Rook,
	board.Cannon, board.Cannon, board.Pawn, board.Pawn, board.Pawn, board.Pawn, board.Pawn,
}

// pieceAt returns the piece that is n-th in that order, 0..31.
func pieceAt(n int) board.Piece {
	return board.MakePiece(board.Color(n/len(pieceOrder)), pieceOrder[n%len(pieceOrder)])
}

// placementOf reads a binit of [DhtmlXQ]: two digits a piece, file from the left and rank from the top. Points that are
// not on the board say that the piece is not there. It returns false if digits are missing.
func placementOf(binit string) (placement board.Placement, ok bool) {
	if len(binit) < 2*2*len(pieceOrder) {
		return placement, false
	}
	for i := range 2 * len(pieceOrder) {
		if s, ok := topLeft(binit[2*i], binit[2*i+1]); ok {
			placement[s] = pieceAt(i)
		}
	}
	return placement, true
}

// binitOf writes a placement; the pieces of a kind in the order of their squares at the start: Red's from the right,
// Black's from the left.
func binitOf(placement board.Placement) string {
	var b strings.Builder
	for i := range 2 * len(pieceOrder) {
		at := board.NoSquare
		for n := range board.Squares {
			s := board.Square(n).Mirror()
			if i >= len(pieceOrder) {
				s = board.Square(n).Flip()
			}
			if placement[s] == pieceAt(i) {
				at = s
				break
			}
		}
		if at == board.NoSquare {
			b.WriteString("99")
			continue
		}
		placement[at] = board.NoPiece //nolint:gosec // a square, or NoSquare just above
		writePoint(&b, at)
	}
	return b.String()
}

// topLeft reads a point of [DhtmlXQ]: the file from the left, then the rank from the top, a digit each.
func topLeft(x, y byte) (board.Square, bool) {
	if x < '0' || x > '8' || y < '0' || y > '9' {
		return board.NoSquare, false
	}
	return board.SquareAt(int(x-'0'), board.Ranks-1-int(y-'0')), true
}

func writePoint(b *strings.Builder, s board.Square) {
	b.WriteByte('0' + byte(s.File()))
	b.WriteByte('0' + byte(board.Ranks-1-s.Rank()))
}

// startOf makes a position of what files say that need not name the side to move: the owner of the first piece that
// moves begins, and without one the side in the setup, or the other where that one cannot be to move.
func startOf(setup board.Setup, first board.Square) (board.Position, error) {
	if first < board.NoSquare && setup.Placement[first] != board.NoPiece {
		setup.SideToMove = setup.Placement[first].Color()
		return board.NewPosition(setup)
	}
	p, err := board.NewPosition(setup)
	if err != nil {
		if other, e := gamefile.WithOtherMover(setup); e == nil {
			return other, nil
		}
	}
	return p, err
}
