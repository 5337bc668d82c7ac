package eval

import "xiangqibot/engine/board"

// e3: where the pieces can go. Points taken by the own side or guarded by pawns, advisors and elephants of the other do not count.
func (e *Evaluator) mobility(v *view, c board.Color) (sum Pair) {
	w := e.weights
	closed := v.own[c].Or(v.lesser[c.Opponent()])
	for i := range v.count[c] {
		m := &v.movers[c][i]
		n := m.goes.AndNot(closed).Count()
		switch m.kind {
		case board.Rook:
			sum += w.RookMobility[n]
		case board.Horse:
			sum += w.HorseMobility[n]
		case board.Cannon:
			sum += w.CannonMobility[n]
		}
	}
	return sum
}
