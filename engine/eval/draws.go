package eval

import "xiangqibot/engine/board"

// ScaleFull is the scale of a lead that counts in full; see [Winnable].
const ScaleFull = 64

// The scales of a lead in endings that are rarely won, in 64ths.
const (
	slim     = 12 // 10 to 30 % of the quiet positions are won
	held     = 6  // held by guards in their places, or by the rules of the books
	hopeless = 2  // fewer than 10 % are won
	full     = ScaleFull
)

// material counts the pieces of a side without its king.
type material struct{ rooks, horses, cannons, pawns, advisors, elephants int }

func count(p *board.Position, c board.Color) material {
	return material{
		rooks: p.Pieces(c, board.Rook).Count(), horses: p.Pieces(c, board.Horse).Count(),
		cannons: p.Pieces(c, board.Cannon).Count(), pawns: p.Pieces(c, board.Pawn).Count(),
		advisors: p.Pieces(c, board.Advisor).Count(), elephants: p.Pieces(c, board.Elephant).Count(),
	}
}

// attackers returns the pieces that can cross the river.
func (m material) attackers() material {
	return material{rooks: m.rooks, horses: m.horses, cannons: m.cannons, pawns: m.pawns}
}

// lastRank is the rank on which a pawn only steps aside, as its side counts it from 0.
const lastRank = board.Ranks - 1

// maxFewAttackers is the most attackers of a side that may be too few to win.
const maxFewAttackers = 3

// Winnable returns how much of a lead of c counts, in 64ths: [ScaleFull], or less if its pieces are too few to win
// against the other side's. It goes by the counts of both sides' pieces and, in a few endings, by where a king or pawns
// are. Where positions can be won all the same, more than nothing is left of the lead, so that a search goes on trying.
func Winnable(p *board.Position, c board.Color) int {
	attackers := p.Pieces(c, board.Rook).Or(p.Pieces(c, board.Horse)).Or(p.Pieces(c, board.Cannon)).Or(p.Pieces(c, board.Pawn))
	if attackers.Count() > maxFewAttackers {
		return ScaleFull
	}
	us, them := count(p, c), count(p, c.Opponent())
	if table := guarded(us, them, lowPawns(p, c, lastRank)); table != nil {
		scale := table[min(them.advisors, 2)][min(them.elephants, 2)]
		if table == &rook && p.King(c.Opponent()).SeenBy(c.Opponent()).Rank() > 0 {
			scale = full
		}
		if scale != full {
			return int(scale)
		}
	}
	return byBooks(p, c, us.attackers(), them)
}

// Scaled reduces a score from the view of c to what can be won of it.
func Scaled(p *board.Position, c board.Color, score int) int {
	if score < 0 {
		c = c.Opponent()
	}
	return score * Winnable(p, c) / ScaleFull
}

// guardedScales are the scales against each set of guards: by advisors, then by elephants.
type guardedScales [3][3]uint8

// The scales are those of the endings as solved by engine/endgame: comments give the share of quiet positions that the
// strong side wins with the move. A defense may have attackers besides its guards: they help it. The shares of
// contested are in docs/experiments/evaluation.md.
var (
	nothing = guardedScales{{hopeless, hopeless, hopeless}, {hopeless, hopeless, hopeless}, {hopeless, hopeless, hopeless}}
	// 单车难胜士象全, while the king is on its own last rank (51 %, 0 to 30 % with the guards in their places). A king that
	// has left it loses (97 %).
	rook = guardedScales{{full, full, full}, {full, full, full}, {full, full, held}}
	// 单马必胜单士. An elephant mostly draws (18 %), two guards do (AA 3 %, AB 3 %, BB never).
	horse = guardedScales{{full, slim, hopeless}, {full, hopeless, hopeless}, {hopeless, hopeless, hopeless}}
	// 炮仕必胜单士, 双士, 单象. Against more: AB 13 %, AAB 8 %, ABB 3 %, AABB 4 %, BB 4 %.
	cannonWithAdvisor = guardedScales{{full, full, hopeless}, {full, slim, hopeless}, {full, hopeless, hopeless}}
	// 单兵: before the last rank it wins against the bare king, not against a guard (A 6 %, B 0.2 %).
	pawn = guardedScales{{full, hopeless, hopeless}, {hopeless, hopeless, hopeless}, {hopeless, hopeless, hopeless}}
	// A pawn on the last rank wins nothing, and helps another one against advisors alone: elephants hold (B 1 %,
	// AB 0 %).
	pawnAndOldPawn = guardedScales{{full, hopeless, hopeless}, {full, hopeless, hopeless}, {full, hopeless, hopeless}}
	// One attacker other than a rook, against attackers: 单马难胜单马, 单炮 (2 %) and, with guards, bare 单卒 (15 %); 炮仕难胜
	// 单马 (20 %) and 单炮 (4 %). Against it and a guard, at most 5 %. 炮仕 beats pawns all the same.
	contested = guardedScales{{slim, hopeless, hopeless}, {hopeless, hopeless, hopeless}, {hopeless, hopeless, hopeless}}
	// BB 5 %, AAB 34 %, ABB 3 %, AABB never.
	horseAndOldPawn = guardedScales{{full, full, hopeless}, {full, full, hopeless}, {full, slim, hopeless}}
	// 双兵难胜单士象 (12 %), AAB 2 %, ABB 5 %, AABB 1 %.
	twoPawns = guardedScales{{full, full, full}, {full, slim, hopeless}, {full, hopeless, hopeless}}
	// Without guards of its own to jump over: BB 4 %, AAB 22 %, ABB 2 %, AABB 4 %. With an elephant it wins more (AABB
	// 14 %).
	cannonAndPawn = guardedScales{{full, full, hopeless}, {full, full, hopeless}, {full, slim, hopeless}}
	// Without advisors to jump over: BB 25 %, ABB 16 %, AABB 28 %.
	twoCannons = guardedScales{{full, full, slim}, {full, full, slim}, {full, full, slim}}
)

