package pattern

import (
	"slices"

	"xiangqibot/engine/board"
)

// Fall is a piece that a line takes off the board.
type Fall struct {
	Piece board.Piece
	// From is the point of the piece before the line, At the point on which it is captured by the move with index Ply.
	From, At board.Square
	Ply      int
	// Worth is what the piece is worth in pawns, as in [Shot], except that a pawn across the river counts 1 too: lines
	// are compared in which pawns have moved on.
	Worth int
}

// Outcome is what a line has taken off the board by its end.
type Outcome struct {
	// Balance is the material that the side to move before the line wins, in pawns as in [Shot]; negative for a loss.
	Balance int
	// All are the pieces that fell, in their order; Fallen are those without what both sides lost on one point for the
	// same worth.
	All, Fallen []Fall
	// End is the position at the end.
	End board.Position

	origin map[board.Square]board.Square // where the pieces that have moved come from
	plies  int
}

// before returns the point on which the piece that is on s was before the line.
func (o *Outcome) before(s board.Square) board.Square {
	if from, moved := o.origin[s]; moved {
		return from
	}
	return s
}

// Takes reports whether the piece that was on a point before the line falls, other than in a trade.
func (o *Outcome) Takes(from board.Square) bool {
	return slices.ContainsFunc(o.Fallen, func(f Fall) bool { return f.From == from })
}

// Falls reports whether the piece that was on a point before the line falls, in a trade or not.
func (o *Outcome) Falls(from board.Square) bool {
	return slices.ContainsFunc(o.All, func(f Fall) bool { return f.From == from })
}

// OutcomeOf returns the outcome of the first plies of a line, which must be legal. A line is not left in the middle of
// an exchange: it is followed while it captures or answers checks, and where it ends it is continued with the captures
// that win material.
func OutcomeOf(p *board.Position, line []board.Move, plies int) Outcome {
	o := Outcome{End: *p, origin: map[board.Square]board.Square{}}
	for i, m := range line {
		if i >= plies && o.End.At(m.To()) == board.NoPiece && !o.End.InCheck() {
			break
		}
		o.make(m)
	}
	if o.plies == len(line) {
		for range maxCaptures {
			m := bestCapture(&o.End)
			if m == board.NoMove {
				break
			}
			o.make(m)
		}
	}
	o.Balance = Balance(o.Fallen, p.SideToMove())
	o.All, o.Fallen = o.Fallen, withoutTrades(o.Fallen)
	return o
}

func (o *Outcome) make(m board.Move) {
	if taken := o.End.At(m.To()); taken != board.NoPiece {
		o.Fallen = append(o.Fallen, Fall{
			Piece: taken, From: o.before(m.To()), At: m.To(), Ply: o.plies, Worth: value(taken.Kind(), false),
		})
	}
	o.origin[m.To()] = o.before(m.From())
	delete(o.origin, m.From())
	o.End.Make(m)
	o.plies++
}

// Balance is what falls, in pawns, from the view of a side.
func Balance(falls []Fall, c board.Color) (sum int) {
	for _, f := range falls {
		if f.Piece.Color() == c {
			sum -= f.Worth
		} else {
			sum += f.Worth
		}
	}
	return sum
}

// Unpaid returns the pieces that fell for nothing: it removes pairs of equal worth that both sides lost, wherever.
func Unpaid(falls []Fall) []Fall {
	return unpaired(falls, func(Fall, Fall) bool { return true })
}

// withoutTrades removes what both sides lost on one point where it is worth the same: pairs of pieces, and a horse or
// cannon for two advisors or elephants.
func withoutTrades(falls []Fall) []Fall {
	left := unpaired(falls, func(a, b Fall) bool { return a.At == b.At })
	balance := map[board.Square]int{}
	for _, f := range left {
		balance[f.At] += Balance([]Fall{f}, board.Red)
	}
	return slices.DeleteFunc(left, func(f Fall) bool { return balance[f.At] == 0 })
}

// unpaired removes pairs of pieces of equal worth that both sides lost and that match, those that fell closest together
// first: what is taken in return falls soon.
func unpaired(falls []Fall, match func(a, b Fall) bool) []Fall {
	left := slices.Clone(falls)
	for {
		first, second := -1, -1
		for i, a := range left {
			for j := i + 1; j < len(left); j++ {
				b := left[j]
				if a.Piece.Color() != b.Piece.Color() && a.Worth == b.Worth && match(a, b) &&
					(first < 0 || b.Ply-a.Ply < left[second].Ply-left[first].Ply) {
					first, second = i, j
				}
			}
		}
		if first < 0 {
			return left
		}
		left = slices.Delete(left, second, second+1)
		left = slices.Delete(left, first, first+1)
	}
}

// maxCaptures is the number of captures by which a line is continued at most.
const maxCaptures = 6

// bestCapture returns the capture that wins most material by the exchanges on its point, NoMove if none wins any.
func bestCapture(p *board.Position) (best board.Move) {
	most := 0
	for _, m := range p.PseudoCaptures(nil) {
		if gain := SEE(p, m); gain > most && p.IsLegal(m) {
			best, most = m, gain
		}
	}
	return best
}
