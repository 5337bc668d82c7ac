package eval

import "xiangqibot/engine/board"

// e5: what the king of c has to fear. The weights are negative where it is bad for the king.
func (e *Evaluator) safety(v *view, c board.Color) Pair {
	return e.siege(v, c) + e.lines(v, c) + e.checks(v, c)
}

// siege weighs attacks on the palace: how many pieces take part, and how many guards are left to meet them.
func (e *Evaluator) siege(v *view, c board.Color) (sum Pair) {
	w, p, them := e.weights, v.p, c.Opponent()
	palace := board.Palace(c)
	attackers := 0
	for i := range v.count[them] {
		m := &v.movers[them][i]
		if n := m.takes.Or(m.goes).And(palace).Count(); n > 0 {
			attackers++
			sum -= w.PalaceHit[m.kind] * Pair(n)
		}
	}
	if n := v.attacks[them][board.Pawn].And(palace).Count(); n > 0 {
		attackers++
		sum -= w.PalaceHit[board.Pawn] * Pair(n)
	}
	guards := p.Pieces(c, board.Advisor).Count() + p.Pieces(c, board.Elephant).Count()
	sum -= w.Siege[min(attackers, len(w.Siege)-1)][min(guards, 4)]
	flights := v.attacks[c][board.King].AndNot(v.own[c]).AndNot(v.attacks[them][0]).Count()
	sum += w.Flight[flights]
	return sum
}

// lines weighs what looks at the king along its file and its rank.
func (e *Evaluator) lines(v *view, c board.Color) (sum Pair) {
	w, p, them := e.weights, v.p, c.Opponent()
	king := p.King(c)
	file := fileOf(king)
	for b := p.Pieces(them, board.Cannon).And(board.Line(king)); !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		path := board.Between(king, s)
		between := min(path.And(v.occ).Count(), len(w.CannonOnFile)-1)
		switch {
		case !file.Has(s):
			// 沉底炮: a cannon that has come down to the king's own rank.
			if backRank(king, c) {
				sum -= w.BottomCannon[between]
			} else {
				sum -= w.CannonOnRank[between]
			}
		case between == 0:
			// 空头炮: nothing may step in between, and the farther away the more room the attackers have.
			sum -= w.HollowCannon[min(path.Count(), len(w.HollowCannon)-1)]
		default:
			sum -= w.CannonOnFile[between]
		}
	}
	for b := p.Pieces(them, board.Rook).And(board.Line(king)); !b.Empty(); {
		var s board.Square
		s, b = b.Next()
		if n := board.Between(king, s).And(v.occ).Count(); n < len(w.RookOnLine) {
			sum -= w.RookOnLine[n]
		}
	}
	// The facing king holds the file as a rook would.
	if s := p.King(them); file.Has(s) {
		if board.Between(king, s).And(v.occ).Count() == 1 {
			sum -= w.FacingKing
		}
	}
	return sum
}

// checks weighs the points from which the other side could check next without being taken.
func (e *Evaluator) checks(v *view, c board.Color) (sum Pair) {
	w, p, them := e.weights, v.p, c.Opponent()
	king := p.King(c)
	safe := v.own[them].Or(v.attacks[c][0]).Not()
	rook, cannon := board.SlideAttacks(king, v.occ)
	horse := board.HorsesAttacking(king, v.occ)
	for i := range v.count[them] {
		m := &v.movers[them][i]
		from := rook
		switch m.kind {
		case board.Cannon:
			from = cannon
		case board.Horse:
			from = horse
		}
		if !m.goes.And(from).And(safe).Empty() {
			sum -= w.SafeCheck[m.kind]
		}
	}
	return sum
}

// backRank tells whether s lies on the edge of the board that belongs to c.
func backRank(s board.Square, c board.Color) bool {
	return s.Rank() == int(c)*(board.Ranks-1)
}

// fileOf returns the ten points of the file of s.
func fileOf(s board.Square) board.Bitboard { return files[s.File()] }

var files = func() (t [board.Files]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s.File()] = t[s.File()].Or(board.SquareBit(s))
	}
	return t
}()
