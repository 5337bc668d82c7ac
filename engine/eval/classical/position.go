package classical

import "xiangqibot/engine/board"

// Piece-square tables. They have one wing only, since the board is symmetric.

// wing is the number of files of half a board, the middle one included.
const wing = (board.Files + 1) / 2

// pieceTable is the value of each piece on each point, material included, in Red's view: Black's pieces count against.
type pieceTable [16][board.Squares]Pair

func (w *Weights) pieceTable() (t pieceTable) {
	for k := board.King; k <= board.Pawn; k++ {
		for s := range board.Square(board.Squares) {
			t[board.MakePiece(board.Red, k)][s] = w.Piece[k] + w.Square[k].at(s)
			t[board.MakePiece(board.Black, k)][s] = -w.Piece[k] - w.Square[k].at(s.Flip())
		}
	}
	return t
}

// sum adds up a whole position.
func (t *pieceTable) sum(p *board.Position) (sum Pair) {
	for s := range p.Occupied().All() {
		sum += t[p.At(s)][s]
	}
	return sum
}

// SquareTable is what a piece gains by being on a point, written as Red sees the board: the first row is the far
// edge, the last row its own; each row goes from the edge of the board to the middle file.
type SquareTable [board.Ranks][wing]Pair

func (t *SquareTable) at(s board.Square) Pair { return *t.cell(s) }

func (t *SquareTable) cell(s board.Square) *Pair {
	file := min(s.File(), board.Files-1-s.File())
	return &t[board.Ranks-1-s.Rank()][file]
}

// position is the term of one side.
func (w *Weights) position(p *board.Position, c board.Color) (sum Pair) {
	for s := range p.ByColor(c).All() {
		at := s
		if c == board.Black {
			at = s.Flip()
		}
		sum += w.Square[p.At(s).Kind()].at(at)
	}
	return sum
}
