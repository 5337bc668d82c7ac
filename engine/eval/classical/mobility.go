package classical

import "xiangqibot/engine/board"

// mobility scores where the pieces of c can go. Points taken by the own side or guarded by pawns, advisors and elephants
// of the other do not count.
func (e *Evaluator) mobility(v *attackInfo, c board.Color) (sum Pair) {
	w := e.weights
	closed := v.own[c].Or(v.minorAttacks[c.Opponent()])
	movers := &v.movers[c]
	for i := range v.rooks[c] {
		sum += w.RookMobility[movers[i].reach.AndNot(closed).Count()]
	}
	for i := v.rooks[c]; i < v.horses[c]; i++ {
		sum += w.HorseMobility[movers[i].reach.AndNot(closed).Count()]
	}
	for i := v.horses[c]; i < v.count[c]; i++ {
		sum += w.CannonMobility[movers[i].reach.AndNot(closed).Count()]
	}
	return sum
}
