package rules

import "xiangqibot/engine/board"

// Judge tells how the game stands after the last move of the record, by the code. The package comment lists what it
// asks, in order.
//
// The moves of the record must be legal.
func Judge(r *board.Record, c Code) Verdict {
	var t Trail
	p := t.Follow(r)
	counted := p.CaptureClock()
	if c.TenChecks {
		counted = t.Counted()
	}
	plies := len(r.Moves)
	v := Verdict{FirstPly: plies, LastPly: plies}
	toMove := p.SideToMove()
	switch {
	case !p.HasLegalMove():
		v.Outcome, v.Reason = lostBy(toMove), Stalemate
		if t.InCheck() {
			v.Reason = Checkmate
		}
		return v
	case c.BareMaterial && bare(&p):
		v.Outcome, v.Reason = Draw, BareMaterial
		return v
	case c.NaturalLimit > 0 && counted >= c.NaturalLimit:
		v.Outcome, v.Reason = Draw, NaturalLimit
		return v
	case c.Repetitions == 0:
		return v
	}
	circle := t.Again(c.Repetitions - 1)
	if circle == 0 {
		return v
	}
	v.FirstPly -= circle
	switch t.Circle(circle) {
	case MoverLoses:
		v.Outcome, v.Reason = lostBy(toMove.Opponent()), PerpetualCheck
	case MoverWins:
		v.Outcome, v.Reason = lostBy(toMove), PerpetualCheck
	case Tolerated:
		v.Outcome, v.Reason = Draw, Repetition
	}
	return v
}

// bare tells whether only kings, advisors and elephants are left.
func bare(p *board.Position) bool {
	for _, c := range [...]board.Color{board.Red, board.Black} {
		for _, k := range [...]board.Kind{board.Rook, board.Horse, board.Cannon, board.Pawn} {
			if !p.Pieces(c, k).Empty() {
				return false
			}
		}
	}
	return true
}
