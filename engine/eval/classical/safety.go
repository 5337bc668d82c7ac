package classical

import (
	"math/bits"

	"xiangqibot/engine/board"
)

// safety scores the threats to the king of c.
func (w *Weights) safety(v *attackInfo, c board.Color) Pair {
	return w.siege(v, c) + w.lines(v, c) + w.checks(v, c)
}

// siege scores attacks on the palace, by how many pieces take part and how many guards are left.
func (w *Weights) siege(v *attackInfo, c board.Color) (sum Pair) {
	p, them := v.p, c.Opponent()
	palace := board.Palace(c)
	attackers := 0
	attack := func(k board.Kind, points board.Bitboard) {
		if hit := points.And(palace); !hit.Empty() {
			attackers++
			sum -= w.PalaceHit[k] * Pair(countHalf(hit))
		}
	}
	for _, k := range [...]board.Kind{board.Rook, board.Horse, board.Cannon} {
		for s := range p.Pieces(them, k).All() {
			attack(k, v.moves[s].Or(v.captures[s]))
		}
	}
	attack(board.Pawn, v.attacks[them][board.Pawn])
	guards := p.Pieces(c, board.Advisor).Or(p.Pieces(c, board.Elephant)).Count()
	sum -= w.Siege[min(attackers, len(w.Siege)-1)][min(guards, 4)]
	sum += w.Flight[countHalf(v.attacks[c][board.King].AndNot(v.own[c]).AndNot(v.attacks[them][0]))]
	return sum
}

// countHalf counts points that all lie on one side of the river.
func countHalf(b board.Bitboard) int { return bits.OnesCount64(b.Lo | b.Hi) }

// lines scores the rooks and cannons of the other side on the king's file and rank.
func (w *Weights) lines(v *attackInfo, c board.Color) (sum Pair) {
	p, them := v.p, c.Opponent()
	king := p.King(c)
	file := fileOf(king)
	for s := range p.Pieces(them, board.Cannon).And(board.Line(king)).All() {
		path := board.Between(king, s)
		between := min(path.And(v.occ).Count(), len(w.CannonOnFile)-1)
		switch {
		case !file.Has(s):
			// 沉底炮: a cannon that has come down to the king's own rank.
			if king.SeenBy(c).Rank() == 0 {
				sum -= w.BottomCannon[between]
			} else {
				sum -= w.CannonOnRank[between]
			}
		case between == 0:
			// 空头炮: nothing may step in between. The farther away the cannon is, the more room the attackers have.
			sum -= w.HollowCannon[min(path.Count(), len(w.HollowCannon)-1)]
		default:
			sum -= w.CannonOnFile[between]
		}
	}
	for s := range p.Pieces(them, board.Rook).And(board.Line(king)).All() {
		if n := board.Between(king, s).And(v.occ).Count(); n < len(w.RookOnLine) {
			sum -= w.RookOnLine[n]
		}
	}
	return sum
}

// checks scores the pieces that could check in their next move without being captured.
func (w *Weights) checks(v *attackInfo, c board.Color) (sum Pair) {
	p, them := v.p, c.Opponent()
	king := p.King(c)
	safe := v.own[them].Or(v.attacks[c][0]).Not()
	rook, cannon := board.SlideAttacks(king, v.occ)
	horse := board.HorsesAttacking(king, v.occ)
	check := func(k board.Kind, from board.Bitboard) {
		for s := range p.Pieces(them, k).All() {
			if !v.moves[s].And(from).And(safe).Empty() {
				sum -= w.SafeCheck[k]
			}
		}
	}
	check(board.Rook, rook)
	check(board.Horse, horse)
	check(board.Cannon, cannon)
	return sum
}

// fileOf returns the ten points of the file of s.
func fileOf(s board.Square) board.Bitboard { return files[s.File()] }

var files = func() (t [board.Files]board.Bitboard) {
	for s := range board.Square(board.Squares) {
		t[s.File()] = t[s.File()].Or(board.SquareBit(s))
	}
	return t
}()