// guarded returns the scales of a side's pieces against those of the other, nil if their lead counts in full. oldPawns
// is the number of its pawns that have reached the last rank (老兵). The lead of horse and pawn counts in full even
// against all guards, although 马兵难胜士象全 is won in only 13 % of the quiet positions: with less of it the other side
// enters the ending, and matches were not better.
func guarded(us, them material, oldPawns int) *guardedScales {
	single := us.rooks == 0 && us.horses+us.cannons+us.pawns == 1
	if single && (them.rooks+them.horses+them.cannons > 0 || us.cannons == 0 && them.pawns > 0) {
		return &contested
	}
	switch us.attackers() {
	case material{}:
		return &nothing
	case material{rooks: 1}:
		return &rook
	case material{horses: 1}:
		return &horse
	case material{cannons: 1}:
		if us.advisors > 0 {
			return &cannonWithAdvisor
		}
		return &nothing // it has nothing to jump over
	case material{pawns: 1}:
		return [...]*guardedScales{&pawn, &nothing}[oldPawns]
	case material{pawns: 2}:
		return [...]*guardedScales{&twoPawns, &pawnAndOldPawn, &nothing}[oldPawns]
	case material{horses: 1, pawns: 1}:
		return [...]*guardedScales{nil, &horseAndOldPawn}[oldPawns]
	case material{cannons: 1, pawns: 1}:
		if us.advisors+us.elephants == 0 {
			return [...]*guardedScales{&cannonAndPawn, &nothing}[oldPawns]
		}
	case material{cannons: 2}:
		if us.advisors == 0 {
			return &twoCannons
		}
	}
	return nil
}

// byBooks returns the scale of endings that no table has, as books of endings judge them.
func byBooks(p *board.Position, c board.Color, us, them material) int {
	guards := them.advisors + them.elephants
	switch us {
	case material{pawns: 3}:
		// 三低兵难胜士象全.
		if guards == 4 && lowPawns(p, c, 7) == 3 {
			return held
		}
	case material{horses: 1, pawns: 1}:
		// 马低兵难胜单炮: the cannon needs its advisors.
		if them.cannons > 0 && them.advisors == 2 && lowPawns(p, c, 8) == 1 {
			return held
		}
	case material{rooks: 1}:
		// 一车难胜马炮, with the guards whole or nearly so.
		if them.horses > 0 && them.cannons > 0 && guards >= 3 {
			return held
		}
	case material{rooks: 2}:
		// 双车难胜车马单缺士.
		if them.rooks > 0 && them.horses > 0 && guards >= 3 {
			return slim
		}
	}
	return ScaleFull
}

// lowPawns counts the pawns of a color that are on a rank, as it counts them from 0, or beyond.
func lowPawns(p *board.Position, c board.Color, rank int) (n int) {
	for s := range p.Pieces(c, board.Pawn).All() {
		if s.SeenBy(c).Rank() >= rank {
			n++
		}
	}
	return n
}
