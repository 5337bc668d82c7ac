package study

import (
	"slices"

	"xiangqibot/engine/board"
	"xiangqibot/engine/pattern"
)

// exchange returns the even exchange with which one of the lines begins and that the other does without, of rooks or of
// horses and cannons; [NoReason] if there is none, or if it suits the side that moved and had such a chance: whoever is
// better seldom wants one.
func (c *comparison) exchange(chance float64) Reason {
	if r := exchangesAlone(&c.played, &c.best, c.me); r.Kind != NoReason && chance >= notWorse {
		r.Kind = Exchanges
		return r
	}
	if r := exchangesAlone(&c.best, &c.played, c.me); r.Kind != NoReason && chance < 0.5 {
		return r
	}
	return Reason{}
}

// exchangesAlone returns the pieces of a side and of the other that a line exchanges at its beginning, as
// [MissesExchange], if nothing of their worth falls in the other line.
func exchangesAlone(o, other *pattern.Outcome, c board.Color) Reason {
	all := exchanges(o)
	if len(all) == 0 || all[0][0].Ply > 1 {
		return Reason{}
	}
	first, second := all[0][0], all[0][1]
	if slices.ContainsFunc(other.All, func(f pattern.Fall) bool { return f.Worth >= first.Worth }) {
		return Reason{}
	}
	r := Reason{Kind: MissesExchange, Piece: first.Piece, For: second.Piece, fall: first}
	if first.Piece.Color() != c {
		r.Piece, r.For = r.For, r.Piece
	}
	return r
}

// exchanges returns the pieces of equal worth that a line exchanges on one point, of rooks or of horses and cannons.
func exchanges(o *pattern.Outcome) (all [][2]pattern.Fall) {
	for i := 1; i < len(o.All); i++ {
		first, second := o.All[i-1], o.All[i]
		if first.At == second.At && first.Worth == second.Worth && first.Worth >= majorWorth && second.Ply == first.Ply+1 {
			all = append(all, [2]pattern.Fall{first, second})
		}
	}
	return all
}

// crossingOf returns the pawn of the other side that soon crosses the river, if it is unharmed as far as the line is
// known, and neither crosses nor falls in the best one; [NoReason] if there is none.
func crossingOf(soon, near, far *comparison) Reason {
	them := near.me.Opponent()
	for _, from := range soon.played.Crossed(them) {
		stays := slices.Contains(far.played.Crossed(them), from)
		if stays && len(near.best.Crossed(them)) == 0 && !crossesOrFalls(&far.best, them, from) {
			return Reason{Kind: AllowsCrossing, Piece: board.MakePiece(them, board.Pawn)}
		}
	}
	return Reason{}
}

// crossesOrFalls reports whether a line takes the pawn that was on a point before it across the river or off the board.
func crossesOrFalls(o *pattern.Outcome, c board.Color, from board.Square) bool {
	return slices.Contains(o.Crossed(c), from) || o.Falls(from)
}
