package classical

import "xiangqibot/engine/board"

// The phase says how full the board is, by the pieces that attack: fullPhase at the start, 0 when none is left.
const (
	rookPhase  = 4
	minorPhase = 2 // a horse or a cannon
	fullPhase  = 2 * (2*rookPhase + 4*minorPhase)
)

func (v *attackInfo) phase() int {
	rooks := len(v.rooks(board.Red)) + len(v.rooks(board.Black))
	all := len(v.moversOf(board.Red)) + len(v.moversOf(board.Black))
	return min(rookPhase*rooks+minorPhase*(all-rooks), fullPhase)
}

// blend mixes the two halves of a pair by the phase.
func (v *attackInfo) blend(p Pair) int { return blend(p.mg(), p.eg(), v.phase()) }

func blend(full, empty, phase int) int {
	return (full*phase + empty*(fullPhase-phase)) / fullPhase
}
