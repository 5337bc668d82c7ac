package classical

import "xiangqibot/engine/board"

// The scale reduces leads that cannot be won for lack of material. It is in 64ths of the score.
const (
	scaleFull     = 64
	scaleSlim     = 20 // mostly drawn
	scaleHopeless = 2  // all but never won
)

// scale reduces the score of a side with insufficient material to win.
func (v *attackInfo) scale(score int) int {
	return score * v.winnable(leader(score)) / scaleFull
}

// leader returns the side that is ahead by a score from Red's view.
func leader(score int) board.Color {
	if score < 0 {
		return board.Black
	}
	return board.Red
}

// winnable returns how much of a lead of c counts. A single attacker may not be enough. What it wins against was
// computed by xiangqi-lab endgame; the comments give the share of positions that are won with the move.
func (v *attackInfo) winnable(c board.Color) int {
	p, them := v.p, c.Opponent()
	rooks, horses, cannons := v.rooks[c], v.horses[c]-v.rooks[c], v.cannons(c)
	if rooks+horses+cannons > 1 || p.Pieces(c, board.Pawn).MoreThanOne() {
		return scaleFull
	}
	pawns := p.Pieces(c, board.Pawn).Count()
	if rooks+horses+cannons+pawns > 1 {
		return scaleFull
	}
	advisors, elephants := v.advisors[them], v.elephants[them]
	switch {
	case rooks == 1:
		// 单车胜单缺士 and 单缺象 (all), but not all four guards (士象全).
		if advisors+elephants >= 4 {
			return scaleSlim
		}
	case horses == 1:
		// 单马胜单士 (99.7 %). An elephant alone mostly draws (24 %), two guards do (KN-KAA 7 %, KN-KAB 9 %, KN-KBB 0.5 %).
		switch {
		case advisors+elephants > 1:
			return scaleHopeless
		case elephants == 1:
			return scaleSlim
		}
	case cannons == 1:
		// With an advisor for a screen it wins against two advisors (炮仕胜双士) and against one elephant, hardly against
		// more (KCA-KAB 14 %, KCA-KBB 6 %). Without, it never does.
		switch {
		case p.Pieces(c, board.Advisor).Empty():
			return scaleHopeless
		case elephants > 0 && advisors+elephants > 1:
			return scaleHopeless
		}
	case pawns == 1:
		// It wins against a bare king (85 %), not against a guard (KP-KA 8 %, KP-KB 4 %).
		if advisors+elephants > 0 {
			return scaleHopeless
		}
	default:
		return scaleHopeless
	}
	return scaleFull
}
